package dev.hotstate.driver.status;

import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static dev.hotstate.driver.DriverApiClient.locate;
import static dev.hotstate.driver.DriverApiClient.newDriver;
import static dev.hotstate.driver.DriverApiClient.search;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A driver's day: at work, found, busy, away. Each test is somewhere else. */
@QuarkusTest
class DriverLifeIT {

    private static final Duration PATIENCE = ofSeconds(20);

    @Inject
    Database database;

    @Inject
    RedisRouter redis;

    @Inject
    DriverKeys keys;

    @Test
    void who_says_where_it_is_can_be_found() {
        var driver = newDriver();

        locate(driver, 41.3851, 2.1734)
                .statusCode(200)
                .body("verdict", equalTo("recorded"))
                .body("status", equalTo("AVAILABLE"))
                .body("reason", nullValue());

        search(41.3851, 2.1734)
                .statusCode(200)
                .body("drivers.id", hasItem(driver))
                .body("complete", equalTo(true))
                .body("source", equalTo("redis"))
                .body("stale", equalTo(false));
    }

    @Test
    void who_is_busy_is_not_found_wherever_it_goes_until_it_is_available() {
        var driver = newDriver();
        locate(driver, 41.9028, 12.4964).statusCode(200);

        change(driver, "busy", "{\"reason\": \"own ride\"}").statusCode(200).body("status", equalTo("BUSY"));
        locate(driver, 41.9029, 12.4965)
                .body("verdict", equalTo("recorded"))
                .body("status", equalTo("BUSY"))
                .body("reason", equalTo("own ride"));
        search(41.9028, 12.4964).body("drivers.id", not(hasItem(driver)));

        change(driver, "available", null).statusCode(200).body("status", equalTo("AVAILABLE"));
        search(41.9028, 12.4964).body("drivers.id", hasItem(driver));
    }

    @Test
    void who_logs_out_stays_so_whatever_is_heard_of_it() {
        var driver = newDriver();
        locate(driver, 50.0755, 14.4378).statusCode(200);

        change(driver, "offline", "{}").statusCode(200).body("status", equalTo("OFFLINE"));

        asAdmin().post("/drivers/" + driver + "/heartbeat").then().body("status", equalTo("OFFLINE"));
        locate(driver, 50.0756, 14.4379).body("status", equalTo("OFFLINE"));
        search(50.0755, 14.4378).body("drivers.id", not(hasItem(driver)));
    }

    @Test
    void postgres_follows() {
        var driver = newDriver();
        locate(driver, 47.4979, 19.0402).statusCode(200);
        change(driver, "busy", "{\"reason\": \"own ride\"}").statusCode(200);

        await().atMost(PATIENCE)
                .until(() -> state(driver)
                        .filter(row -> row.getString("status").equals("BUSY")
                                && row.getString("reason").equals("own ride")
                                && Math.abs(row.getDouble("current_lat") - 47.4979) < 1e-6)
                        .isPresent());
    }

    @Test
    void postgres_follows_when_a_heartbeat_ends() {
        var place = new GeoPoint(54.6872, 25.2797);
        var driver = newDriver();
        locate(driver, place.lat(), place.lon()).statusCode(200);
        await().atMost(PATIENCE).until(() -> state(driver).isPresent());

        endHeartbeat(driver, place);

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(state(driver).map(row -> row.getString("status"))).contains("OFFLINE");
            assertThat(state(driver).map(row -> row.getString("reason"))).contains("heartbeat");
        });
    }

    /** As if it had been heard of longer ago. */
    private void endHeartbeat(String driver, GeoPoint place) {
        var expiry = Instant.now().minusSeconds(1);
        var cell = new CellGrid().of(place);
        long number = number(driver);
        database.query("update driver_state set version = $2 where driver = $1", number, expiry.toEpochMilli())
                .await()
                .atMost(PATIENCE);
        DriverRedis.setExpiry(this::send, keys, number, expiry);
        send(Command.of("ZADD")
                .key(keys.online(cell))
                .arg("XX")
                .arg(expiry.toEpochMilli())
                .arg(DriverKeys.member(number)));
        send(Command.of("ZADD").key(keys.cellsOf(cell)).arg("XX").arg(1).arg(cell.hex()));
    }

    @Test
    void nobody_takes_a_reason_that_has_a_meaning() {
        change(newDriver(), "offline", "{\"reason\": \"heartbeat\"}")
                .statusCode(400)
                .body("errors.pointer", hasItem("/reason"));
    }

    @Test
    void nobody_takes_a_reason_that_nobody_can_see() {
        change(newDriver(), "busy", "{\"reason\": \"a\\u0000b\"}")
                .statusCode(400)
                .body("errors.pointer", hasItem("/reason"));
    }

    @Test
    void what_somebody_says_is_in_postgres_when_it_is_answered() {
        var driver = newDriver();
        locate(driver, 59.4370, 24.7536).statusCode(200);

        change(driver, "offline", "{\"reason\": \"home\"}").statusCode(200);

        assertThat(state(driver).map(row -> row.getString("status"))).contains("OFFLINE");
        assertThat(state(driver).map(row -> row.getString("reason"))).contains("home");
    }

    @Test
    void a_logout_that_redis_forgot_comes_back_from_postgres() {
        var driver = newDriver();
        locate(driver, 59.3293, 18.0686).statusCode(200);
        change(driver, "offline", "{}").statusCode(200);
        forgetWhatWasSaid(driver);
        locate(driver, 59.3294, 18.0687).statusCode(200);

        await().atMost(PATIENCE).untilAsserted(() -> {
            asAdmin().get("/drivers/" + driver + "/status").then().body("status", equalTo("OFFLINE"));
            search(59.3293, 18.0686).body("drivers.id", not(hasItem(driver)));
        });
        assertThat(state(driver).map(row -> row.getString("status"))).contains("OFFLINE");
    }

    /** As after a failover to a replica that had not heard of it. */
    private void forgetWhatWasSaid(String driver) {
        long number = number(driver);
        var record = keys.status(number);
        var who = DriverKeys.who(number);
        send(Command.of("HSET").key(record).arg("status" + who).arg("AVAILABLE"));
        send(Command.of("HDEL").key(record).arg("reason" + who).arg("said" + who));
    }

    private long number(String driver) {
        return database.query("select number from driver where id = $1", driver)
                .await()
                .atMost(PATIENCE)
                .iterator()
                .next()
                .getLong("number");
    }

    private Reply send(Command command) {
        return redis.send(command).await().atMost(PATIENCE);
    }

    @Test
    void nobody_is_nowhere() {
        asAdmin().post("/drivers/nobody-at-all/heartbeat").then().statusCode(404);
        change("nobody-at-all", "available", null).statusCode(404);
    }

    private Optional<Row> state(String driver) {
        return database
                .query("select state.* from driver_state as state join driver on number = driver where id = $1", driver)
                .await()
                .atMost(PATIENCE)
                .stream()
                .findFirst();
    }

    private static io.restassured.response.ValidatableResponse change(String driver, String status, String body) {
        var request = asAdmin();
        return (body == null ? request : request.body(body))
                .post("/drivers/" + driver + "/" + status)
                .then();
    }
}
