package dev.hotstate.driver.claim;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.CellScore;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.claim.GripStore.Attempt;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.DelayedDisplay;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.LivingDrivers;
import dev.hotstate.driver.position.Status;
import dev.hotstate.driver.search.FoundDriver;
import dev.hotstate.driver.search.NearestQuery;
import dev.hotstate.driver.search.SearchRig;
import dev.hotstate.driver.sweep.SweepSteps;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Points, moves from cell to cell, claims and releases, words about the status, and heartbeats that end and are swept, whose second
 * step comes at any later time, in any order, and some of them twice: no driver comes back that was claimed or has left, none is lost
 * that is free.
 */
class InterleavingIT {

    private static final int ROUNDS = 150;
    private static final int STEPS = 16;

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private final List<GeoPoint> places = bothSidesOfABorder();
    private DriverRedis redis;
    private DelayedDisplay display;
    private LivingDrivers drivers;
    private LivingDrivers mayflies;
    private SweepSteps sweeps;
    private GripStore grips;
    private SearchRig searches;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        display = new DelayedDisplay(redis, grid);
        drivers = new LivingDrivers(redis, grid, ofSeconds(60), display);
        mayflies = new LivingDrivers(redis, grid, ofMillis(4), display);
        sweeps = new SweepSteps(redis);
        grips = new GripStore(redis.router, redis.scripts, redis.keys, display, new DriverChanges(List.of()));
        searches = new SearchRig(harness);
    }

    @AfterEach
    void close() {
        searches.close();
        redis.close();
    }

    @Test
    void late_steps_bring_nobody_back_and_lose_nobody() {
        long seed = Long.getLong("hotstate.seed", new Random().nextLong());
        System.out.println("interleavings with -Dhotstate.seed=" + seed);
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            var driver = new Walk(random, random.nextBoolean() ? drivers : mayflies);
            driver.go();
            driver.check("round " + round + " of seed " + seed);
        }
    }

    /** One driver that many things happen to. */
    private final class Walk {

        private final Random random;
        private final LivingDrivers living;
        private final long driver;
        private final List<GeoPoint> swept = new ArrayList<>();
        private long token;

        /** @param living how long its heartbeats last */
        Walk(Random random, LivingDrivers living) {
            this.random = random;
            this.living = living;
            this.driver = living.available(place());
        }

        void go() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(10)) {
                    case 0 -> living.heard(driver);
                    case 1 -> living.moved(driver, place());
                    case 2 -> claim();
                    case 3 -> got(grips.release(driver, new Grip(token, null, 1)));
                    case 4 -> say();
                    case 5 -> findLapsed();
                    case 6 -> drop();
                    default -> tellOne();
                }
                assertThat(found()).as("whatever is still under way").doesNotHaveDuplicates();
            }
            // It is heard of once more, so that its heartbeat lasts until this is looked at.
            drivers.heard(driver);
            while (display.isWaiting() || !swept.isEmpty()) {
                tellOne();
                drop();
            }
        }

        private void say() {
            var said = random.nextInt(3) == 0 ? Status.OFFLINE : Status.AVAILABLE;
            living.say(List.of(driver), said);
        }

        private void findLapsed() {
            var place = place();
            if (sweeps.isLapsed(grid.of(place), driver)) {
                sweeps.lapse(driver);
                swept.add(place);
            }
        }

        private void drop() {
            if (!swept.isEmpty()) {
                sweeps.drop(grid.of(swept.remove(random.nextInt(swept.size()))), driver);
            }
        }

        private void claim() {
            if (got(grips.claim(driver, new RequestAttempt(random.nextInt(3), 1), ofSeconds(600), 0, null))
                    instanceof Attempt.Claimed claimed) {
                token = claimed.grip().token();
            }
        }

        private void tellOne() {
            if (display.isWaiting()) {
                display.tellOne(random);
            }
        }

        private GeoPoint place() {
            return places.get(random.nextInt(places.size()));
        }

        void check(String when) {
            var isAvailable = redis.field(redis.keys.status(driver), "status" + DriverKeys.who(driver))
                    .orElseThrow()
                    .equals("AVAILABLE");
            var showing = places.stream().filter(this::isShown).toList();
            assertThat(showing).as(when).hasSize(isAvailable ? 1 : 0);
            assertThat(found()).as(when).doesNotHaveDuplicates();
            assertThat(found().contains(driver)).as(when).isEqualTo(isAvailable);
            if (isAvailable) {
                long expiry = CellScore.expiry(score(showing.getFirst()));
                drivers.heard(driver);
                while (display.isWaiting()) {
                    tellOne();
                }
                assertThat(CellScore.expiry(score(showing.getFirst())))
                        .as("the cell that shows it is the one that it is in, " + when)
                        .isGreaterThan(expiry);
            }
        }

        /** By a search for all who are near. */
        private List<Long> found() {
            return searches.find(new NearestQuery(places.getFirst(), 2_000, 1_000)).drivers().stream()
                    .map(FoundDriver::driver)
                    .toList();
        }

        private boolean isShown(GeoPoint place) {
            return redis.members(redis.keys.geo(grid.of(place))).contains(DriverKeys.member(driver))
                    && !CellScore.hasLeft(score(place));
        }

        private double score(GeoPoint place) {
            return redis.score(redis.keys.online(grid.of(place)), DriverKeys.member(driver))
                    .orElseThrow();
        }
    }

    /** So near to one another that nobody doubts that a driver got from one to the other. */
    private List<GeoPoint> bothSidesOfABorder() {
        var here = new GeoPoint(47.0, 8.0);
        return Stream.iterate(here, place -> new GeoPoint(place.lat() + 0.001, place.lon()))
                .map(place -> List.of(place, new GeoPoint(place.lat() + 0.001, place.lon())))
                .filter(pair -> !grid.of(pair.getFirst()).equals(grid.of(pair.getLast())))
                .findFirst()
                .orElseThrow();
    }

    private static <T> T got(Uni<T> work) {
        return work.await().atMost(ofSeconds(30));
    }
}
