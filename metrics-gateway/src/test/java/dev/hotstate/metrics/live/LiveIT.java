package dev.hotstate.metrics.live;

import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.sse.EventFeeds;
import dev.hotstate.kit.redis.instance.InstanceRegistry;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.minute.MinuteWriter;
import dev.hotstate.metrics.observation.Recorded;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The last hour, over two instances and a restart. */
@QuarkusTest
class LiveIT {

    private static final Duration PATIENCE = ofSeconds(40);
    private static final String KEY = "Authorization: Bearer " + ServiceContract.ADMIN_KEY + "\r\n";

    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(RecordedKeys.scan());

    @TestHTTPResource
    URI api;

    @Inject
    MinuteStore store;

    @Inject
    TotalsStore totals;

    @Inject
    InstanceRegistry registry;

    @Inject
    VitalsSource vitals;

    @Inject
    EventFeeds feeds;

    @Inject
    LiveConfig config;

    @Inject
    Vertx vertx;

    @Inject
    ObjectMapper json;

    private final String endpoint = "GET /" + newId("shop");

    /** Another process of this service. */
    private final class Elsewhere {
        final OwnFigures own = new OwnFigures(Clock.systemUTC(), config);
        final Hour hour = new Hour();
        final LiveFeed feed = new LiveFeed(hour, totals, registry, vitals, Clock.systemUTC(), feeds);
        final LiveWorker worker =
                new LiveWorker(own, store, hour, feed, new MinuteWriter(), Clock.systemUTC(), config, vertx);

        /** A tick that fails because the machine has stalled is followed by the next one, as that of any process. */
        void tick() {
            await().atMost(PATIENCE).ignoreExceptions().until(() -> {
                worker.tick().await().atMost(PATIENCE);
                return true;
            });
        }

        List<String> endpoints() {
            return new LastHour(hour, Clock.systemUTC(), config)
                    .endpoints(1_000).items().stream()
                            .map(EndpointHourView::endpoint)
                            .toList();
        }
    }

    @Test
    void what_is_recorded_is_in_the_last_hour_of_its_endpoint_and_instance() {
        var instance = newId("instance");
        // Together, so that they are of one minute.
        record(observation(instance, 200, 10), observation(instance, 404, 20), observation(instance, 503, 40));
        await().atMost(PATIENCE)
                .untilAsserted(() -> asAdmin()
                        .get("/last-hour/endpoints?limit=20000")
                        .then()
                        .statusCode(200)
                        .body("items.find { it.endpoint == '%s' }.requests".formatted(endpoint), equalTo(3))
                        .body("items.find { it.endpoint == '%s' }.errors".formatted(endpoint), equalTo(2))
                        .body("items.find { it.endpoint == '%s' }.failed".formatted(endpoint), equalTo(1))
                        .body("items.find { it.endpoint == '%s' }.perMinute".formatted(endpoint), hasSize(60)));
        asAdmin()
                .get("/last-hour/instances")
                .then()
                .body("items.find { it.instance == '%s' }.requests".formatted(instance), equalTo(3))
                .body("items.find { it.instance == '%s' }.errors".formatted(instance), equalTo(2));
        var hour = asAdmin()
                .queryParam("name", endpoint)
                .get("/last-hour/endpoint")
                .then();
        assertThat(hour.statusCode(200).extract().jsonPath().getList("series.p50", Double.class))
                .hasSize(60)
                .anySatisfy(p50 -> assertThat(p50).isBetween(19.6, 20.4));
        asAdmin()
                .get("/last-hour/endpoint?name=GET+/nobody-asks-for-this")
                .then()
                .statusCode(404);
        asAdmin().get("/last-hour/endpoint").then().statusCode(400);
        asAdmin().get("/last-hour/endpoints?limit=0").then().statusCode(400);
    }

    /** Its place in the list of those that wait is in application.properties. */
    @Test
    void what_waits_when_it_is_asked_to_is_said_to_do_so() {
        record(
                "{\"instance\": \"%s\", \"method\": \"POST\", \"route\": \"/queues/{queue}/claims\", \"status\": 200, \"durationMs\": 20000}"
                        .formatted(newId("instance")),
                observation(newId("instance"), 200, 10));

        await().atMost(PATIENCE)
                .untilAsserted(() -> asAdmin()
                        .get("/last-hour/endpoints?limit=20000")
                        .then()
                        .body("items.find { it.endpoint == 'POST /queues/{queue}/claims' }.waits", equalTo(true))
                        .body("items.find { it.endpoint == '%s' }.waits".formatted(endpoint), equalTo(false)));
    }

    @Test
    void a_page_hears_of_what_another_instance_records_and_of_each_step_once() throws Exception {
        var elsewhere = new Elsewhere();
        try (var stream = EventStreamClient.open(api.resolve("/stream"), KEY)) {
            // Its name comes before its data.
            await().atMost(PATIENCE)
                    .until(() -> stream.values("event").contains("snapshot")
                            && !stream.values("data").isEmpty());
            assertThat(json.readTree(stream.values("data").getFirst()).at("/series/series/requestsPerSecond"))
                    .hasSize(360);

            elsewhere.own.recorded(requests(100_000));
            elsewhere.tick();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(steps(stream))
                            .anySatisfy(step -> assertThat(
                                            step.at("/values/requestsPerSecond").asDouble())
                                    .isGreaterThanOrEqualTo(10_000)));
            assertThat(steps(stream))
                    .extracting(step -> step.get("at").asText())
                    .doesNotHaveDuplicates();

            var lastId = stream.values("id").getLast();
            try (var again = EventStreamClient.open(api.resolve("/stream"), KEY, "Last-Event-ID: " + lastId + "\r\n")) {
                await().atMost(PATIENCE).until(() -> again.values("event").contains("tick"));
                assertThat(again.values("event")).doesNotContain("snapshot");
            }
        }
        asAdmin().get("/last-hour").then().statusCode(200).body("now.backends.redis", equalTo("up"));
    }

    @Test
    void who_starts_reads_what_the_others_have_written_also_those_who_are_gone() {
        var gone = new Elsewhere();
        gone.own.recorded(requests(7));
        gone.tick();
        gone.tick();

        var started = new Elsewhere();
        started.tick();
        assertThat(started.endpoints()).contains(endpoint);
    }

    @Test
    void a_policy_shows_who_was_allowed_and_denied_and_who_asks_most() {
        var strict = policy("{\"limit\": 5, \"window\": \"PT1H\", \"identifiers\": \"plain\"}");
        var shadow = policy("{\"limit\": 2, \"window\": \"PT1H\", \"shadow\": true}");
        for (int i = 0; i < 8; i++) {
            asAdmin()
                    .body("{\"policies\": [\"%s\", \"%s\"], \"ip\": \"192.0.2.1\", \"route\": \"/x\"}"
                            .formatted(strict, shadow))
                    .post("/limits/check")
                    .then()
                    .statusCode(200);
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> asAdmin()
                        .get("/last-hour/policies")
                        .then()
                        .statusCode(200)
                        .body(of(strict, "allowed"), equalTo(5))
                        .body(of(strict, "denied"), equalTo(3))
                        .body(of(strict, "near"), equalTo(1))
                        .body(of(strict, "callers.caller"), hasItem("192.0.2.1"))
                        .body(of(shadow, "wouldDeny"), equalTo(3)));
        asAdmin()
                .get("/last-hour/policies")
                .then()
                .body(of(shadow, "callers[0].caller"), equalTo(ipHash()))
                .body(of(shadow, "callers[0].asked"), greaterThan(4));
    }

    private static String ipHash() {
        return KeyId.hashed("192.0.2.1").toString();
    }

    private static String of(String policy, String figure) {
        return "items.find { it.policy == '%s' }.%s".formatted(policy, figure);
    }

    private String observation(String instance, int status, int millis) {
        return "{\"instance\": \"%s\", \"method\": \"GET\", \"route\": \"%s\", \"status\": %d, \"durationMs\": %d}"
                .formatted(instance, endpoint.substring(4), status, millis);
    }

    private static void record(String... observations) {
        asAdmin()
                .body("[" + String.join(",", observations) + "]")
                .post("/observations")
                .then()
                .statusCode(200);
    }

    private Recorded requests(long count) {
        return new Recorded(
                List.of(0L, count, 0L, 0L, 0L),
                Map.of(),
                Map.of(endpoint, new Recorded.OfEndpoint(count, 0, 0, count * 1_000, Map.of(300, count))));
    }

    private List<JsonNode> steps(EventStreamClient stream) {
        return stream.values("data").stream()
                .map(this::read)
                .filter(data -> data.has("steps"))
                .flatMap(data -> StreamSupport.stream(data.get("steps").spliterator(), false))
                .toList();
    }

    private JsonNode read(String data) {
        try {
            return json.readTree(data);
        } catch (JsonProcessingException e) {
            throw new AssertionError(data, e);
        }
    }
}
