package dev.hotstate.driver.vehicle;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.secret.AgreedSecrets;
import dev.hotstate.kit.redis.time.RedisClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.entur.gbfs.validation.GbfsValidatorFactory;
import org.entur.gbfs.validation.model.FileValidationResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Drivers as others list vehicles. Each test has a place of its own, by which it finds its driver. */
@QuarkusTest
class VehiclesIT {

    private static final Duration PATIENCE = ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    @Inject
    Database database;

    @Inject
    AgreedSecrets secrets;

    @Inject
    RedisClock clock;

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);
    private final String prefix = "vehicle-" + UUID.randomUUID() + "-";

    @Test
    void the_feeds_are_valid_gbfs() {
        locate(newDriver(), lat, lon).statusCode(200);
        await().atMost(PATIENCE).until(() -> listed().isPresent());
        Map<String, InputStream> files = new HashMap<>();
        for (var name : List.of("gbfs", "system_information", "vehicle_status")) {
            files.put(
                    name,
                    new ByteArrayInputStream(text("/gbfs/" + name + ".json").getBytes(UTF_8)));
        }

        var result = GbfsValidatorFactory.getGbfsJsonValidator().validate(files);

        assertThat(result.summary().version()).isEqualTo("3.0");
        assertThat(result.files().values().stream()
                        .filter(FileValidationResult::exists)
                        .flatMap(file -> file.errors().stream()))
                .isEmpty();
        assertThat(result.files().values().stream().filter(FileValidationResult::exists))
                .hasSize(files.size());
    }

    @Test
    void the_validator_finds_what_is_wrong() {
        var wrong =
                "{\"last_updated\": \"yesterday\", \"ttl\": -1, \"version\": \"3.0\", \"data\": {\"vehicles\": [{}]}}";

        var result = GbfsValidatorFactory.getGbfsJsonValidator()
                .validate(Map.of("vehicle_status", new ByteArrayInputStream(wrong.getBytes(UTF_8))));

        assertThat(result.summary().errorsCount()).isPositive();
    }

    @Test
    void states_follow_the_driver_and_ids_change_with_each_claim() {
        var driver = newDriver();
        locate(driver, lat, lon).statusCode(200);
        awaitState("available");
        var first = listed().orElseThrow();
        assertThat(first.path("is_reserved").asBoolean()).isFalse();

        var claim = asAdmin()
                .body("{\"requestId\": \"%s\"}".formatted(UUID.randomUUID()))
                .post("/drivers/" + driver + "/claim")
                .then()
                .statusCode(200)
                .extract();
        awaitState("reserved");
        var reserved = listed().orElseThrow();
        assertThat(reserved.path("is_reserved").asBoolean()).isTrue();
        assertThat(reserved.path("vehicle_id")).isNotEqualTo(first.path("vehicle_id"));

        change(claim.path("id"), claim.path("token"), "confirm");
        awaitState("on_trip");
        assertThat(listed()).as("on a trip nobody is followed").isEmpty();

        change(claim.path("id"), claim.path("token"), "release");
        awaitState("available");
        asAdmin().body("{}").post("/drivers/" + driver + "/offline").then().statusCode(200);
        awaitState("non_operational");
        assertThat(listed()).isEmpty();
    }

    /** As it is when Redis forgot the driver before it went silent: nobody sweeps it. */
    @Test
    void who_is_not_heard_of_is_non_contactable_whatever_was_last_written() {
        known("AVAILABLE", clock.now().minusSeconds(1), lat);

        awaitState("non_contactable");
        assertThat(listed()).isEmpty();
    }

    @Test
    void who_can_be_had_is_listed_however_many_cannot() {
        var late = clock.now().plus(ofDays(365));
        IntStream.range(0, 10).forEach(i -> known("OFFLINE", late.plusSeconds(60 + i), lat));
        IntStream.range(0, 6).forEach(i -> known("AVAILABLE", late.minusSeconds(i), lat + i));
        var meters = new SimpleMeterRegistry();
        var five = new SmallRyeConfigBuilder()
                .withMapping(VehicleConfig.class)
                .withDefaultValue("driver.vehicle.max", "5")
                .build()
                .getConfigMapping(VehicleConfig.class);

        var listed = new VehicleStore(database, five, secrets, clock, meters)
                .listed()
                .await()
                .atMost(PATIENCE);

        assertThat(listed.stream().map(vehicle -> vehicle.place().lat()))
                .as("those heard of last")
                .containsExactly(lat, lat + 1, lat + 2, lat + 3, lat + 4);
        assertThat(meters.counter("driver.vehicle.cut").count()).isEqualTo(1);
    }

    /** By Postgres alone. */
    private void known(String status, Instant heardUntil, double itsLat) {
        database.query(
                        """
                        with made as (insert into driver (id, profile, version) values ($1, '{}', 1) returning number)
                        insert into driver_state (driver, status, reason, version, last_active_at, since, current_lat,
                                                  current_lon, position_at)
                        select number, $2, '', $3, now(), now(), $4, $5, now() from made""",
                        prefix + status.charAt(0) + heardUntil.toEpochMilli(),
                        status,
                        heardUntil.toEpochMilli(),
                        itsLat,
                        lon)
                .await()
                .atMost(PATIENCE);
    }

    @AfterEach
    void forget() {
        database.query("delete from driver where starts_with(id, $1)", prefix)
                .await()
                .atMost(PATIENCE);
    }

    private static void change(String id, long token, String what) {
        asAdmin()
                .body("{\"token\": %d}".formatted(token))
                .post("/drivers/claims/" + id + "/" + what)
                .then()
                .statusCode(200);
    }

    private void awaitState(String state) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(find(
                                        tree("/mds/vehicles/status").path("vehicles_status"),
                                        each -> isHere(
                                                each.at("/last_telemetry/location/lat"),
                                                each.at("/last_telemetry/location/lng")))
                                .map(each -> each.path("vehicle_state").asText()))
                        .contains(state));
    }

    private Optional<JsonNode> listed() {
        return find(
                tree("/gbfs/vehicle_status.json").at("/data/vehicles"),
                each -> isHere(each.path("lat"), each.path("lon")));
    }

    private static Optional<JsonNode> find(JsonNode list, Predicate<JsonNode> wanted) {
        return list.valueStream().filter(wanted).findFirst();
    }

    private boolean isHere(JsonNode itsLat, JsonNode itsLon) {
        return Math.abs(itsLat.asDouble() - lat) < 1e-6 && Math.abs(itsLon.asDouble() - lon) < 1e-6;
    }

    private static JsonNode tree(String path) {
        try {
            return JSON.readTree(text(path));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(String path) {
        return asAdmin().get(path).then().statusCode(200).extract().asString();
    }
}
