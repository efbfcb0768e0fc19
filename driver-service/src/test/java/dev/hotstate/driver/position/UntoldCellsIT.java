package dev.hotstate.driver.position;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.testing.fault.FaultRoute;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a driver becomes while the node of its cell is away, and that of its record is not. */
class UntoldCellsIT {

    private static final GeoPoint GRAZ = new GeoPoint(47.0707, 15.4395);
    private static final Duration HEARTBEAT = ofSeconds(60);
    private static final Duration PATIENCE = ofSeconds(30);

    @RegisterExtension
    static final RedisClusterExtension cluster =
            DriverRedis.plan().throughProxies().perClass().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private RedisClusterHarness harness;
    private DriverRedis redis;
    private LivingDrivers drivers;

    @BeforeEach
    void open(RedisClusterHarness started) {
        harness = started;
        redis = new DriverRedis(started);
        drivers = new LivingDrivers(redis, grid, HEARTBEAT);
    }

    @AfterEach
    void close() {
        harness.proxy().pass();
        redis.close();
    }

    @Test
    void who_is_free_again_meanwhile_is_shown_when_it_is_back() {
        long driver = elsewhere(Status.BUSY);

        away(() -> drivers.say(List.of(driver), Status.AVAILABLE));
        assertThat(isShown(driver)).isFalse();
        tellAgain();

        assertThat(isShown(driver)).isTrue();
        assertThat(drivers.display().untold()).isZero();
    }

    @Test
    void who_was_taken_meanwhile_is_hidden_when_it_is_back() {
        long driver = elsewhere(Status.AVAILABLE);

        away(() -> drivers.say(List.of(driver), Status.BUSY));
        assertThat(isShown(driver)).isTrue();
        tellAgain();

        assertThat(isShown(driver)).isFalse();
    }

    @Test
    void what_was_said_since_then_stays() {
        long driver = elsewhere(Status.BUSY);

        away(() -> drivers.say(List.of(driver), Status.AVAILABLE));
        drivers.say(List.of(driver), Status.BUSY);
        tellAgain();

        assertThat(isShown(driver)).isFalse();
    }

    @Test
    void as_long_as_it_is_away_it_is_told_again_and_again() {
        long driver = elsewhere(Status.BUSY);

        away(() -> {
            drivers.say(List.of(driver), Status.AVAILABLE);
            tellAgain();
            tellAgain();
        });
        assertThat(drivers.display().untold()).isOne();
        tellAgain();

        assertThat(isShown(driver)).isTrue();
    }

    @Test
    void who_has_lapsed_is_in_no_search_and_nobody_has_to_know() {
        long driver = elsewhere(Status.BUSY);

        away(() -> drivers.say(List.of(driver), Status.AVAILABLE));
        drivers.display()
                .tellAgain(redis.clock.now().plus(HEARTBEAT.multipliedBy(2)))
                .await()
                .atMost(PATIENCE);

        assertThat(isShown(driver)).isFalse();
        assertThat(drivers.display().untold()).isZero();
    }

    /** A driver in a cell that lies on another node than its record. */
    private long elsewhere(Status status) {
        return Stream.generate(() -> drivers.standing(status, GRAZ))
                .filter(driver ->
                        !harness.masterOf(redis.keys.status(driver).value()).equals(harness.masterOf(cell())))
                .findFirst()
                .orElseThrow();
    }

    /** While the node of the cell is away. */
    private void away(Runnable what) {
        FaultRoute route = harness.route(harness.masterOf(cell()));
        route.reset();
        try {
            what.run();
        } finally {
            route.pass();
        }
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> redis.exists(redis.keys.online(grid.of(GRAZ))));
    }

    private void tellAgain() {
        drivers.display().tellAgain(redis.clock.now()).await().atMost(PATIENCE);
    }

    private boolean isShown(long driver) {
        return redis.score(redis.keys.geo(grid.of(GRAZ)), DriverKeys.member(driver))
                .isPresent();
    }

    private String cell() {
        return redis.keys.geo(grid.of(GRAZ)).value();
    }
}
