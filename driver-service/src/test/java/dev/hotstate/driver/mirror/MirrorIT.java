package dev.hotstate.driver.mirror;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is collected and written, by a mirror of its own. */
@QuarkusTest
class MirrorIT {

    private static final Duration PATIENCE = ofSeconds(15);

    @Inject
    StateStore store;

    @Inject
    MirrorConfig config;

    @Inject
    Database database;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Long> forgotten = new ArrayList<>();
    private Mirror mirror;

    @BeforeEach
    void create() {
        mirror = new Mirror(store, this::note, config, new MirrorMetrics(meters));
    }

    private Uni<Void> note(Collection<Long> drivers) {
        forgotten.addAll(drivers);
        return Uni.createFrom().voidItem();
    }

    @Test
    void one_state_that_postgres_refuses_does_not_keep_the_others() {
        var drivers = drivers(20);
        var changes = new ArrayList<DriverChange>();
        for (int i = 0; i < drivers.size(); i++) {
            changes.add(change(drivers.get(i), Status.BUSY, i == 7 ? "a\u0000b" : "ride", 1_000, 0));
        }

        mirror.changed(changes);
        flush();

        for (int i = 0; i < drivers.size(); i++) {
            assertThat(status(drivers.get(i))).as("driver %d", i).isEqualTo(i == 7 ? "" : "BUSY");
        }
        assertThat(meters.counter("driver.mirror.refused").count()).isEqualTo(1);
        assertThat(mirror.lag()).as("nothing waits").isZero();
    }

    @Test
    void what_somebody_said_holds_against_a_state_that_does_not_know_of_it() {
        var driver = drivers(1).getFirst();
        mirror.changed(List.of(change(driver, Status.OFFLINE, "home", 2_000, 2_000)));
        flush();

        mirror.changed(List.of(change(driver, Status.AVAILABLE, "", 3_000, 1_000)));
        flush();

        assertThat(status(driver)).isEqualTo("OFFLINE");
        assertThat(forgotten).containsExactly(driver);
    }

    @Test
    void what_somebody_says_later_replaces_it() {
        var driver = drivers(1).getFirst();
        mirror.changed(List.of(change(driver, Status.OFFLINE, "home", 2_000, 2_000)));
        flush();

        mirror.changed(List.of(change(driver, Status.AVAILABLE, "", 3_000, 3_000)));
        flush();

        assertThat(status(driver)).isEqualTo("AVAILABLE");
        assertThat(forgotten).isEmpty();
    }

    private void flush() {
        mirror.flush().await().atMost(PATIENCE);
    }

    private static DriverChange change(long driver, Status status, String reason, long version, long said) {
        return new DriverChange(driver, new DriverState(status, reason, status, null, version, List.of(), said), null);
    }

    private List<Long> drivers(int count) {
        var numbers = new ArrayList<Long>();
        database.query("""
                        insert into driver (id, profile, version) select $1 || n, '{}', 1 from generate_series(1, $2) n
                        returning number""", "mirror-" + UUID.randomUUID() + "-", count)
                .await()
                .atMost(PATIENCE)
                .forEach(row -> numbers.add(row.getLong("number")));
        return numbers;
    }

    private String status(long driver) {
        return database
                .query("select status from driver_state where driver = $1", driver)
                .await()
                .atMost(PATIENCE)
                .stream()
                .map(row -> row.getString("status"))
                .findFirst()
                .orElse("");
    }
}
