package dev.hotstate.driver.mirror;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Motion;
import dev.hotstate.driver.position.Point;
import dev.hotstate.driver.position.PositionConfig;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.http.postgres.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is collected and written, by a mirror of its own. */
@QuarkusTest
class MirrorIT {

    private static final Duration PATIENCE = ofSeconds(15);
    private static final CellGrid GRID = new CellGrid();

    @Inject
    StateStore store;

    @Inject
    MirrorConfig config;

    @Inject
    Database database;

    @Inject
    PositionConfig positions;

    @Inject
    Vertx vertx;

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

    /** As requests and instances overtake one another. */
    @Test
    void of_all_that_a_driver_was_between_two_flushes_the_last_is_written_once() {
        var driver = drivers(1).getFirst();
        mirror.changed(List.of(at(driver, 1_000, 10, 3.0), at(driver, 3_000, 30, 7.0), at(driver, 2_000, 20, 5.0)));
        mirror.changed(List.of(change(driver, Status.BUSY, "ride", at(3_000, 30), 4_000, 0)));

        flush();

        assertThat(meters.counter("driver.mirror.written").count()).isEqualTo(1);
        var state = state(driver);
        assertThat(state.getLong("version")).isEqualTo(4_000);
        assertThat(state.getDouble("current_lat")).isEqualTo(30);
        assertThat(state.getFloat("speed")).as("how it moved to there").isEqualTo(7);
    }

    @Test
    void what_another_instance_wrote_later_stays() {
        var driver = drivers(1).getFirst();
        var other = new Mirror(store, this::note, config, new MirrorMetrics(new SimpleMeterRegistry()));
        mirror.changed(List.of(at(driver, 2_000, 20, 5.0)));
        other.changed(List.of(at(driver, 3_000, 30, 7.0)));

        other.flush().await().atMost(PATIENCE);
        flush();

        assertThat(state(driver).getLong("version")).isEqualTo(3_000);
        assertThat(state(driver).getDouble("current_lat")).isEqualTo(30);
    }

    @Test
    void a_sign_of_life_without_a_point_keeps_how_the_driver_moved() {
        var driver = drivers(1).getFirst();
        mirror.changed(List.of(at(driver, 2_000, 20, 5.0)));
        flush();

        mirror.changed(List.of(change(driver, Status.BUSY, "ride", at(2_000, 20), 3_000, 0)));
        flush();

        assertThat(state(driver).getLong("version")).isEqualTo(3_000);
        assertThat(state(driver).getFloat("speed")).isEqualTo(5);
    }

    @Test
    void what_could_not_be_written_waits_unless_something_later_came() {
        var drivers = drivers(2);
        var waiting = new Waiting(2);
        waiting.add(List.of(at(drivers.getFirst(), 1_000, 10, 3.0), at(drivers.getLast(), 1_000, 10, 3.0)), 1);
        var batch = waiting.take(10);
        waiting.add(List.of(at(drivers.getFirst(), 2_000, 20, 5.0)), 5);

        waiting.putBack(batch);

        assertThat(waiting.firstNanos()).as("since the first change of it came").hasValue(1);
        assertThat(waiting.take(10)).extracting(row -> row.state().expiry()).containsExactly(2_000L, 1_000L);
    }

    @Test
    void what_postgres_does_not_answer_about_lags_behind() {
        var driver = drivers(1).getFirst();
        var answer = new CompletableFuture<Void>();
        var hanging = new StateStore(database, positions) {
            @Override
            Uni<List<Long>> write(List<Waiting.Row> rows) {
                return Uni.createFrom().completionStage(answer).chain(() -> super.write(rows));
            }
        };
        mirror = new Mirror(hanging, this::note, config, new MirrorMetrics(meters));
        mirror.changed(List.of(at(driver, 1_000, 10, 3.0)));

        var flushed = mirror.flush().subscribeAsCompletionStage();
        assertThat(mirror.lag()).isPositive();
        answer.complete(null);
        flushed.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();

        assertThat(mirror.lag()).isZero();
        assertThat(state(driver).getLong("version")).isEqualTo(1_000);
    }

    /** The connections go afterwards, and what was put back then would be with nobody. */
    @Test
    void a_stop_waits_for_what_is_being_written() {
        var driver = drivers(1).getFirst();
        var asked = new CompletableFuture<Void>();
        var answer = new CompletableFuture<Void>();
        var slow = new StateStore(database, positions) {
            @Override
            Uni<List<Long>> write(List<Waiting.Row> rows) {
                asked.complete(null);
                return Uni.createFrom().completionStage(answer).chain(() -> super.write(rows));
            }
        };
        mirror = new Mirror(slow, this::note, config, new MirrorMetrics(meters));
        mirror.changed(List.of(at(driver, 1_000, 10, 3.0)));
        var worker = new MirrorWorker(mirror, vertx, config);
        worker.start(new StartupEvent());
        asked.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(() -> answer.complete(null));

        worker.stop(new ShutdownEvent());

        assertThat(state(driver).getLong("version")).isEqualTo(1_000);
    }

    private static DriverChange at(long driver, long version, double lat, double speed) {
        var position = at(version, lat);
        var state = new DriverState(Status.BUSY, "ride", Status.BUSY, position, version, List.of(), 0);
        return new DriverChange(
                driver, state, new Point(position.place(), position.at(), null, new Motion(null, speed, null)));
    }

    private static DriverState.Position at(long millis, double lat) {
        var place = new GeoPoint(lat, 7);
        return new DriverState.Position(place, GRID.of(place), Instant.ofEpochMilli(millis));
    }

    private void flush() {
        mirror.flush().await().atMost(PATIENCE);
    }

    private static DriverChange change(long driver, Status status, String reason, long version, long said) {
        return change(driver, status, reason, null, version, said);
    }

    private static DriverChange change(
            long driver,
            Status status,
            String reason,
            DriverState.@Nullable Position position,
            long version,
            long said) {
        var state = new DriverState(status, reason, status, position, version, List.of(), said);
        return new DriverChange(driver, state, null);
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

    private Row state(long driver) {
        return database.query("select * from driver_state where driver = $1", driver).await().atMost(PATIENCE).stream()
                .findFirst()
                .orElseThrow();
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
