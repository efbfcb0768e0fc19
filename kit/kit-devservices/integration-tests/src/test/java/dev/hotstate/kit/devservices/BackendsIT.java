package dev.hotstate.kit.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** An application that configures no backend at all gets real ones, and enters them as itself. */
@QuarkusTest
class BackendsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Inject
    Redis redis;

    @Inject
    Pool pool;

    @Inject
    DataSource dataSource;

    @ConfigProperty(name = "quarkus.redis.hosts")
    List<String> hosts;

    @ConfigProperty(name = "hotstate.env")
    String env;

    @ConfigProperty(name = "hotstate.redis.vitals.username")
    String vitalsUser;

    @Test
    void redis_is_a_cluster_of_three_masters() {
        assertThat(hosts).hasSize(3);
        assertThat(send("CLUSTER", "INFO")).contains("cluster_state:ok", "cluster_size:3");
    }

    @Test
    void the_application_is_its_own_redis_user_and_reaches_only_its_own_keys() {
        assertThat(send("ACL", "WHOAMI")).isEqualTo("sample");
        assertThat(send("SET", env + ":sample:entry:1", "here")).isEqualTo("OK");
        assertThatThrownBy(() -> send("GET", env + ":other:entry:1")).hasMessageContaining("NOPERM");
        assertThatThrownBy(() -> send("DEL", env + ":sample:entry:1")).hasMessageContaining("NOPERM");
    }

    @Test
    void both_ways_to_postgres_lead_to_the_schema_of_the_application() throws SQLException {
        var reactive = pool.query("SELECT current_schema()").execute().await().atMost(PATIENCE);
        assertThat(reactive.iterator().next().getString(0)).isEqualTo("sample");

        try (var connection = dataSource.getConnection()) {
            assertThat(connection.getSchema()).isEqualTo("sample");
        }
    }

    @Test
    void environment_and_vitals_user_are_provided_too() {
        assertThat(env).isEqualTo("test");
        assertThat(vitalsUser).isEqualTo("vitals");
    }

    private String send(String command, String... arguments) {
        var request = Request.cmd(Command.create(command));
        for (var argument : arguments) {
            request.arg(argument);
        }
        return redis.send(request).await().atMost(PATIENCE).toString();
    }
}
