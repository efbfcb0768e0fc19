package dev.hotstate.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A process of its own on backends of its own, which lose their memory, go away and come back. Each test is somewhere else. */
class DriverFaultIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int DRIVERS = 20;

    private static Path folder;
    private static LocalBackends backends;
    private static PackagedService service;

    @BeforeAll
    static void start() throws IOException {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "faults-");
        backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
        var packaged = ServicePackage.ofModule(Path.of(""));
        service = PackagedService.start(
                "driver",
                folder,
                packaged,
                packaged.admitTo(backends.access(), "local"),
                // Nobody lapses while the machine is busy with something else.
                Map.of("DRIVER_POSITION_HEARTBEAT", "5m"));
        service.awaitReady();
    }

    @AfterAll
    static void stop() {
        service.kill();
        backends.close();
        Folders.delete(folder);
    }

    @Test
    void after_a_flush_everybody_is_back_from_postgres_without_a_word() {
        var place = new Place(48.2, 16.4);
        var all = drivers(place);
        awaitMirrored(all, place);
        var drivers = all.subList(1, all.size());
        lapse(all.getFirst());

        flushRedis();

        assertThat(ids(search(place))).as("Postgres knows them at once").containsAll(drivers);
        await().atMost(PATIENCE).untilAsserted(() -> {
            var found = search(place);
            assertThat(found.path("source").asText()).isEqualTo("redis");
            assertThat(found.path("complete").asBoolean()).isTrue();
            assertThat(ids(found)).as("and nobody who has gone silent").containsExactlyInAnyOrderElementsOf(drivers);
        });
    }

    @Test
    void after_one_node_lost_its_memory_everybody_is_back() {
        var place = new Place(50.85, 4.35);
        var drivers = drivers(place);
        awaitMirrored(drivers, place);

        for (var node : backends.redis().nodes()) {
            node.call("FLUSHALL");
            assertThat(ids(search(place))).as("Postgres knows them at once").containsAll(drivers);
            await().atMost(PATIENCE).untilAsserted(() -> {
                var found = search(place);
                assertThat(found.path("source").asText()).isEqualTo("redis");
                assertThat(ids(found)).containsAll(drivers);
            });
        }
    }

    @Test
    void a_claim_over_half_a_cluster_is_refused_and_keeps_nobody() {
        var place = new Place(51.5, -0.12);
        var drivers = drivers(place);
        var wanted = """
                {"requestId": "half-%s", "lat": %s, "lon": %s, "radius": 40, "count": %d, "ttl": "PT10M"}""".formatted(UUID.randomUUID(), place.lat(), place.lon(), DRIVERS + 5);

        var node = backends.redis().nodes().getFirst();
        node.process().pause();
        try {
            assertThat(service.admin().post("/drivers/claims", wanted).statusCode())
                    .isEqualTo(503);
        } finally {
            node.process().resume();
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            var found = search(place);
            assertThat(found.path("source").asText()).isEqualTo("redis");
            assertThat(ids(found)).containsAll(drivers);
        });
    }

    @Test
    void claims_go_on_without_redis_where_that_is_wanted() throws IOException {
        var place = new Place(53.3, -6.26);
        var drivers = drivers(place);
        awaitMirrored(drivers, place);
        var packaged = ServicePackage.ofModule(Path.of(""));
        var wanted = """
                {"requestId": "without-%s", "lat": %s, "lon": %s, "count": %d, "ttl": "PT10M"}""".formatted(UUID.randomUUID(), place.lat(), place.lon(), DRIVERS);
        try (var claims = PackagedService.start(
                "claims",
                Files.createDirectory(folder.resolve("claims")),
                packaged,
                packaged.admitTo(backends.access(), "local"),
                Map.of("DRIVER_POSITION_HEARTBEAT", "5m", "DRIVER_CLAIM_WITHOUT_REDIS", "true"))) {
            claims.awaitReady();
            backends.redis().nodes().forEach(node -> node.process().pause());
            try {
                assertThat(service.admin().post("/drivers/claims", wanted).statusCode())
                        .isEqualTo(503);
                await().atMost(PATIENCE).untilAsserted(() -> {
                    var answer = claims.admin().post("/drivers/claims", wanted);
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    assertThat(tree(answer.body()).findValuesAsText("driverId"))
                            .containsExactlyInAnyOrderElementsOf(drivers);
                });
            } finally {
                backends.redis().nodes().forEach(node -> node.process().resume());
            }

            await().atMost(PATIENCE).untilAsserted(() -> {
                var found = search(place);
                assertThat(found.path("source").asText()).isEqualTo("redis");
                assertThat(ids(found)).isEmpty();
            });
        }
    }

    @Test
    void who_is_heard_of_after_a_flush_is_back() {
        var place = new Place(45.8, 16.0);
        var drivers = drivers(place);

        flushRedis();
        locate(drivers, place);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ids(search(place))).containsAll(drivers));
    }

    @Test
    void who_logged_out_stays_so_after_a_flush() {
        var place = new Place(46.05, 14.5);
        var drivers = drivers(place);
        say(drivers, "offline");

        flushRedis();
        locate(drivers, place);
        assertThat(ids(search(place))).isEmpty();

        say(drivers, "available");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ids(search(place))).containsAll(drivers));
    }

    /** As an app does: until it was heard. On a crowded machine Redis may not answer in time. */
    private static void say(List<String> drivers, String status) {
        drivers.forEach(driver -> await().atMost(PATIENCE)
                .until(() -> service.admin()
                                .post("/drivers/" + driver + "/" + status, "{}")
                                .statusCode()
                        == 200));
    }

    @Test
    void of_whom_redis_and_postgres_know_nothing_it_is_said_and_it_stays_hidden() {
        var place = new Place(41.33, 19.82);
        var drivers = drivers(place);
        awaitMirrored(drivers, place);

        backends.postgres().process().stop();
        try {
            flushRedis();
            await().atMost(PATIENCE).untilAsserted(() -> {
                var one = service.admin().post("/drivers/" + drivers.getFirst() + "/heartbeat", "");
                assertThat(one.statusCode()).as(one.body()).isEqualTo(503);
                assertThat(tree(one.body()).path("type").asText()).endsWith("#driver-undecided");
            });
            await().atMost(PATIENCE).untilAsserted(() -> {
                var all = service.admin().post("/drivers/locations", points(drivers.subList(1, DRIVERS), place));
                assertThat(tree(all.body()).path("counts").path("undecided").asInt())
                        .as(all.body())
                        .isEqualTo(DRIVERS - 1);
            });
            assertThat(service.admin()
                            .get("/drivers/available?lat=%s&lon=%s".formatted(place.lat(), place.lon()))
                            .body())
                    .doesNotContain(drivers);
        } finally {
            backends.postgres().restart();
        }

        locate(drivers, place);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ids(search(place))).containsAll(drivers));
    }

    @Test
    void without_redis_postgres_answers_and_says_so() {
        var place = new Place(44.8, 20.5);
        var drivers = drivers(place);
        awaitMirrored(drivers, place);

        backends.redis().nodes().forEach(node -> node.process().pause());
        try {
            await().atMost(PATIENCE).untilAsserted(() -> {
                var found = search(place);
                assertThat(found.path("source").asText()).isEqualTo("postgres");
                assertThat(found.path("stale").asBoolean()).isTrue();
                assertThat(found.path("complete").asBoolean()).isFalse();
                assertThat(ids(found)).containsAll(drivers);
                assertThat(found.path("drivers").path(0).path("ageMs").asLong()).isPositive();
                assertThat(servedBy()).isEqualTo("postgres");
            });
        } finally {
            backends.redis().nodes().forEach(node -> node.process().resume());
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(search(place).path("source").asText()).isEqualTo("redis");
            assertThat(servedBy()).isEqualTo("redis");
        });
    }

    private static String servedBy() {
        return tree(service.admin().get("/overview").body())
                .path("search")
                .path("source")
                .asText();
    }

    @Test
    void without_postgres_positions_and_searches_go_on_and_positions_arrive_afterwards() {
        var place = new Place(42.7, 23.3);
        var next = new Place(42.701, 23.301);
        var drivers = drivers(place);
        awaitMirrored(drivers, place);

        backends.postgres().process().stop();
        try {
            locate(drivers, next);
            await().atMost(PATIENCE).untilAsserted(() -> {
                var found = search(next);
                assertThat(found.path("source").asText()).isEqualTo("redis");
                assertThat(ids(found)).containsAll(drivers);
            });
        } finally {
            backends.postgres().restart();
        }

        awaitMirrored(drivers, next);
    }

    /** A machine that is busy with something else may be late now and then, so one kill in time counts. */
    @Test
    void killed_between_redis_and_postgres_it_loses_at_most_what_waited() {
        var place = new Place(37.98, 23.73);
        var drivers = drivers(place);
        var way = new ArrayList<Answered>();

        await().pollInSameThread().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
            driveOn(drivers, way.isEmpty() ? place : way.getLast().place(), way);
            service.kill();
            var safe = way.stream()
                    .filter(point -> way.getLast().since(point).compareTo(FLUSH_WINDOW) > 0)
                    .toList()
                    .getLast();
            var kept = drivers.stream().map(DriverFaultIT::mirroredLat).toList();
            service.startAgain();
            service.awaitReady();

            assertThat(kept)
                    .as("where they were when answered longer than the window before the kill, or later")
                    .allSatisfy(lat -> assertThat(lat)
                            .isBetween(safe.place().lat(), way.getLast().place().lat()));
        });

        var last = way.getLast().place();
        await().atMost(PATIENCE).untilAsserted(() -> {
            var found = search(last);
            assertThat(ids(found)).containsAll(drivers);
            assertThat(found.path("drivers").findValues("lat"))
                    .allSatisfy(lat -> assertThat(lat.asDouble()).isCloseTo(last.lat(), within(5e-6)));
        });
    }

    /** What waits goes to Postgres once a second (driver.mirror.period), and so long it may take to be written. */
    private static final Duration FLUSH_WINDOW = Duration.ofSeconds(2);

    /** A point of all of them that was answered. */
    private record Answered(Place place, long nanos) {

        Duration since(Answered earlier) {
            return Duration.ofNanos(nanos - earlier.nanos);
        }
    }

    /** For more than twice the window, about a metre from point to point. */
    private static void driveOn(List<String> drivers, Place from, List<Answered> way) {
        long begun = System.nanoTime();
        var at = from;
        do {
            at = new Place(Math.round(at.lat() * 1e5 + 1) / 1e5, at.lon());
            locate(drivers, at);
            way.add(new Answered(at, System.nanoTime()));
        } while (way.getLast().nanos() - begun < 2.5 * FLUSH_WINDOW.toNanos());
    }

    private record Place(double lat, double lon) {}

    /** There, and found. */
    private static List<String> drivers(Place place) {
        var drivers = IntStream.range(0, DRIVERS)
                .mapToObj(number -> "at-%s-%s-%d".formatted(place.lat(), place.lon(), number))
                .toList();
        drivers.forEach(driver -> assertThat(service.admin()
                        .post("/drivers", "{\"id\": \"%s\"}".formatted(driver))
                        .statusCode())
                .isEqualTo(201));
        locate(drivers, place);
        // What another test did to Redis may not be brought back yet: so long Postgres answers, a moment behind.
        await().atMost(PATIENCE).untilAsserted(() -> {
            var found = search(place);
            assertThat(found.path("source").asText()).isEqualTo("redis");
            assertThat(ids(found)).containsAll(drivers);
        });
        return drivers;
    }

    private static void locate(List<String> drivers, Place place) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var answer = service.admin().post("/drivers/locations", points(drivers, place));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("lost", "undecided", "unknown");
        });
    }

    private static String points(List<String> drivers, Place place) {
        return drivers.stream()
                .map(driver -> "{\"id\": \"%s\", \"lat\": %s, \"lon\": %s}".formatted(driver, place.lat(), place.lon()))
                .toList()
                .toString();
    }

    private static JsonNode search(Place place) {
        var answer = service.admin()
                .get("/drivers/available?radius=1&limit=500&lat=%s&lon=%s".formatted(place.lat(), place.lon()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return tree(answer.body());
    }

    private static List<String> ids(JsonNode found) {
        var ids = new ArrayList<String>();
        found.path("drivers").forEach(driver -> ids.add(driver.path("id").asText()));
        return ids;
    }

    /** Until Postgres has them there. */
    private static void awaitMirrored(List<String> drivers, Place place) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(drivers)
                        .allSatisfy(driver -> assertThat(mirroredLat(driver)).isEqualTo(place.lat())));
    }

    /** As Postgres knows it. */
    private static void lapse(String driver) {
        try (var connection = backends.postgres().admin().connect();
                var update = connection.prepareStatement("update driver.driver_state set version = ?"
                        + " from driver.driver where number = driver and id = ?")) {
            update.setLong(1, System.currentTimeMillis() - 1);
            update.setString(2, driver);
            assertThat(update.executeUpdate()).isEqualTo(1);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double mirroredLat(String driver) {
        try (var connection = backends.postgres().admin().connect();
                var query = connection.prepareStatement(
                        "select current_lat from driver.driver_state join driver.driver on number = driver where id = ?")) {
            query.setString(1, driver);
            var rows = query.executeQuery();
            return rows.next() ? rows.getDouble(1) : Double.NaN;
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void flushRedis() {
        backends.redis().nodes().forEach(node -> node.call("FLUSHALL"));
    }

    private static JsonNode tree(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
