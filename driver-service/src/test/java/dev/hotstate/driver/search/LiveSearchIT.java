package dev.hotstate.driver.search;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.cell.Pentagons;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * 2,000 searches and more against somebody who looks at every driver, while drivers move, go silent, go busy and come back, the
 * way the service does all that. Half of the searches run while it happens: those may or may not see who is just changing, but
 * nobody else may be missing, be there twice, or be there who should not.
 */
class LiveSearchIT {

    private static final int DRIVERS = 300;
    private static final int ROUNDS = 4;
    private static final int SEARCHES = 12;

    /** Redis rounds points by up to 0.6 m in each direction. */
    private static final double ROUNDING_METRES = 1.5;

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private SearchRig rig;

    /** Those that were compared. */
    private int searches;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        rig = new SearchRig(harness);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void finds_whom_brute_force_finds_wherever_and_however_many_are_silent() {
        System.out.println("searches with -Dhotstate.seed=" + seed);
        for (var place : places()) {
            for (double silent : new double[] {0.1, 0.5, 0.8}) {
                var town = new Town(somewhereNear(place, 5_000), silent);
                town.live();
                town.say(all(), Status.OFFLINE);
            }
        }
        assertThat(searches).isGreaterThanOrEqualTo(2_000);
    }

    /** A city, the 180th meridian, far north, three pentagons, the border of a cell, the equator. */
    private List<GeoPoint> places() {
        var pentagons = Pentagons.centres();
        return List.of(
                new GeoPoint(40.2, -3.5),
                new GeoPoint(-8.5, 179.98),
                new GeoPoint(70.7, 25.8),
                new GeoPoint(78.2, 15.6),
                pentagons.get(0),
                pentagons.get(1),
                pentagons.get(2),
                border(rig.grid),
                new GeoPoint(0, 12));
    }

    private static List<Integer> all() {
        return IntStream.range(0, DRIVERS).boxed().toList();
    }

    private static GeoPoint border(CellGrid grid) {
        return Stream.iterate(new GeoPoint(45.0, 7.0), point -> new GeoPoint(point.lat() + 0.0005, point.lon()))
                .filter(point -> !grid.of(point).equals(grid.of(new GeoPoint(point.lat() + 0.0005, point.lon()))))
                .findFirst()
                .orElseThrow();
    }

    /** Some drivers and what is known of them without asking Redis. */
    private final class Town {

        private final GeoPoint centre;
        private final List<Long> drivers;
        private final List<GeoPoint> spots;
        private final boolean[] available = new boolean[DRIVERS];

        Town(GeoPoint centre, double silent) {
            this.centre = centre;
            this.spots = new ArrayList<>(IntStream.range(0, DRIVERS)
                    // Crowded in the middle, with some on one and the same spot.
                    .mapToObj(i -> i % 20 == 0 ? centre : somewhereNear(centre, i % 3 == 0 ? 20_000 : 2_500))
                    .toList());
            this.drivers = rig.drivers.available(spots);
            Arrays.fill(available, true);
            silence(some(silent));
        }

        void live() {
            for (int round = 0; round < ROUNDS; round++) {
                var changing = some(0.1);
                var queries = queries();
                var before = snapshot();
                var meanwhile = rig.finding(queries).subscribeAsCompletionStage();
                change(changing);
                var results = meanwhile.join();
                for (int i = 0; i < queries.size(); i++) {
                    checkAround(queries.get(i), results.get(i), before, new HashSet<>(changing));
                }
                var then = queries();
                var found = rig.find(then);
                for (int i = 0; i < then.size(); i++) {
                    check(then.get(i), found.get(i));
                }
            }
        }

        private void change(List<Integer> those) {
            switch (random.nextInt(4)) {
                case 0 -> silence(those);
                case 1 -> say(those, Status.BUSY);
                case 2 -> say(those, Status.AVAILABLE);
                default -> move(those);
            }
        }

        /** A sign of life makes available who had gone silent, not who is busy. */
        private void move(List<Integer> those) {
            var wake = those.stream().filter(i -> available[i]).toList();
            var to = wake.stream().map(i -> somewhereNear(spots.get(i), 300)).toList();
            var taken = rig.drivers.moved(wake.stream().map(drivers::get).toList(), to);
            for (int i = 0; i < wake.size(); i++) {
                if (taken.get(i)) {
                    spots.set(wake.get(i), to.get(i));
                }
            }
        }

        private void say(List<Integer> those, Status status) {
            rig.drivers.say(those.stream().map(drivers::get).toList(), status);
            those.forEach(i -> available[i] = status == Status.AVAILABLE);
        }

        /** As if their heartbeats had ended a moment ago, and nobody had swept. */
        private void silence(List<Integer> those) {
            long past = rig.redis.nowMillis() - 1;
            rig.redis
                    .router
                    .sendAll(those.stream()
                            .map(i -> Command.of("ZADD")
                                    .key(rig.redis.keys.online(rig.grid.of(spots.get(i))))
                                    .arg("XX")
                                    .arg(past)
                                    .arg(DriverKeys.member(drivers.get(i))))
                            .toList())
                    .invoke(outcomes -> outcomes.forEach(Outcome::orThrow))
                    .await()
                    .indefinitely();
            those.forEach(i -> available[i] = false);
        }

        private List<Integer> some(double share) {
            return IntStream.range(0, DRIVERS)
                    .filter(any -> random.nextDouble() < share)
                    .boxed()
                    .toList();
        }

        private List<NearestQuery> queries() {
            return IntStream.range(0, SEARCHES).mapToObj(any -> query()).toList();
        }

        private NearestQuery query() {
            int limit = new int[] {1, 10, 50, 500}[random.nextInt(4)];
            var point = somewhereNear(centre, 6_000);
            return random.nextInt(4) == 0
                    ? NearestQuery.within(area(point), limit)
                    : new NearestQuery(point, new double[] {300, 2_000, 5_000, 20_000}[random.nextInt(4)], limit);
        }

        /** With four or five corners, around the point. */
        private Area area(GeoPoint point) {
            double size = Math.exp(random.nextDouble(5, 9));
            int corners = random.nextInt(4, 6);
            return Area.polygon(IntStream.range(0, corners)
                    .mapToObj(i -> offset(
                            point,
                            size * Math.sin(2 * Math.PI * i / corners),
                            size * Math.cos(2 * Math.PI * i / corners)))
                    .toList());
        }

        private record Seen(GeoPoint spot, boolean available) {}

        private List<Seen> snapshot() {
            return IntStream.range(0, DRIVERS)
                    .mapToObj(i -> new Seen(spots.get(i), available[i]))
                    .toList();
        }

        private void check(NearestQuery query, Nearest found) {
            searches++;
            var what = what(query);
            var now = snapshot();
            var expected = now.stream()
                    .filter(Seen::available)
                    .filter(seen -> counts(query, seen.spot()) == Counts.YES)
                    .map(seen -> query.centre().metresTo(seen.spot()))
                    .sorted()
                    .toList();
            long doubtful = now.stream()
                    .filter(Seen::available)
                    .filter(seen -> counts(query, seen.spot()) == Counts.PERHAPS)
                    .count();
            var distances = found.drivers().stream().map(FoundDriver::distance).toList();
            assertThat(found.complete()).as(what).isTrue();
            assertThat((long) distances.size())
                    .as(what)
                    .isBetween(
                            (long) Math.min(query.limit(), expected.size()),
                            Math.min(query.limit(), expected.size() + doubtful));
            for (int i = 0; doubtful == 0 && i < distances.size(); i++) {
                assertThat(distances.get(i))
                        .as("%s, number %d", what, i)
                        .isCloseTo(expected.get(i), within(ROUNDING_METRES));
            }
            checkOrder(found, what);
        }

        private void checkAround(NearestQuery query, Nearest found, List<Seen> before, Set<Integer> changing) {
            if (!found.complete()) {
                // The machine is so crowded that a node did not answer in time, and the answer says so.
                return;
            }
            searches++;
            var what = what(query) + " meanwhile";
            checkOrder(found, what);
            var ids = found.drivers().stream().map(FoundDriver::driver).collect(toSet());
            double reach = ids.size() < query.limit()
                    ? Double.POSITIVE_INFINITY
                    : found.drivers().stream()
                                    .mapToDouble(FoundDriver::distance)
                                    .max()
                                    .orElse(0)
                            - ROUNDING_METRES;
            for (int i = 0; i < DRIVERS; i++) {
                var seen = before.get(i);
                var counts = counts(query, seen.spot());
                if (changing.contains(i) || counts == Counts.PERHAPS) {
                    continue;
                }
                boolean mayBeFound = counts == Counts.YES && seen.available();
                boolean mustBeFound = mayBeFound && query.centre().metresTo(seen.spot()) < reach;
                boolean isFound = ids.contains(drivers.get(i));
                if (isFound ? !mayBeFound : mustBeFound) {
                    fail("%s: %s at %s is %s", what, drivers.get(i), seen, isFound ? "there" : "missing");
                }
            }
        }

        private void checkOrder(Nearest found, String what) {
            assertThat(found.drivers()).as(what).isSortedAccordingTo(Comparator.comparingDouble(FoundDriver::distance));
            assertThat(found.drivers().stream().map(FoundDriver::driver))
                    .as(what)
                    .doesNotHaveDuplicates();
        }

        private String what(NearestQuery query) {
            return "seed " + seed + ", " + query;
        }
    }

    private enum Counts {
        YES,
        NO,
        PERHAPS
    }

    /** Whether a place is in reach; perhaps, where rounding decides. */
    private static Counts counts(NearestQuery query, GeoPoint place) {
        double distance = query.centre().metresTo(place);
        if (Math.abs(distance - query.radius()) <= ROUNDING_METRES) {
            return Counts.PERHAPS;
        }
        if (query.area() == null) {
            return distance < query.radius() ? Counts.YES : Counts.NO;
        }
        var around = Stream.of(
                        place,
                        offset(place, ROUNDING_METRES, 0),
                        offset(place, -ROUNDING_METRES, 0),
                        offset(place, 0, ROUNDING_METRES),
                        offset(place, 0, -ROUNDING_METRES))
                .map(query::counts)
                .distinct()
                .toList();
        if (around.size() > 1) {
            return Counts.PERHAPS;
        }
        return around.getFirst() && distance < query.radius() ? Counts.YES : Counts.NO;
    }

    private GeoPoint somewhereNear(GeoPoint centre, double metres) {
        return offset(centre, metres * random.nextGaussian() / 2, metres * random.nextGaussian() / 2);
    }

    /** On the grid of a record. */
    private static GeoPoint offset(GeoPoint from, double north, double east) {
        double lat = from.lat() + Math.toDegrees(north / GeoPoint.EARTH_RADIUS_METRES);
        double lon =
                from.lon() + Math.toDegrees(east / GeoPoint.EARTH_RADIUS_METRES) / Math.cos(Math.toRadians(from.lat()));
        return new GeoPoint(Math.round(lat * 1e7) / 1e7, Math.round(Math.IEEEremainder(lon, 360) * 1e7) / 1e7);
    }
}
