package dev.hotstate.kit.backends.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AclDeclarationTest {

    @TempDir
    Path folder;

    @Test
    void a_service_may_send_its_own_and_the_base_commands_on_its_own_keys_only() {
        var declaration = declared("app=monitor\ncommands=hset, zadd\n  ");

        var user = AclUser.service(declaration, List.of("ping", "script|load", "zadd"), List.of("prod"), "hash");

        assertThat(user.rule())
                .isEqualTo("user monitor on #hash resetkeys ~prod:monitor:* resetchannels &prod:monitor:* -@all"
                        + " +hset +ping +script|load +zadd");
    }

    @Test
    void a_service_may_choose_its_prefix() {
        var declaration = declared("app=metrics\ncommands=get\nprefix=ha:");

        assertThat(declaration.prefix("prod")).isEqualTo("ha:");
    }

    @Test
    void a_prefix_may_follow_the_environment_of_the_service() {
        var file = new Properties();
        file.setProperty("app", "metrics");
        file.setProperty("commands", "get");
        file.setProperty("prefix-variable", "REDIS_KEY_PREFIX");

        var literal = AclDeclaration.from(file, "here", Map.of("REDIS_KEY_PREFIX", "ha:")::get);
        var usual = AclDeclaration.from(file, "here", Map.of("REDIS_KEY_PREFIX", " ")::get);

        assertThat(AclUser.service(literal, List.of(), List.of("prod"), "hash").rule())
                .isEqualTo("user metrics on #hash resetkeys ~ha:* resetchannels &ha:* -@all +get");
        assertThat(usual.prefix("prod")).isEqualTo("prod:metrics:");
    }

    @Test
    void a_user_of_two_environments_gets_both_prefixes() {
        var user = AclUser.service(AclDeclaration.of("dag", "get"), List.of(), List.of("dev", "test"), "hash");

        assertThat(user.rule()).contains("~dev:dag:* ~test:dag:*", "&dev:dag:* &test:dag:*");
    }

    @Test
    void a_declaration_without_app_is_refused() {
        assertThatThrownBy(() -> declared("commands=get"))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("app is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@all", "+get", "GET", "get on", "config|", "~*"})
    void what_is_no_plain_command_is_refused(String command) {
        assertThatThrownBy(() -> AclDeclaration.of("monitor", command))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "prod:*:", "", "prod", "a b:"})
    void a_prefix_that_would_open_other_keys_is_refused(String prefix) {
        assertThatThrownBy(() -> declared("app=metrics\nprefix=" + prefix))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private AclDeclaration declared(String text) {
        try {
            return AclDeclaration.read(Files.writeString(folder.resolve("redis-acl.properties"), text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
