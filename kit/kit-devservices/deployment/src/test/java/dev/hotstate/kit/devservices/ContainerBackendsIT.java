package dev.hotstate.kit.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.redis.RespClient;
import java.net.URI;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs only with {@code HOTSTATE_CONTAINERS=true}, see the README. The containers end with this JVM. */
class ContainerBackendsIT {

    private static final AclDeclaration MONITOR = AclDeclaration.of("monitor", "get", "set");

    @TempDir
    static Path folder;

    private static Map<String, String> access;

    @BeforeAll
    static void start() {
        assertThat(ContainerBackends.areWanted())
                .as("a container engine answers")
                .isTrue();
        access = ContainerBackends.start(folder)
                .admit(MONITOR, List.of("ping", "cluster|info", "acl|whoami"), "test")
                .configuration();
    }

    @Test
    void every_node_knows_all_slots_and_the_rights_of_the_service() {
        assertThat(nodes()).hasSize(3).allSatisfy(node -> {
            try (var redis = login(node)) {
                assertThat(redis.text("CLUSTER", "INFO"))
                        .contains("cluster_state:ok", "cluster_slots_ok:16384", "cluster_size:3");
                assertThat(redis.text("ACL", "WHOAMI")).isEqualTo("monitor");
            }
        });
    }

    @Test
    void a_service_that_comes_later_is_let_in_on_every_node() {
        Backends.in(folder).admit(AclDeclaration.of("driver", "get"), List.of("ping"), "test");

        var admin = Backends.in(folder).redis();
        assertThat(admin.ports()).hasSize(3).allSatisfy(port -> {
            try (var redis = admin.connect(port)) {
                assertThat(redis.text("ACL", "USERS")).contains("monitor", "driver", "vitals");
            }
        });
    }

    @Test
    void the_service_has_a_schema_of_its_own() throws SQLException {
        try (var postgres = DriverManager.getConnection(
                        access.get("quarkus.datasource.jdbc.url"),
                        access.get("quarkus.datasource.username"),
                        access.get("quarkus.datasource.password"));
                var statement = postgres.createStatement();
                var row =
                        statement.executeQuery("SELECT current_schema(), current_setting('server_version_num')::int")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("monitor");
            assertThat(row.getInt(2)).isGreaterThan(180_000);
        }
    }

    private static Stream<URI> nodes() {
        return Stream.of(access.get("quarkus.redis.hosts").split(",")).map(URI::create);
    }

    private static RespClient login(URI node) {
        var login = node.getUserInfo().split(":");
        return RespClient.connect(node.getHost(), node.getPort()).login(login[0], login[1]);
    }
}
