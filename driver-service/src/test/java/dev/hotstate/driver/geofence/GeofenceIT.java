package dev.hotstate.driver.geofence;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.geofence.InsideStore.Step;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Drivers that cross fences. Each test has a place of its own. */
@QuarkusTest
class GeofenceIT {

    private static final Duration PATIENCE = ofSeconds(30);
    private static final int DRIVERS_IN_A_HURRY = 50;
    private static final AtomicLong DRIVERS = new AtomicLong(System.nanoTime());

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);
    private final ObjectMapper json = new ObjectMapper();

    @TestHTTPResource
    URI api;

    @Inject
    InsideStore inside;

    @Inject
    StayWorker stays;

    @Inject
    DriverIds ids;

    @Inject
    Fences fences;

    @Inject
    EventStore events;

    @Inject
    CellGrid grid;

    @Inject
    RedisClock clock;

    @Inject
    RedisRouter redis;

    @Inject
    Scripts scripts;

    @Inject
    DriverKeys keys;

    @Inject
    Database database;

    private record Told(Map<String, String> headers, String body) {}

    @Test
    void who_enters_stays_and_leaves_is_told_in_that_order() {
        var fence = circle("\"dwell\": \"PT1S\",");
        var driver = newDriver();

        locate(driver, lat, lon).statusCode(200);
        await().atMost(PATIENCE).untilAsserted(() -> {
            locate(driver, lat, lon).statusCode(200);
            assertThat(kinds(fence, driver)).containsExactly("enter", "dwell");
        });
        locate(driver, lat + 0.004, lon).statusCode(200);

        awaitKinds(fence, driver, "enter", "dwell", "exit");
    }

    /** The second point comes while Postgres is still asked where a driver was whom Redis does not know. */
    @Test
    void who_enters_and_leaves_at_once_is_told_of_both() {
        var fence = circle("");
        var drivers =
                Stream.generate(() -> newDriver()).limit(DRIVERS_IN_A_HURRY).toList();

        for (var driver : drivers) {
            locate(driver, lat, lon).statusCode(200);
            locate(driver, lat + 0.004, lon).statusCode(200);
        }

        drivers.forEach(driver -> awaitKinds(fence, driver, "enter", "exit"));
    }

    @Test
    void points_of_a_batch_are_compared_in_their_order() {
        var fence = circle("");
        var driver = newDriver();
        long now = Instant.now().getEpochSecond();
        var points = IntStream.range(0, 5)
                .mapToObj(i -> "{\"id\": \"%s\", \"lat\": %s, \"lon\": %s, \"ts\": %d}"
                        .formatted(driver, lat + (i % 2 == 0 ? 0 : 0.004), lon, now - 60 + i * 10))
                .toList();

        asAdmin()
                .body(points.toString())
                .post("/drivers/locations")
                .then()
                .statusCode(200)
                .body("counts.recorded", equalTo(5));

        awaitKinds(fence, driver, "enter", "exit", "enter", "exit", "enter");
    }

    /** As when a node does not answer that has some of the drivers of a batch. */
    @Test
    void who_can_be_compared_is_told_whatever_becomes_of_others() {
        var fence = circle("");
        var driver = newDriver();
        var other = newDriver();
        long deaf = got(ids.numberOf(other));
        var partly = new InsideStore(redis, scripts, keys) {
            @Override
            Uni<Optional<List<Crossing>>> cross(long each, List<Step> steps, long list, @Nullable List<Stay> stored) {
                return each == deaf
                        ? Uni.createFrom().failure(new IllegalStateException("the node is away"))
                        : super.cross(each, steps, list, stored);
            }
        };
        var meters = new SimpleMeterRegistry();
        var watch = new FenceWatch(fences, partly, events, grid, clock, new GeofenceMetrics(meters));
        var here = new GeoPoint(lat, lon);
        var step = new Step(1, Instant.now(), here, fences.index().around(here, grid));
        var steps = new LinkedHashMap<>(Map.of(got(ids.numberOf(driver)), List.of(step), deaf, List.of(step)));

        got(watch.follow(steps, fences.index().version()));

        assertThat(kinds(fence, driver)).containsExactly("enter");
        assertThat(kinds(fence, other)).isEmpty();
        assertThat(meters.counter("driver.geofence.missed", "reason", "failure").count())
                .isEqualTo(1);
    }

    @Test
    void two_instances_write_the_same_crossings_at_once() {
        var fence = circle("");
        var here = new GeoPoint(lat, lon);
        long number = fences.index().around(here, grid).stream()
                .filter(each -> each.id().equals(fence))
                .findFirst()
                .orElseThrow()
                .number();
        var drivers = Stream.generate(() -> got(ids.numberOf(newDriver())))
                .limit(DRIVERS_IN_A_HURRY)
                .toList();
        for (long version = 1; version <= 10; version++) {
            var kind = version % 2 == 1 ? "enter" : "exit";
            var text = "%s,%d,%d,1000,%s".formatted(kind, number, version, Crossing.placeText(here));
            var crossings =
                    drivers.stream().map(driver -> Crossing.of(driver, text)).toList();

            got(Uni.join()
                    .all(events.write(crossings), events.write(crossings.reversed()))
                    .andFailFast());
        }

        assertThat(got(events.stays(drivers))).isEmpty();
        assertThat(got(database.query("select count(*) as count from geofence_event where fence = $1", number))
                        .iterator()
                        .next()
                        .getLong("count"))
                .isEqualTo(10 * DRIVERS_IN_A_HURRY);
    }

    /** Of whom Redis knows nothing and who is in no fence, Postgres is not asked: it has to be reminded. */
    @Test
    void who_was_forgotten_in_a_fence_is_told_to_leave_it() {
        var fence = circle("");
        var driver = newDriver();
        locate(driver, lat, lon).statusCode(200);
        awaitKinds(fence, driver, "enter");
        got(inside.forget(got(ids.numberOf(driver))));

        got(stays.tick());
        locate(driver, lat + 0.004, lon).statusCode(200);

        awaitKinds(fence, driver, "enter", "exit");
    }

    @Test
    void who_stays_outside_is_not_told() {
        var fence = circle("");
        var driver = newDriver();
        var other = newDriver();

        locate(driver, lat + 0.004, lon).statusCode(200);
        locate(driver, lat + 0.004, lon + 0.0001).statusCode(200);
        locate(other, lat, lon).statusCode(200);

        awaitKinds(fence, other, "enter");
        assertThat(kinds(fence, driver)).isEmpty();
    }

    @Test
    void events_are_told_to_clients_and_again_after_the_last_one_seen() throws IOException {
        var fence = circle("");
        var driver = newDriver();
        String seen;
        try (var live = stream("")) {
            await().atMost(PATIENCE).until(() -> live.values("event").contains("snapshot"));
            locate(driver, lat, lon).statusCode(200);
            await().atMost(PATIENCE).until(() -> data(live, driver).size() == 1);
            seen = live.values("id").getLast();
        }
        locate(driver, lat + 0.004, lon).statusCode(200);
        awaitKinds(fence, driver, "enter", "exit");

        try (var back = stream("Last-Event-ID: " + seen + "\r\n")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(data(back, driver).stream()
                                    .map(event -> event.path("kind").asText()))
                            .containsExactly("exit"));
        }
    }

    @Test
    void the_address_of_a_fence_is_told_once_and_can_trust_it() throws Exception {
        var told = new CopyOnWriteArrayList<Told>();
        var receiver = receiver(told);
        try {
            var secret = WebhookSecret.generate();
            var fence = circle("\"webhook\": {\"url\": \"http://127.0.0.1:%d/\", \"secret\": \"%s\"},"
                    .formatted(receiver.getAddress().getPort(), secret));
            var driver = newDriver();
            locate(driver, lat, lon).statusCode(200);
            locate(driver, lat + 0.004, lon).statusCode(200);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(webhooks(fence)).containsExactly("sent", "sent"));

            assertThat(told).hasSize(2).allSatisfy(message -> assertSigned(message, secret));
            assertThat(told.stream().map(message -> message.headers().get("id")))
                    .doesNotHaveDuplicates();
            assertThat(json.readTree(told.getFirst().body())
                            .at("/data/driverId")
                            .asText())
                    .isEqualTo(driver);
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void what_was_read_can_be_sent_back_and_the_secret_stays() throws Exception {
        var told = new CopyOnWriteArrayList<Told>();
        var receiver = receiver(told);
        try {
            var secret = WebhookSecret.generate();
            var address = "http://127.0.0.1:%d/".formatted(receiver.getAddress().getPort());
            var fence = circle("\"webhook\": {\"url\": \"%s\", \"secret\": \"%s\"},".formatted(address, secret));
            var read = (ObjectNode)
                    tree(asAdmin().get("/geofences/" + fence).then().extract().asString());
            read.remove(List.of("id", "createdAt", "updatedAt"));

            asAdmin()
                    .body(read.toString())
                    .put("/geofences/" + fence)
                    .then()
                    .statusCode(200)
                    .body("webhook.url", equalTo(address))
                    .body("webhookSecret", nullValue());

            locate(newDriver(), lat, lon).statusCode(200);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).hasSize(1));
            assertSigned(told.getFirst(), secret);
        } finally {
            receiver.stop(0);
        }
    }

    private static void assertSigned(Told message, String secret) {
        var at = Instant.ofEpochSecond(Long.parseLong(message.headers().get("timestamp")));
        assertThat(message.headers().get("signature"))
                .isEqualTo(WebhookSecret.of(secret).sign(message.headers().get("id"), at, message.body()));
    }

    @Test
    void fences_are_read_changed_and_removed() {
        var fence = asAdmin()
                .body(body("", "\"webhook\": {\"url\": \"http://127.0.0.1:9/\"},"))
                .post("/geofences")
                .then()
                .statusCode(201)
                .body("id", startsWith("gfc_"))
                .body("webhookSecret", startsWith("whsec_"))
                .extract()
                .<String>path("id");

        asAdmin()
                .get("/geofences/" + fence)
                .then()
                .statusCode(200)
                .body("shape.kind", equalTo("circle"))
                .body("webhookSecret", nullValue());
        asAdmin()
                .body("""
                        {"name": "square", "shape": {"kind": "polygon", "ring": [[10, 50], [10.1, 50], [10.1, 50.1]]}}""")
                .put("/geofences/" + fence)
                .then()
                .statusCode(200)
                .body("name", equalTo("square"))
                .body("webhook", nullValue())
                .body("updatedAt", notNullValue());
        asAdmin().queryParam("limit", 1000).get("/geofences").then().body("items.id", hasItem(fence));
        asAdmin().delete("/geofences/" + fence).then().statusCode(204);
        asAdmin().get("/geofences/" + fence).then().statusCode(404).body("type", endsWith("#geofence-not-found"));
        asAdmin().delete("/geofences/" + fence).then().statusCode(404);
    }

    /** Drivers do not wait for whoever edits; each is told of each side once, in turns. */
    @Test
    void a_fence_that_is_moved_while_drivers_go_on_is_entered_and_left_in_turns() {
        var fence = circle("");
        var drivers = List.of(newDriver(), newDriver(), newDriver());
        var expected = List.of("enter", "exit", "enter");

        for (int known = 1; known <= expected.size(); known++) {
            double offset = known % 2 == 0 ? 0.02 : 0;
            asAdmin()
                    .body(body("", "", offset))
                    .put("/geofences/" + fence)
                    .then()
                    .statusCode(200);
            var told = expected.subList(0, known);
            await().atMost(PATIENCE).untilAsserted(() -> {
                drivers.forEach(driver -> locate(driver, lat, lon).statusCode(200));
                assertThat(drivers)
                        .allSatisfy(driver -> assertThat(kinds(fence, driver)).isEqualTo(told));
            });
        }
    }

    @Test
    void what_is_not_acceptable_is_named() {
        refused(
                "{\"name\": \"a\", \"shape\": {\"kind\": \"circle\", \"lat\": 1, \"lon\": 2, \"radius\": 1}}",
                "/shape/radius");
        refused("{\"name\": \"a\", \"shape\": {\"kind\": \"polygon\", \"ring\": [[1, 2], [3, 4]]}}", "/shape/ring");
        refused(
                "{\"name\": \" \", \"shape\": {\"kind\": \"circle\", \"lat\": 1, \"lon\": 2, \"radius\": 50}}",
                "/name");
        refused(body("\"dwell\": \"PT0S\",", ""), "/dwell");
        refused(body("", "\"webhook\": {\"url\": \"ftp://example.com/\"},"), "/webhook/url");
        refused(body("", "\"webhook\": {\"url\": \"http://169.254.169.254/\"},"), "/webhook/url");
    }

    // ---- what Redis keeps -------------------------------------------------------------------------------------------

    @Test
    void crossings_are_answered_again_until_they_are_written() {
        long driver = DRIVERS.incrementAndGet();
        var fence = fence(7);

        var first = got(cross(driver, List.of(step(10, 100, fence))));
        var again = got(cross(driver, List.of(step(11, 200))));
        got(inside.forget(driver, first));
        var rest = got(cross(driver, List.of(step(12, 300))));

        assertThat(first).extracting(Crossing::kind).containsExactly(Crossing.Kind.ENTER);
        assertThat(again).extracting(Crossing::kind).containsExactly(Crossing.Kind.ENTER, Crossing.Kind.EXIT);
        assertThat(rest).extracting(Crossing::kind).containsExactly(Crossing.Kind.EXIT);
        got(inside.forget(driver, again));
        assertThat(got(cross(driver, List.of(step(13, 400))))).isEmpty();
    }

    @Test
    void what_comes_late_crosses_nothing() {
        long driver = DRIVERS.incrementAndGet();
        got(inside.forget(driver, got(cross(driver, List.of(step(10, 100, fence(7)))))));

        assertThat(got(cross(driver, List.of(step(9, 90))))).isEmpty();
        assertThat(got(cross(driver, List.of(step(10, 100))))).isEmpty();
        assertThat(got(cross(driver, List.of(step(11, 110)))))
                .extracting(Crossing::kind)
                .containsExactly(Crossing.Kind.EXIT);
    }

    @Test
    void a_batch_is_followed_in_its_order() {
        long driver = DRIVERS.incrementAndGet();

        var crossings = got(cross(
                driver, List.of(step(1, 100, fence(7)), step(2, 200, fence(7), fence(8)), step(3, 300, fence(8)))));

        assertThat(crossings)
                .extracting(crossing -> crossing.kind() + " " + crossing.fence())
                .containsExactly("ENTER 7", "ENTER 8", "EXIT 7");
        assertThat(got(inside.known(List.of(driver, DRIVERS.incrementAndGet()))))
                .containsExactly(driver);
    }

    private Uni<List<Crossing>> cross(long driver, List<Step> steps) {
        return inside.cross(driver, steps, 1, List.of()).map(Optional::orElseThrow);
    }

    private static Step step(long version, long at, Fence... fences) {
        return new Step(version, Instant.ofEpochMilli(at), new GeoPoint(1, 2), List.of(fences));
    }

    private static Fence fence(long number) {
        return new Fence(
                number, "gfc_" + number, "f", new Shape.Circle(1, 2, 50), null, null, Instant.EPOCH, Instant.EPOCH);
    }

    // -----------------------------------------------------------------------------------------------------------------

    private String circle(String more) {
        return asAdmin()
                .body(body(more, ""))
                .post("/geofences")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private String body(String more, String webhook) {
        return body(more, webhook, 0);
    }

    private String body(String more, String webhook, double offset) {
        return """
                {"name": "here", %s %s "shape": {"kind": "circle", "lat": %s, "lon": %s, "radius": 200}}""".formatted(more, webhook, lat + offset, lon);
    }

    private static void refused(String body, String pointer) {
        asAdmin().body(body).post("/geofences").then().statusCode(400).body("errors.pointer", hasItem(pointer));
    }

    private static void awaitKinds(String fence, String driver, String... kinds) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(kinds(fence, driver)).containsExactly(kinds));
    }

    /** Oldest first. */
    private static List<String> kinds(String fence, String driver) {
        return asAdmin()
                .queryParam("fence", fence)
                .queryParam("driver", driver)
                .get("/geofences/events")
                .then()
                .statusCode(200)
                .extract()
                .<List<String>>path("items.kind")
                .reversed();
    }

    private static List<String> webhooks(String fence) {
        return asAdmin()
                .queryParam("fence", fence)
                .get("/geofences/events")
                .then()
                .extract()
                .path("items.webhook");
    }

    private EventStreamClient stream(String header) throws IOException {
        return EventStreamClient.open(
                api.resolve("/geofences/events/stream"),
                "Authorization: Bearer " + ServiceContract.ADMIN_KEY + "\r\n",
                header);
    }

    private List<JsonNode> data(EventStreamClient client, String driver) {
        return client.values("data").stream()
                .map(this::tree)
                .filter(event -> event.path("driverId").asText().equals(driver))
                .toList();
    }

    private JsonNode tree(String text) {
        try {
            return json.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpServer receiver(List<Told> told) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var headers = exchange.getRequestHeaders();
            told.add(new Told(
                    Map.of(
                            "id", headers.getFirst("webhook-id"),
                            "timestamp", headers.getFirst("webhook-timestamp"),
                            "signature", headers.getFirst("webhook-signature")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
