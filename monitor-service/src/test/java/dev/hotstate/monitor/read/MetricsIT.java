package dev.hotstate.monitor.read;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.platform.MonitorRows;
import dev.hotstate.monitor.platform.WholeHour;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

@QuarkusTest
class MetricsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A comment, or a sample: name, labels, number. */
    private static final Pattern LINE =
            Pattern.compile("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+\\{([a-z_]+=\"(\\\\.|[^\"\\\\])*\",?)+} -?[0-9.E-]+");

    @Inject
    MonitorRows monitors;

    @Inject
    Definitions definitions;

    @Inject
    Database database;

    @Inject
    RedisRouter redis;

    @Inject
    MonitorKeys keys;

    @Test
    void states_have_the_numbers_of_uptime_kuma_and_what_is_not_known_has_none() {
        var up = monitor("up");
        var down = monitor("down");
        var confirming = monitor("confirming");
        var unknown = monitor("unknown");
        database.query("""
                        insert into check_day values
                            ($1, current_date - 3, 99, 1, 7, 9900, ''), ($1, current_date - 200, 1, 99, 0, 100, '')""", up).await().atMost(PATIENCE);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(lines("monitor_status", unknown, up, down, confirming))
                        .containsExactlyInAnyOrder(up + " 1", down + " 0", confirming + " 2"));

        assertThat(lines("monitor_response_time", up, down)).containsExactly(up + " 12");
        assertThat(lines("monitor_cert_days_remaining", up)).containsExactly(up + " 30");
        assertThat(lines("monitor_cert_is_valid", up)).containsExactly(up + " 1");
        assertThat(lines("monitor_uptime_ratio", up)).containsExactly(up + " 0.99", up + " 0.5");
        assertThat(lines("monitor_response_time_seconds", up)).containsExactly(up + " 0.1", up + " 0.1");
    }

    @Test
    void the_hour_that_lasts_counts_before_it_is_in_postgres() {
        WholeHour.begins();
        var monitor = monitor("down");
        var hist = keys.hist(monitor, Instant.now().getEpochSecond() / 3_600);
        redis.send(Command.of("HSET")
                        .key(hist)
                        .arg("u0")
                        .arg(1)
                        .arg("s0")
                        .arg(40)
                        .arg("d1")
                        .arg(3))
                .await()
                .atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(hist).arg(60_000)).await().atMost(PATIENCE);

        assertThat(lines("monitor_uptime_ratio", monitor))
                .containsExactly(monitor + " 0.25", monitor + " 0.25", monitor + " 0.25");
        assertThat(lines("monitor_response_time_seconds", monitor))
                .containsExactly(monitor + " 0.04", monitor + " 0.04", monitor + " 0.04");
    }

    @Test
    void every_line_is_one_that_prometheus_reads() {
        monitor("up");

        assertThat(text().lines()).allSatisfy(line -> assertThat(line).matches(LINE));
        assertThat(text()).contains("monitor_hostname=\"127.0.0.1\",monitor_port=\"null\"}");
        assertThat(given().get("/metrics").statusCode()).isEqualTo(401);
    }

    /** {@code id value} of the samples of these monitors. */
    private static List<String> lines(String family, String... ids) {
        return text().lines()
                .filter(line -> line.startsWith(family + "{"))
                .filter(line -> List.of(ids).stream().anyMatch(line::contains))
                .map(line -> line.replaceFirst(".*monitor_id=\"([^\"]+)\".*} (.+)", "$1 $2"))
                .toList();
    }

    private static String text() {
        var answer = given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .get("/metrics");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.contentType()).startsWith("text/plain");
        return answer.asString();
    }

    private String monitor(String state) {
        var id = monitors.enabled();
        var status = Command.of("HSET").key(keys.status(id));
        for (var word : new String[] {
            "state", state, "since", "1", "checked_at", "1", "latency_ms", "12", "certificate_days", "30"
        }) {
            status.arg(word);
        }
        redis.send(status).await().atMost(PATIENCE);
        redis.send(Command.of("PEXPIRE").key(keys.status(id)).arg(60_000))
                .await()
                .atMost(PATIENCE);
        await().atMost(PATIENCE).until(() -> definitions.known(id).isPresent());
        return id;
    }
}
