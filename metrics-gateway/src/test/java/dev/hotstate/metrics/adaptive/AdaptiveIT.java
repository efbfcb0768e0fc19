package dev.hotstate.metrics.adaptive;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.metrics.RecordedKeys;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A synthetic step: an endpoint becomes slow, or fails, and is well again. Looks and holds are short here. */
@QuarkusTest
class AdaptiveIT {

    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(RecordedKeys.scan());

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String place = "/" + newId("step");

    @Test
    void a_policy_allows_less_while_its_endpoint_is_slow_and_as_much_as_before_when_it_is_well() {
        var id = policy("""
                {"limit": 1000, "window": "P1D",
                 "adaptive": {"endpoint": "GET %s", "p95Above": "PT0.2S", "factor": 0.1}}""".formatted(place));

        awaitLimit(id, 1000, 20, 200);
        long lastSlow = awaitLimit(id, 100, 500, 200);
        asAdmin()
                .get("/policies/" + id)
                .then()
                .body("tightened.limit", equalTo(100))
                .body("bound", equalTo(1000));
        awaitLimit(id, 1000, 20, 200);

        assertThat(Duration.ofNanos(System.nanoTime() - lastSlow))
                .as("how long it was tightened after it was slow for the last time")
                .isGreaterThan(Duration.ofSeconds(1));
    }

    @Test
    void a_policy_allows_less_while_its_endpoint_fails() {
        var id = policy("""
                {"limit": 1000, "window": "P1D", "algorithm": "gcra", "burst": 20,
                 "adaptive": {"endpoint": "GET %s", "errorRateAbove": 0.2}}""".formatted(place));

        awaitLimit(id, 500, 20, 503);
        awaitLimit(id, 1000, 20, 200);
    }

    @Test
    void bounds_are_asked_for() {
        asAdmin()
                .body("{\"limit\": 1, \"window\": \"PT1S\", \"adaptive\": {\"endpoint\": \"GET /a\"}}")
                .put("/policies/" + newId("policy"))
                .then()
                .statusCode(400)
                .body("errors.pointer", contains("/adaptive"));
    }

    /** Goes on recording until checks are held to this limit; gives when the last of it began. */
    private long awaitLimit(String id, int limit, int durationMs, int status) {
        var begun = new AtomicLong();
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            begun.set(System.nanoTime());
            record(durationMs, status);
            asAdmin()
                    .body("{\"policy\": \"%s\", \"identifier\": \"a\"}".formatted(id))
                    .post("/limits/peek")
                    .then()
                    .body("policies[0].limit", equalTo(limit));
        });
        return begun.get();
    }

    private void record(int durationMs, int status) {
        var observations = IntStream.range(0, 30)
                .mapToObj(each -> """
                        {"instance": "step-1", "method": "GET", "route": "%s", "status": %d, "durationMs": %d}""".formatted(place, status, durationMs))
                .collect(Collectors.joining(",", "[", "]"));
        asAdmin().body(observations).post("/observations").then().statusCode(200);
    }
}
