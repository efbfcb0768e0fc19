package dev.hotstate.kit.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.acl.AclDeclaration;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationRightsTest {

    @TempDir
    Path classes;

    @Test
    void a_service_enters_as_what_it_declares() throws IOException {
        put(AclDeclaration.RESOURCE, "app=monitor\ncommands=hset");
        put(AclDeclaration.BASE_RESOURCE, "commands=ping,eval");

        var rights = found(Optional.of("configured"));

        assertThat(rights.app()).isEqualTo("monitor");
        assertThat(rights.declaration())
                .hasValueSatisfying(declared -> assertThat(declared.commands()).containsExactly("hset"));
        assertThat(rights.baseCommands()).containsExactly("ping", "eval");
    }

    @Test
    void a_library_enters_under_the_name_it_configures_or_as_kit() throws IOException {
        assertThat(found(Optional.of("sample")))
                .isEqualTo(new ApplicationRights("sample", Optional.empty(), List.of(), "test"));
        assertThat(found(Optional.empty()).app()).isEqualTo("kit");
    }

    private ApplicationRights found(Optional<String> configuredApp) throws IOException {
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            return ApplicationRights.find(loader, configuredApp, "test");
        }
    }

    private void put(String resource, String text) throws IOException {
        var file = classes.resolve(resource);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
