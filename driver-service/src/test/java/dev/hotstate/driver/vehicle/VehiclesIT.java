package dev.hotstate.driver.vehicle;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.entur.gbfs.validation.GbfsValidatorFactory;
import org.entur.gbfs.validation.model.FileValidationResult;
import org.junit.jupiter.api.Test;

/** Drivers as others list vehicles. Each test has a place of its own, by which it finds its driver. */
@QuarkusTest
class VehiclesIT {

    private static final Duration PATIENCE = ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final double lat = ThreadLocalRandom.current().nextDouble(-60, 60);
    private final double lon = ThreadLocalRandom.current().nextDouble(-170, 170);

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
