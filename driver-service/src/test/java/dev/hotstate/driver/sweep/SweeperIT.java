package dev.hotstate.driver.sweep;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.DriverRecords;
import dev.hotstate.driver.position.LivingDrivers;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Drivers that go silent. */
class SweeperIT {

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration PATIENCE = ofSeconds(30);

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private final List<Long> silent = Collections.synchronizedList(new ArrayList<>());
    private DriverRedis redis;
    private LivingDrivers drivers;

    /** The same, and what they say of a driver lasts. */
    private LivingDrivers lasting;

    private Sweeper sweeper;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        drivers = new LivingDrivers(redis, grid, SHORT);
        lasting = new LivingDrivers(redis, grid, Duration.ofMinutes(1), drivers.display());
        sweeper = sweeper(CONFIG);
    }

    private Sweeper sweeper(SweepConfig settings) {
        return new Sweeper(
                new SweepStore(redis.scripts, redis.keys, settings),
                redis.keys,
                settings,
                redis.clock,
                new DriverChanges(List.of(this::note)),
                new SweepMetrics(redis.meters));
    }

    private static final SweepConfig CONFIG = settings()
            .withDefaultValue("driver.sweep.lease", "200ms")
            .withDefaultValue("driver.sweep.revisit", "200ms")
            .build()
            .getConfigMapping(SweepConfig.class);

    private static SmallRyeConfigBuilder settings() {
        return new SmallRyeConfigBuilder()
                .withMapping(SweepConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter());
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void who_goes_silent_is_taken_out_and_is_offline() {
        var place = new GeoPoint(48.1, 11.5);
        long driver = shownShortly(place);

        await().atMost(PATIENCE).until(() -> {
            sweep();
            return silent.contains(driver);
        });

        assertThat(redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver)))
                .contains("OFFLINE");
        assertThat(redis.field(redis.keys.status(driver), "reason" + DriverKeys.who(driver)))
                .contains("heartbeat");
        assertThat(members(grid.of(place))).doesNotContain(DriverKeys.member(driver));
    }

    @Test
    void who_is_heard_again_is_available_again() {
        var place = new GeoPoint(48.2, 16.4);
        long driver = shownShortly(place);
        await().atMost(PATIENCE).until(() -> {
            sweep();
            return silent.contains(driver);
        });

        lasting.heard(driver);

        assertThat(redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver)))
                .contains("AVAILABLE");
        assertThat(members(grid.of(place))).contains(DriverKeys.member(driver));
    }

    @Test
    void an_empty_cell_leaves_the_list() {
        var cell = grid.of(new GeoPoint(50.1, 8.7));
        shownShortly(new GeoPoint(50.1, 8.7));

        await().atMost(PATIENCE).until(() -> {
            sweep();
            return redis.score(redis.keys.cellsOf(cell), cell.hex()).isEmpty();
        });

        assertThat(members(cell)).isEmpty();
    }

    @Test
    void a_cell_that_was_emptied_is_swept_again_when_somebody_enters() {
        var place = new GeoPoint(49.4, 11.1);
        var cell = grid.of(place);
        long driver = shownShortly(place);
        await().atMost(PATIENCE).until(() -> {
            sweep();
            return redis.score(redis.keys.cellsOf(cell), cell.hex()).isEmpty();
        });

        lasting.heard(driver);

        assertThat(redis.score(redis.keys.cellsOf(cell), cell.hex())).isPresent();
    }

    @Test
    void a_cell_that_somebody_enters_just_before_it_leaves_the_list_stays() {
        var place = new GeoPoint(49.8, 9.9);
        var cell = grid.of(place);
        var list = redis.keys.cellsOf(cell);
        var store = new SweepStore(redis.scripts, redis.keys, CONFIG);
        long driver = shownShortly(place);
        await().atMost(PATIENCE)
                .until(() -> got(store.lapsed(cell, 0)).drivers().contains(driver));
        got(store.drop(cell, List.of(driver)));
        var claimed = got(store.claim(list));
        assertThat(claimed.cells()).contains(cell);

        lasting.heard(driver);
        got(store.settle(list, cell, claimed.now().plus(CONFIG.lease()).toEpochMilli(), 0));

        assertThat(redis.score(list, cell.hex())).isPresent();
    }

    /** Who lapses on the way to its cell, because the machine is busy with something else, is heard of once more. */
    private long shownShortly(GeoPoint place) {
        long driver = drivers.available(place);
        await().atMost(PATIENCE).until(() -> {
            if (members(grid.of(place)).contains(DriverKeys.member(driver))) {
                return true;
            }
            drivers.heard(driver);
            return false;
        });
        return driver;
    }

    /**
     * As it runs in production, every half second. A machine that is busy with something else may be late now and then, so one
     * round in time counts.
     */
    @Test
    void within_a_second_of_its_last_heartbeat_a_driver_is_swept() {
        var settings = settings().build().getConfigMapping(SweepConfig.class);
        var worker = new SweepWorker(sweeper(settings), redis.vertx, settings);
        worker.start(new StartupEvent());
        try {
            await().atMost(ofSeconds(60))
                    .ignoreException(ConditionTimeoutException.class)
                    .untilAsserted(() -> assertThat(lateness())
                            .as("from the end of the heartbeat until record and cell say so")
                            .isBetween(Duration.ZERO, ofSeconds(1)));
        } finally {
            worker.stop(new ShutdownEvent());
        }
    }

    /** Of the last one of thirty drivers in three cells. */
    private Duration lateness() {
        var places = IntStream.range(0, 30)
                .mapToObj(i -> new GeoPoint(45.4 + i % 3, 9.2 + i * 1e-3))
                .toList();
        var placed = new LivingDrivers(redis, grid, ofSeconds(1)).available(places);
        var records = new DriverRecords(redis.router, redis.keys);
        long lapse = placed.stream()
                .mapToLong(driver -> got(records.find(driver)).orElseThrow().expiry())
                .max()
                .orElseThrow();
        await().atMost(PATIENCE)
                .pollInterval(ofMillis(20))
                .until(() -> IntStream.range(0, placed.size())
                        .allMatch(i -> isSwept(placed.get(i), grid.of(places.get(i)))));
        return ofMillis(redis.nowMillis() - lapse);
    }

    private boolean isSwept(long driver, Cell cell) {
        return redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver))
                        .equals(Optional.of("OFFLINE"))
                && redis.field(redis.keys.status(driver), "reason" + DriverKeys.who(driver))
                        .equals(Optional.of("heartbeat"))
                && redis.score(redis.keys.geo(cell), DriverKeys.member(driver)).isEmpty();
    }

    private void note(List<DriverChange> changes) {
        changes.forEach(change -> silent.add(change.driver()));
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }

    private void sweep() {
        sweeper.sweep().await().atMost(PATIENCE);
    }

    private List<String> members(Cell cell) {
        return redis.members(redis.keys.geo(cell));
    }
}
