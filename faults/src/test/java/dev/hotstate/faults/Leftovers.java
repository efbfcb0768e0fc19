package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/** What nothing may leave behind: commands and connections that nobody waits for any more, keys without an end, services that stay degraded. */
final class Leftovers {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** In use: commands that Redis has not answered, connections to Postgres that somebody has. */
    private static final List<String> IN_USE = List.of("hotstate_redis_command_in_flight", "sql_pool_active");

    private final World world;
    private final Duration patience;

    Leftovers(World world, Duration patience) {
        this.world = world;
        this.patience = patience;
    }

    List<String> violations() throws IOException {
        var found = new ArrayList<String>();
        world.all().forEach(instance -> {
            try {
                await().atMost(patience).ignoreExceptions().untilAsserted(() -> assertAtRest(instance));
            } catch (ConditionTimeoutException late) {
                found.add(instance + " does not come to rest: " + late.getMessage());
            }
        });
        found.addAll(new KeysWithoutEnd(world.cluster(), patience).found());
        return found;
    }

    private static void assertAtRest(PackagedService instance) throws IOException {
        var metrics = instance.management().get("/q/metrics").body();
        IN_USE.forEach(name -> assertThat(values(metrics, name))
                .as(name)
                .isNotEmpty()
                .allSatisfy(value -> assertThat(value).isZero()));
        var ready = instance.management().get("/q/health/ready");
        assertThat(ready.statusCode()).isEqualTo(200);
        var checks = JSON.readTree(ready.body()).path("checks");
        var vitals = data(checks, "vitals");
        assertThat(vitals.path("redis").asText()).as(vitals.toString()).isEqualTo("up");
        assertThat(vitals.path("postgres").asText()).as(vitals.toString()).isEqualTo("up");
        // Only monitor-service builds again what Redis has lost before it is through.
        assertThat(data(checks, "recovery").path("partitions-to-build").asInt(0))
                .as("partitions to build")
                .isZero();
    }

    private static List<Double> values(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }

    private static JsonNode data(JsonNode checks, String name) {
        return checks.valueStream()
                .filter(check -> check.path("name").asText().equals(name))
                .map(check -> check.path("data"))
                .findFirst()
                .orElse(JSON.missingNode());
    }
}
