package dev.hotstate.driver.position;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** record_position alone: which points count, and what a sign of life does to a driver. */
class RecordPositionScriptIT {

    private static final Standing AVAILABLE = new Standing(Status.AVAILABLE, "");
    private static final GeoPoint ALEXANDERPLATZ = new GeoPoint(52.5219, 13.4132);
    private static final GeoPoint NEXT_CORNER = new GeoPoint(52.5229, 13.4152);
    private static final GeoPoint POTSDAM = new GeoPoint(52.3906, 13.0645);
    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private final long driver = IDS.incrementAndGet();
    private DriverRedis redis;
    private DriverStore store;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        store = new DriverStore(redis.scripts, redis.keys, grid, TestPositions.CONFIG);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void a_driver_that_nobody_knows_needs_a_standing() {
        assertThat(await(store.record(List.of(new Sign(driver, new Point(ALEXANDERPLATZ, null, null))), Map.of())))
                .hasOnlyElementsOfType(Taken.Undecided.class);
        assertThat(redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver)))
                .isEmpty();
    }

    @Test
    void the_newest_point_is_the_position() {
        var now = now();
        record(ALEXANDERPLATZ, now.minusSeconds(20), null);

        var later = record(NEXT_CORNER, now.minusSeconds(10), null);
        var earlier = record(ALEXANDERPLATZ, now.minusSeconds(15), null);

        assertThat(later.verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(earlier.verdict()).isEqualTo(Verdict.OUTDATED);
        assertThat(earlier.driver().position().place()).isEqualTo(NEXT_CORNER);
        assertThat(earlier.driver().expiry()).isGreaterThan(later.driver().expiry());
    }

    @Test
    void the_same_point_again_changes_nothing() {
        var at = now().minusSeconds(5);
        record(ALEXANDERPLATZ, at, null);

        assertThat(record(ALEXANDERPLATZ, at, null).verdict()).isEqualTo(Verdict.OUTDATED);
        assertThat(record(NEXT_CORNER, at, null).verdict())
                .as("phones that count in seconds")
                .isEqualTo(Verdict.RECORDED);
    }

    @Test
    void a_count_orders_better_than_clocks() {
        var now = now();
        record(ALEXANDERPLATZ, now.minusSeconds(1), 7L);

        assertThat(record(NEXT_CORNER, now.minusSeconds(30), 8L).verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(record(ALEXANDERPLATZ, now, 8L).verdict()).isEqualTo(Verdict.OUTDATED);
        assertThat(record(ALEXANDERPLATZ, now, 3L).verdict()).isEqualTo(Verdict.OUTDATED);
    }

    @Test
    void a_clock_that_is_ahead_does_not_lock_the_driver_out() {
        record(ALEXANDERPLATZ, now().plusSeconds(3_600), null);

        var next = record(NEXT_CORNER, null, null);

        assertThat(next.verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(next.driver().position().at()).isBeforeOrEqualTo(now());
    }

    @Test
    void a_clock_that_fell_behind_is_believed_when_it_goes_on_as_fast_as_time() {
        record(ALEXANDERPLATZ, now(), null);
        var late = now().minusSeconds(3_600);

        assertThat(record(NEXT_CORNER, late.minusSeconds(20), null).verdict()).isEqualTo(Verdict.OUTDATED);
        lookOldSince(now().minusSeconds(20), late.minusSeconds(20), 0, 2);
        var third = record(NEXT_CORNER, late, null);

        assertThat(third.verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(third.driver().position().place()).isEqualTo(NEXT_CORNER);
        assertThat(record(ALEXANDERPLATZ, late.plusSeconds(5), null).verdict()).isEqualTo(Verdict.RECORDED);
    }

    @Test
    void points_that_were_kept_and_are_sent_late_stay_old_however_many() {
        record(ALEXANDERPLATZ, now(), null);
        var then = now().minusSeconds(3_600);

        for (int i = 0; i < 20; i++) {
            assertThat(record(NEXT_CORNER, then.plusSeconds(i * 30), null).verdict())
                    .isEqualTo(Verdict.OUTDATED);
        }
        lookOldSince(now().minusSeconds(20), then, 0, 20);

        assertThat(record(NEXT_CORNER, then.plusSeconds(600), null).verdict()).isEqualTo(Verdict.OUTDATED);
    }

    @Test
    void a_count_that_began_anew_is_believed_when_it_goes_on_as_fast_as_time() {
        record(ALEXANDERPLATZ, now().minusSeconds(30), 5_000L);

        assertThat(record(NEXT_CORNER, now().minusSeconds(20), 0L).verdict()).isEqualTo(Verdict.OUTDATED);
        lookOldSince(now().minusSeconds(20), now().minusSeconds(20), 1, 2);

        assertThat(record(NEXT_CORNER, now(), 2L).verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(record(ALEXANDERPLATZ, now(), 3L).verdict()).isEqualTo(Verdict.RECORDED);
    }

    /** As if points had come since then that look old. */
    private void lookOldSince(Instant since, Instant first, long seq, int seen) {
        redis.send(Command.of("HSET")
                .key(redis.keys.status(driver))
                .arg("suspect" + DriverKeys.who(driver))
                .arg("late %d %d %d %d %d"
                        .formatted(
                                since.toEpochMilli(), first.toEpochMilli(), first.toEpochMilli() + 1_000, seq, seen)));
    }

    @Test
    void who_sends_very_many_points_lives_no_longer_by_that() {
        record(ALEXANDERPLATZ, null, null);
        var farAhead = now().plusSeconds(3_600);
        redis.setExpiry(driver, farAhead);

        var next = record(NEXT_CORNER, null, null);

        assertThat(next.verdict()).isEqualTo(Verdict.OUTDATED);
        assertThat(next.driver().expiry()).isEqualTo(farAhead.toEpochMilli());
        assertThat(heard().driver().expiry()).isEqualTo(farAhead.toEpochMilli());
    }

    @Test
    void a_jump_is_believed_when_others_agree() {
        var now = now();
        record(ALEXANDERPLATZ, now.minusSeconds(30), null);

        assertThat(record(POTSDAM, now.minusSeconds(25), null).verdict()).isEqualTo(Verdict.IMPLAUSIBLE);
        assertThat(record(POTSDAM, now.minusSeconds(20), null).verdict()).isEqualTo(Verdict.IMPLAUSIBLE);
        var third = record(POTSDAM, now.minusSeconds(15), null);

        assertThat(third.verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(redis.field(redis.keys.status(driver), "suspect" + DriverKeys.who(driver)))
                .isEmpty();
    }

    @Test
    void a_single_jump_is_forgotten() {
        var now = now();
        record(ALEXANDERPLATZ, now.minusSeconds(30), null);
        record(POTSDAM, now.minusSeconds(25), null);

        var back = record(NEXT_CORNER, now.minusSeconds(20), null);

        assertThat(back.verdict()).isEqualTo(Verdict.RECORDED);
        assertThat(redis.field(redis.keys.status(driver), "suspect" + DriverKeys.who(driver)))
                .isEmpty();
    }

    @Test
    void after_a_long_silence_any_point_is_believed() {
        var now = now();
        record(ALEXANDERPLATZ, now.minusSeconds(600), null);

        assertThat(record(POTSDAM, now, null).verdict()).isEqualTo(Verdict.RECORDED);
    }

    @Test
    void a_cell_that_was_left_is_told_twice() {
        var now = now();
        record(ALEXANDERPLATZ, now.minusSeconds(900), null);

        var moved = record(POTSDAM, now.minusSeconds(10), null);
        var next = heard();
        var afterThat = heard();

        assertThat(moved.driver().left()).containsExactly(grid.of(ALEXANDERPLATZ));
        assertThat(next.driver().left()).containsExactly(grid.of(ALEXANDERPLATZ));
        assertThat(afterThat.driver().left()).isEmpty();
    }

    @Test
    void a_heartbeat_keeps_the_position_and_renews_the_expiry() {
        var first = record(ALEXANDERPLATZ, now(), null);

        var heard = heard();

        assertThat(heard.verdict()).isEqualTo(Verdict.HEARD);
        assertThat(heard.driver().position()).isEqualTo(first.driver().position());
        assertThat(heard.driver().expiry()).isGreaterThan(first.driver().expiry());
    }

    @Test
    void who_is_busy_or_has_logged_out_stays_so() {
        var busy = record(new Sign(driver, new Point(ALEXANDERPLATZ, null, null)), new Standing(Status.BUSY, "ride"));

        assertThat(busy.driver().status()).isEqualTo(Status.BUSY);
        assertThat(heard().driver().status()).isEqualTo(Status.BUSY);
        assertThat(heard().driver().reason()).isEqualTo("ride");
    }

    /** Drivers of one group, one of them twice, one unknown: each is judged by itself, in the order given. */
    @Test
    void signs_of_many_drivers_are_taken_at_once_each_by_itself() {
        long next = driver + Partitions.COUNT;
        long unknown = driver + 2 * Partitions.COUNT;
        var now = now();

        var taken = await(store.record(
                List.of(
                        new Sign(driver, new Point(ALEXANDERPLATZ, now.minusSeconds(20), null)),
                        new Sign(unknown, new Point(POTSDAM, null, null)),
                        new Sign(next, new Point(POTSDAM, now.minusSeconds(10), null)),
                        new Sign(driver, new Point(NEXT_CORNER, now.minusSeconds(10), null)),
                        new Sign(driver, new Point(ALEXANDERPLATZ, now.minusSeconds(15), null)),
                        new Sign(next, null)),
                Map.of(driver, AVAILABLE, next, new Standing(Status.BUSY, "ride"))));

        assertThat(taken.get(1)).isInstanceOf(Taken.Undecided.class);
        assertThat(verdicts(taken))
                .containsExactly(Verdict.RECORDED, Verdict.RECORDED, Verdict.RECORDED, Verdict.OUTDATED, Verdict.HEARD);
        var last = (Taken.Recorded) taken.get(4);
        assertThat(last.driver().position().place()).isEqualTo(NEXT_CORNER);
        assertThat(((Taken.Recorded) taken.get(5)).driver().status()).isEqualTo(Status.BUSY);
        assertThat(redis.field(redis.keys.status(unknown), "status" + DriverKeys.who(unknown)))
                .isEmpty();
    }

    private static List<Verdict> verdicts(List<Taken> taken) {
        return taken.stream()
                .filter(Taken.Recorded.class::isInstance)
                .map(each -> ((Taken.Recorded) each).verdict())
                .toList();
    }

    private Taken.Recorded record(GeoPoint place, @Nullable Instant at, @Nullable Long seq) {
        return record(new Sign(driver, new Point(place, at, seq)), AVAILABLE);
    }

    private Taken.Recorded heard() {
        return (Taken.Recorded)
                await(store.record(List.of(new Sign(driver, null)), Map.of())).getFirst();
    }

    private Taken.Recorded record(Sign sign, Standing standing) {
        return (Taken.Recorded)
                await(store.record(List.of(sign), Map.of(driver, standing))).getFirst();
    }

    private Instant now() {
        return Instant.ofEpochMilli(redis.nowMillis());
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(30));
    }
}
