package dev.hotstate.kit.backends.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.backends.host.Secrets;
import dev.hotstate.kit.backends.redis.RedisCluster;
import dev.hotstate.kit.backends.redis.RedisClusterSpec;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.redis.RespClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The users of the checked-in ACL file, with real passwords, on a real cluster. */
class AclIsolationIT {

    private static final List<String> APPS = List.of("dag", "driver", "metrics", "monitor");

    @TempDir
    static Path folder;

    private static RedisCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        var users = AclFileGenerator.generate(Path.of("..", ".."), "prod").users().stream()
                .filter(user -> APPS.contains(user.name()) || user.name().equals("vitals"))
                .map(user -> new AclUser(user.name(), Secrets.sha256(user.name()), user.prefixes(), user.commands()))
                .toList();
        cluster = RedisCluster.start(RedisClusterSpec.in(folder).users(users));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    static List<String> apps() {
        return APPS;
    }

    @ParameterizedTest
    @MethodSource("apps")
    void a_service_reaches_its_own_keys(String app) {
        var key = "prod:" + app + ":status:1";

        assertThat(asUser(app, key, "ZADD", key, "1", "up")).isEqualTo("1");
        assertThat(asUser(app, key, "EVAL", "return redis.call('ZCARD', KEYS[1])", "1", key))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @MethodSource("apps")
    void a_service_can_neither_read_nor_write_what_belongs_to_another(String app) {
        APPS.stream().filter(other -> !other.equals(app)).forEach(other -> {
            var key = "prod:" + other + ":status:1";
            assertKeyRefused(app, key, "ZCARD", key);
            assertKeyRefused(app, key, "ZADD", key, "1", "stolen");
            assertKeyRefused(app, key, "EVAL", "return redis.call('ZCARD', KEYS[1])", "1", key);
            assertRefused(app, key, "SPUBLISH", key, "noise");
            assertThatScriptWithAnOwnKeyIsRefused(app, other);
        });
        assertKeyRefused(app, "x", "ZCARD", "dev:" + app + ":status:1");
    }

    @ParameterizedTest
    @MethodSource("apps")
    void a_service_can_look_around_nowhere_and_administrate_nothing(String app) {
        for (var command :
                List.of("KEYS *", "SCAN 0", "FLUSHALL", "CONFIG GET *", "ACL LIST", "MONITOR", "CLIENT LIST")) {
            assertRefused(app, "x", command.split(" "));
        }
    }

    @Test
    void vitals_sees_figures_but_no_key() {
        assertThat(asUser("vitals", "x", "INFO", "memory")).contains("used_memory");
        assertThat(asUser("vitals", "x", "SLOWLOG", "LEN")).isNotNull();
        assertThat(asUser("vitals", "x", "CLUSTER", "INFO")).contains("cluster_state:ok");
        assertRefused("vitals", "x", "SLOWLOG", "GET");
        assertRefused("vitals", "x", "GET", "prod:monitor:status:1");
        assertRefused("vitals", "x", "CLIENT", "LIST");
    }

    /** A script that declares a key of its own and reaches for another's in the same slot. */
    private static void assertThatScriptWithAnOwnKeyIsRefused(String app, String other) {
        var own = "prod:" + app + ":status:{shared}1";
        var foreign = "prod:" + other + ":status:{shared}1";
        for (var reach : List.of("redis.call('ZADD', ARGV[1], 1, 'stolen')", "redis.call('ZCARD', ARGV[1])")) {
            assertThatThrownBy(() -> asUser(app, own, "EVAL", "return " + reach, "1", own, foreign))
                    .as(app + " " + reach)
                    .isInstanceOf(RedisRefusal.class)
                    .hasMessageContaining("can't access at least one of the keys");
        }
    }

    /** By a command that it may send. */
    private static void assertKeyRefused(String user, String key, String... words) {
        assertThatThrownBy(() -> asUser(user, key, words))
                .as(user + " " + String.join(" ", words))
                .isInstanceOf(RedisRefusal.class)
                .hasMessageMatching("NOPERM .*\\bkeys?\\b.*");
    }

    private static void assertRefused(String user, String key, String... words) {
        assertThatThrownBy(() -> asUser(user, key, words))
                .as(user + " " + String.join(" ", words))
                .isInstanceOfSatisfying(
                        RedisRefusal.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("NOPERM"));
    }

    private static String asUser(String user, String key, String... words) {
        try (var client = RespClient.connect(RedisNode.HOST, ownerOf(key).port())) {
            return client.login(user, user).text(words);
        }
    }

    private static RedisNode ownerOf(String key) {
        var nodes = cluster.nodes();
        long slot = Long.parseLong(nodes.get(0).call("CLUSTER", "KEYSLOT", key));
        return nodes.get((int) (slot * nodes.size() / 16_384));
    }
}
