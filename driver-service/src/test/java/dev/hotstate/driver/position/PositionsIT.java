package dev.hotstate.driver.position;

import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.CellScore;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.DriverStore.Arrival;
import dev.hotstate.driver.position.DriverStore.Departure;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Signs of life, and what cells show of them: in time, late, twice, and for whom Redis does not know. */
class PositionsIT {

    private static final GeoPoint BERLIN = new GeoPoint(52.5219, 13.4132);
    private static final GeoPoint POTSDAM = new GeoPoint(52.3906, 13.0645);
    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private final long driver = IDS.incrementAndGet();
    private final Map<Long, Standing> postgres = new ConcurrentHashMap<>();
    private DriverRedis redis;
    private DriverStore store;
    private Positions positions;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        store = new DriverStore(redis.scripts, redis.keys, grid, TestPositions.CONFIG);
        var register = new CellRegister(redis.router, redis.keys);
        positions = new Positions(
                store,
                new CellDisplay(store, register),
                drivers -> Uni.createFrom()
                        .item(() -> drivers.stream()
                                .filter(postgres::containsKey)
                                .collect(toMap(each -> each, postgres::get))),
                new DriverChanges(List.of()));
        postgres.put(driver, new Standing(Status.AVAILABLE, ""));
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void an_available_driver_is_shown_where_it_is_and_nowhere_else() {
        take(BERLIN, 900);
        take(POTSDAM, 5);

        assertThat(isShown(BERLIN)).isFalse();
        assertThat(isShown(POTSDAM)).isTrue();
        assertThat(redis.score(
                        redis.keys.cellsOf(grid.of(POTSDAM)), grid.of(POTSDAM).hex()))
                .as("the cell is on the list of those that are swept")
                .isPresent();
    }

    @Test
    void only_an_available_driver_is_shown() {
        postgres.put(driver, new Standing(Status.BUSY, "ride"));

        take(BERLIN, 5);

        assertThat(isShown(BERLIN)).isFalse();
        assertThat(redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver)))
                .contains("BUSY");
    }

    @Test
    void whom_nobody_knows_stays_hidden() {
        postgres.clear();

        assertThat(take(BERLIN, 5)).isInstanceOf(Taken.Undecided.class);

        assertThat(redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver)))
                .isEmpty();
        assertThat(isShown(BERLIN)).isFalse();
    }

    @Test
    void a_late_entry_does_not_bring_back_who_has_left() {
        var first = (Taken.Recorded) take(BERLIN, 900);
        take(POTSDAM, 5);

        await(store.enter(
                grid.of(BERLIN), List.of(Arrival.of(driver, first.driver()).orElseThrow())));

        assertThat(isShown(BERLIN)).isFalse();
    }

    @Test
    void a_late_leave_does_not_hide_who_has_come_back() {
        var first = (Taken.Recorded) take(BERLIN, 900);
        take(POTSDAM, 500);
        take(BERLIN, 5);

        await(store.leave(
                grid.of(BERLIN), List.of(new Departure(driver, first.driver().expiry()))));

        assertThat(isShown(BERLIN)).isTrue();
        assertThat(isShown(POTSDAM)).isFalse();
    }

    @Test
    void what_had_lapsed_is_not_brought_back() {
        var taken = (Taken.Recorded) take(BERLIN, 5);
        var arrival = Arrival.of(driver, taken.driver()).orElseThrow();
        await(store.leave(grid.of(BERLIN), List.of(new Departure(driver, arrival.expiry()))));

        await(store.enter(grid.of(BERLIN), List.of(new Arrival(driver, redis.nowMillis() - 1, arrival.position()))));

        assertThat(isShown(BERLIN)).isFalse();
    }

    @Test
    void a_batch_is_taken_in_its_order() {
        var now = now();
        var other = IDS.incrementAndGet();
        postgres.put(other, new Standing(Status.AVAILABLE, ""));

        var taken = await(positions.take(List.of(
                new Sign(driver, new Point(BERLIN, now.minusSeconds(900), null)),
                new Sign(other, new Point(POTSDAM, now.minusSeconds(3), null)),
                new Sign(driver, new Point(POTSDAM, now.minusSeconds(4), null)),
                new Sign(driver, new Point(BERLIN, now.minusSeconds(30), null)),
                new Sign(driver, null))));

        assertThat(taken.stream().map(one -> ((Taken.Recorded) one).verdict()))
                .containsExactly(Verdict.RECORDED, Verdict.RECORDED, Verdict.RECORDED, Verdict.OUTDATED, Verdict.HEARD);
        assertThat(isShown(BERLIN)).isFalse();
        assertThat(isShown(POTSDAM)).isTrue();
    }

    @Test
    void more_drivers_of_one_cell_than_a_script_takes_are_all_shown() {
        var square = new GeoPoint(51.0504, 13.7373);
        var crowd = LongStream.range(0, 5_000)
                .mapToObj(any -> IDS.incrementAndGet())
                .toList();
        crowd.forEach(each -> postgres.put(each, new Standing(Status.AVAILABLE, "")));

        var taken = positions
                .take(crowd.stream()
                        .map(each -> new Sign(each, new Point(square, null, null)))
                        .toList())
                .await()
                .atMost(ofSeconds(30));

        assertThat(taken).allSatisfy(each -> assertThat(each).isInstanceOf(Taken.Recorded.class));
        assertThat(redis.members(redis.keys.geo(grid.of(square))))
                .containsAll(crowd.stream().map(DriverKeys::member).toList());
    }

    @Test
    void five_thousand_points_of_one_driver_are_taken_in_their_order() {
        var now = now();
        var signs = IntStream.range(0, 5_000)
                .mapToObj(i -> new Sign(driver, new Point(BERLIN, now.minusSeconds(5_000 - i), (long) i)))
                .toList();

        var taken = positions.take(signs).await().atMost(ofSeconds(30));

        assertThat(taken)
                .allSatisfy(
                        each -> assertThat(((Taken.Recorded) each).verdict()).isEqualTo(Verdict.RECORDED));
    }

    private Taken take(GeoPoint place, int secondsAgo) {
        return await(positions.take(List.of(new Sign(driver, new Point(place, now().minusSeconds(secondsAgo), null)))))
                .getFirst();
    }

    private boolean isShown(GeoPoint place) {
        var score = redis.score(redis.keys.online(grid.of(place)), DriverKeys.member(driver));
        return score.isPresent() && !CellScore.hasLeft(score.getAsDouble());
    }

    private Instant now() {
        return Instant.ofEpochMilli(redis.nowMillis());
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(30));
    }
}
