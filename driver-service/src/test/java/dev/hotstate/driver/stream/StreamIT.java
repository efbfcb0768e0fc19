package dev.hotstate.driver.stream;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.hasItem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** Drivers on a part of the map. Each test has a place of its own. */
@QuarkusTest
class StreamIT {

    private static final Duration PATIENCE = ofSeconds(30);
    private static final Duration ONE_LOOK = ofSeconds(20);
    private static final double HALF = 0.01;

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);
    private final ObjectMapper json = new ObjectMapper();

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    @Inject
    StreamConfig config;

    @Test
    void a_client_gets_who_is_there_and_then_what_changes() throws IOException {
        var here = newDriver();
        locate(here, lat, lon).statusCode(200);
        awaitMirrored(here);
        try (var stream = open()) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(driversOf(stream, "snapshot")).contains(here));

            var coming = newDriver();
            locate(coming, lat + 0.001, lon).statusCode(200);
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(driversOf(stream, "changes")).contains(coming));

            asAdmin().body("{}").post("/drivers/" + here + "/busy").then().statusCode(200);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(statusesOf(stream, here)).endsWith("BUSY"));
        }
    }

    /** Postgres, from which the snapshot is, may not know it yet; and nobody may have watched when it came. */
    @Test
    void who_came_a_moment_ago_is_there_too() throws IOException {
        var here = newDriver();
        locate(here, lat, lon).statusCode(200);
        try (var stream = open()) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(driversOf(stream, "snapshot").contains(here)
                                            || driversOf(stream, "changes").contains(here))
                                    .isTrue());
        }
    }

    @Test
    void a_claim_tells_where_somebody_asked() throws IOException {
        var driver = newDriver();
        locate(driver, lat, lon).statusCode(200);
        awaitMirrored(driver);
        try (var stream = open()) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(driversOf(stream, "snapshot")).contains(driver));

            asAdmin()
                    .body("{\"requestId\": \"%s\", \"lat\": %s, \"lon\": %s, \"radius\": 1}"
                            .formatted(driver, lat + 0.002, lon))
                    .post("/drivers/claims")
                    .then()
                    .statusCode(200)
                    .body("claims.driverId", hasItem(driver));
            // Both may be told together.
            locate(driver, lat + 0.000_1, lon).statusCode(200);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(claimPointsOf(stream, driver))
                            .singleElement()
                            .satisfies(point -> {
                                assertThat(point.path("lat").asDouble()).isCloseTo(lat + 0.002, within(1e-6));
                                assertThat(point.path("lon").asDouble()).isCloseTo(lon, within(1e-6));
                            }));
        }
    }

    private List<JsonNode> claimPointsOf(EventStreamClient stream, String driver) {
        return data(stream).stream()
                .flatMap(each -> each.path("drivers").valueStream())
                .filter(each -> each.path("id").asText().equals(driver) && each.has("claimedFrom"))
                .map(each -> each.path("claimedFrom"))
                .toList();
    }

    @Test
    void where_very_many_are_a_client_gets_some_and_is_told_so() throws IOException {
        var prefix = "crowd-" + UUID.randomUUID() + "-";
        int many = config.snapshotMax() + 1;
        database.query("""
                        with made as (
                            insert into driver (id, profile, version) select $1 || n, '{}', 1 from generate_series(1, $2) n
                            returning number)
                        insert into driver_state (driver, status, reason, version, last_active_at, since, current_lat,
                                                  current_lon, position_at)
                        select number, 'AVAILABLE', '', 1, now(), now(), $3, $4, now() from made""", prefix, many, lat, lon).await().atMost(PATIENCE);
        try (var stream = open()) {
            await().atMost(PATIENCE).until(() -> !data(stream).isEmpty());

            var snapshot = data(stream).getFirst();
            assertThat(snapshot.path("truncated").asBoolean()).isTrue();
            assertThat(snapshot.path("drivers")).hasSize(config.snapshotMax());
        } finally {
            database.query("delete from driver where starts_with(id, $1)", prefix)
                    .await()
                    .atMost(PATIENCE);
        }
    }

    @Test
    void who_goes_elsewhere_is_gone() throws IOException {
        var driver = newDriver();
        locate(driver, lat + HALF - 0.000_1, lon).statusCode(200);
        awaitMirrored(driver);
        try (var stream = open()) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(driversOf(stream, "snapshot")).contains(driver));

            locate(driver, lat + HALF + 0.000_2, lon).statusCode(200);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(goneOf(stream)).contains(driver));
        }
    }

    @Test
    void who_is_elsewhere_concerns_nobody() throws IOException {
        try (var stream = open()) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(stream.values("event"))
                            .as(stream.lines().toString())
                            .isNotEmpty());
            var elsewhere = newDriver();
            var here = newDriver();

            locate(elsewhere, lat + 5, lon).statusCode(200);
            locate(here, lat, lon).statusCode(200);

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(driversOf(stream, "changes")).contains(here));
            assertThat(driversOf(stream, "changes")).doesNotContain(elsewhere);
        }
    }

    @Test
    void a_part_of_the_map_has_to_be_named() {
        asAdmin().get("/drivers/stream").then().statusCode(400).body("errors.parameter", hasItem("bbox"));
    }

    /** The snapshot is a moment behind, from Postgres. */
    private void awaitMirrored(String driver) {
        await().atMost(PATIENCE.multipliedBy(2)).untilAsserted(() -> {
            try (var stream = open()) {
                await().atMost(ONE_LOOK).until(() -> !data(stream).isEmpty());
                assertThat(driversOf(stream, "snapshot")).contains(driver);
            }
        });
    }

    private EventStreamClient open() throws IOException {
        var bbox = "%s,%s,%s,%s".formatted(lon - HALF, lat - HALF, lon + HALF, lat + HALF);
        return EventStreamClient.open(
                api.resolve("/drivers/stream?bbox=" + bbox),
                "Authorization: Bearer " + ServiceContract.ADMIN_KEY + "\r\n");
    }

    private List<String> driversOf(EventStreamClient stream, String event) {
        return data(stream).stream()
                .filter(each -> each.has("asOf") == event.equals("snapshot"))
                .flatMap(each -> each.path("drivers").findValuesAsText("id").stream())
                .toList();
    }

    private List<String> statusesOf(EventStreamClient stream, String driver) {
        return data(stream).stream()
                .flatMap(each -> each.path("drivers").valueStream())
                .filter(each -> each.path("id").asText().equals(driver))
                .map(each -> each.path("status").asText())
                .toList();
    }

    private List<String> goneOf(EventStreamClient stream) {
        return data(stream).stream()
                .flatMap(each -> each.path("gone").valueStream())
                .map(JsonNode::asText)
                .toList();
    }

    private List<JsonNode> data(EventStreamClient stream) {
        return stream.values("data").stream().map(this::tree).toList();
    }

    private JsonNode tree(String text) {
        try {
            return json.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
