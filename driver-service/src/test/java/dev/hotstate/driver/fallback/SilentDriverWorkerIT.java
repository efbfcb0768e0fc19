package dev.hotstate.driver.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Drivers that only Postgres has ever heard of: nobody sweeps them. */
@QuarkusTest
class SilentDriverWorkerIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Longer ago than searches without Redis look back. */
    private static final Instant LONG_AGO =
            Instant.now().minus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);

    private static final Instant JUST_NOW =
            Instant.now().minus(Duration.ofMinutes(1)).truncatedTo(ChronoUnit.MILLIS);

    @Inject
    Database database;

    @Inject
    SilentDriverWorker worker;

    @Test
    void who_was_available_went_offline_when_its_heartbeat_ended() {
        long driver = driver("AVAILABLE", "", LONG_AGO);

        worker.tick().await().atMost(PATIENCE);

        var state = state(driver);
        assertThat(state.getString("status")).isEqualTo("OFFLINE");
        assertThat(state.getString("reason")).isEqualTo("heartbeat");
        assertThat(state.getOffsetDateTime("since").toInstant()).isEqualTo(LONG_AGO);
        assertThat(state.getLong("version")).as("later than what it was").isEqualTo(LONG_AGO.toEpochMilli() + 1);
    }

    @Test
    void who_may_still_be_found_without_redis_stays() {
        long driver = driver("AVAILABLE", "", JUST_NOW);

        worker.tick().await().atMost(PATIENCE);

        assertThat(state(driver).getString("status")).isEqualTo("AVAILABLE");
    }

    @Test
    void who_is_claimed_is_so_as_long_as_its_claim_lasts() {
        long claimed = driver("BUSY", "claimed", LONG_AGO);
        claim(claimed, "claimed");
        long free = driver("BUSY", "claimed", LONG_AGO);
        claim(free, "expired");

        worker.tick().await().atMost(PATIENCE);

        assertThat(state(claimed).getString("status")).isEqualTo("BUSY");
        assertThat(state(free).getString("status")).isEqualTo("OFFLINE");
    }

    @Test
    void what_somebody_said_holds() {
        long driver = driver("BUSY", "lunch", LONG_AGO);

        worker.tick().await().atMost(PATIENCE);

        assertThat(state(driver).getString("reason")).isEqualTo("lunch");
    }

    /** @param heardUntil also when something was heard of it last */
    private long driver(String status, String reason, Instant heardUntil) {
        return database.query(
                        """
                        with made as (insert into driver (id, profile, version) values ($1, '{}', 1) returning number)
                        insert into driver_state (driver, status, reason, version, last_active_at, since)
                        select number, $2, $3, $4, $5, $5 from made
                        returning driver""",
                        "silent-" + UUID.randomUUID(),
                        status,
                        reason,
                        heardUntil.toEpochMilli(),
                        heardUntil.atOffset(ZoneOffset.UTC))
                .await()
                .atMost(PATIENCE)
                .iterator()
                .next()
                .getLong("driver");
    }

    private void claim(long driver, String state) {
        database.query("""
                        with asked as (
                            insert into claim_request (request_id, asked, lease_until, settled_at)
                            values ($1, 'test', now(), now()) returning number)
                        insert into assignment (id, request, rank, driver, token, state, lease_until, version, told)
                        select $1, number, 0, $2, 1, $3, now() + interval '1 day', 1, 1 from asked""", "silent-" + UUID.randomUUID(), driver, state)
                .await()
                .atMost(PATIENCE);
    }

    private Row state(long driver) {
        return database.query("select * from driver_state where driver = $1", driver).await().atMost(PATIENCE).stream()
                .findFirst()
                .orElseThrow();
    }
}
