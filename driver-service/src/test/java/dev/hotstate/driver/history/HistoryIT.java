package dev.hotstate.driver.history;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static java.time.Duration.ofSeconds;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Motion;
import dev.hotstate.driver.position.Point;
import dev.hotstate.driver.position.Status;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.http.postgres.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Points of the past, by a recorder of its own: the service that the tests share keeps none. */
@QuarkusTest
class HistoryIT {

    private static final Duration PATIENCE = ofSeconds(15);

    /** Of yesterday: what is older than {@code driver.history.keep} is forgotten by the service, too. */
    private static final Instant NOON = Instant.now().truncatedTo(DAYS).minus(12, HOURS);

    @Inject
    HistoryStore store;

    @Inject
    DriverIds ids;

    @Inject
    Database database;

    @Test
    void what_became_the_position_is_kept_and_read_newest_first() {
        var driver = newDriver();
        record(driver, NOON, NOON.plusSeconds(5), NOON.plusSeconds(10));

        positions(driver, Map.of())
                .body("items.at", contains(noonPlus(10), noonPlus(5), noonPlus(0)))
                .body("items[0].lat", equalTo(1.5f))
                .body("items[0].speed", equalTo(7.5f))
                .body("items[0].heading", nullValue());
        positions(driver, Map.of("from", noonPlus(5), "to", noonPlus(10))).body("items.at", contains(noonPlus(5)));
    }

    @Test
    void it_is_read_page_by_page() {
        var driver = newDriver();
        record(driver, NOON, NOON.plusSeconds(5), NOON.plusSeconds(10));

        String next = positions(driver, Map.of("limit", 2))
                .body("items.at", contains(noonPlus(10), noonPlus(5)))
                .body("nextCursor", notNullValue())
                .extract()
                .path("nextCursor");
        positions(driver, Map.of("limit", 2, "cursor", next)).body("items.at", contains(noonPlus(0)));
    }

    @Test
    void who_is_erased_was_nowhere() {
        var driver = newDriver();
        long number = got(ids.numberOf(driver));
        record(driver, NOON);

        asAdmin().delete("/drivers/" + driver).then().statusCode(204);

        assertThat(got(store.page(number, Instant.EPOCH, NOON.plusSeconds(60), 10)))
                .isEmpty();
    }

    @Test
    void what_is_old_is_forgotten() {
        var driver = newDriver();
        record(driver, Instant.parse("2001-01-01T00:00:00Z"), Instant.now());

        await().atMost(PATIENCE).until(() -> got(store.forget(Duration.ofDays(3_650), 100)) < 100);

        assertThat(got(store.page(
                        got(ids.numberOf(driver)), Instant.EPOCH, Instant.now().plusSeconds(60), 10)))
                .hasSize(1);
    }

    @Test
    void what_is_no_time_is_refused_and_who_is_nobody_was_nowhere() {
        var driver = newDriver();

        positions(driver, Map.of()).body("items", empty());
        positions(driver, Map.of("from", Instant.MIN.toString(), "to", Instant.MAX.toString()))
                .body("items", empty());
        asAdmin().get("/drivers/" + driver + "/positions?from=noon").then().statusCode(400);
        asAdmin().get("/drivers/nobody-at-all/positions").then().statusCode(404);
    }

    @Test
    void what_nobody_wants_is_not_kept() {
        var driver = newDriver();
        long number = got(ids.numberOf(driver));
        var recorder = new Recorder(store, config("false"), new HistoryMetrics(new SimpleMeterRegistry()));

        recorder.changed(List.of(change(number, NOON)));
        got(recorder.flush());

        positions(driver, Map.of()).body("items", empty());
    }

    private static String noonPlus(int seconds) {
        return NOON.plusSeconds(seconds).toString();
    }

    private void record(String driver, Instant... times) {
        long number = got(ids.numberOf(driver));
        var recorder = new Recorder(store, config("true"), new HistoryMetrics(new SimpleMeterRegistry()));
        for (var time : times) {
            recorder.changed(List.of(change(number, time)));
        }
        got(recorder.flush());
    }

    private static DriverChange change(long driver, Instant at) {
        var place = new GeoPoint(1.5, 2.5);
        var position = new DriverState.Position(place, new dev.hotstate.driver.cell.CellGrid().of(place), at);
        return new DriverChange(
                driver,
                new DriverState(Status.AVAILABLE, "", Status.AVAILABLE, position, 1, List.of(), 0),
                new Point(place, at, null, new Motion(null, 7.5, null)));
    }

    private static HistoryConfig config(String enabled) {
        return new SmallRyeConfigBuilder()
                .withMapping(HistoryConfig.class)
                .withConverter(Duration.class, 100, new io.quarkus.runtime.configuration.DurationConverter())
                .withDefaultValue("driver.history.enabled", enabled)
                .build()
                .getConfigMapping(HistoryConfig.class);
    }

    private static ValidatableResponse positions(String driver, Map<String, ?> parameters) {
        return asAdmin()
                .queryParams(parameters)
                .get("/drivers/" + driver + "/positions")
                .then()
                .statusCode(200);
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}
