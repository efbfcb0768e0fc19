package dev.hotstate.driver.search;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.CellScore;
import dev.hotstate.driver.cell.GeoHash;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.platform.DriverRedis;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches against somebody who looks at every driver. */
class NearestSearchIT {

    private static final AtomicLong IDS = new AtomicLong(System.nanoTime());

    /** Redis rounds points by up to 0.6 m in each direction. */
    private static final double ROUNDING_METRES = 1.5;

    @RegisterExtension
    static final RedisClusterExtension cluster = DriverRedis.plan().shared().scanning(DriverRedis.scan());

    private final CellGrid grid = new CellGrid();
    private final List<Driver> drivers = new ArrayList<>();
    private DriverRedis redis;
    private NearestSearch search;

    private record Driver(long id, GeoPoint place, boolean lives) {}

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new DriverRedis(harness);
        search = search(redis.clock, new CellReader(redis.router, redis.keys));
        redis.markBuilt();
        redis.clock.heard(Instant.ofEpochMilli(redis.nowMillis()));
    }

    private NearestSearch search(RedisClock clock, CellReader reader) {
        return new NearestSearch(grid, reader, new RadiusHints(redis.router, redis.keys, grid), clock);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    /** A share of the drivers has lapsed, left or was claimed, and nobody has swept. */
    @ParameterizedTest
    @CsvSource({
        "52.5, 13.4, 0",
        "52.5, 13.4, 0.1",
        "52.5, 13.4, 0.5",
        "52.5, 13.4, 0.8",
        "-17.8, 180.0, 0.3",
        "69.6, 18.9, 0.3",
        "0, 0, 0.3"
    })
    void finds_what_brute_force_finds(double lat, double lon, double dead) {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        var random = new Random(seed);
        populate(new GeoPoint(lat, lon), 1_500, dead, random);

        for (int i = 0; i < 60; i++) {
            var query = new NearestQuery(
                    around(new GeoPoint(lat, lon), 15_000, random),
                    new double[] {300, 2_000, 5_000, 20_000}[random.nextInt(4)],
                    new int[] {1, 10, 50, 500}[random.nextInt(4)]);

            var found = whole(query);

            assertSame(query, found, "seed " + seed + ", " + query);
        }
    }

    /** As an instance leaves it that dies between the new cell and the old one. */
    @Test
    void a_driver_in_two_cells_is_found_once_where_it_was_last() {
        var cell = grid.of(new GeoPoint(33.5, 36.3));
        var centre = grid.centreOf(cell);
        var corner = grid.corners(cell).getFirst();
        var before = between(centre, corner, 0.9);
        var last = between(centre, corner, 1.1);
        assertThat(grid.of(last)).isNotEqualTo(grid.of(before));
        long driver = IDS.incrementAndGet();
        long now = redis.nowMillis();
        write(Stream.of(
                        shown(driver, before, Double.toString(CellScore.of(now + 300_000, now - 10_000))),
                        shown(driver, last, Double.toString(CellScore.of(now + 301_000, now))))
                .flatMap(List::stream)
                .toList());

        var found = whole(new NearestQuery(centre, 30_000, 10));

        assertThat(found.drivers()).extracting(FoundDriver::driver).containsExactly(driver);
        assertThat(found.drivers().getFirst().distance()).isCloseTo(centre.metresTo(last), within(ROUNDING_METRES));
    }

    private static GeoPoint between(GeoPoint from, GeoPoint to, double part) {
        return new GeoPoint(from.lat() + (to.lat() - from.lat()) * part, from.lon() + (to.lon() - from.lon()) * part);
    }

    @Test
    void a_search_tells_how_often_it_went_to_redis_and_back() {
        var centre = grid.centreOf(grid.of(new GeoPoint(-25.3, -57.6)));
        long now = redis.nowMillis();
        write(IntStream.range(0, 10)
                .mapToObj(i -> shown(
                        IDS.incrementAndGet(),
                        new GeoPoint(centre.lat() + i * 1e-4, centre.lon()),
                        Double.toString(CellScore.of(now + 600_000, now))))
                .flatMap(List::stream)
                .toList());
        var query = new NearestQuery(centre, 500, 5);

        var cold = await(search.find(query)).explanation();
        var warm = await(search.find(query)).explanation();

        assertThat(cold.rounds()).isEqualTo(1);
        assertThat(cold.roundTrips())
                .as("for the hint, the cell, and who of it lives")
                .isEqualTo(3);
        assertThat(warm.rounds()).isEqualTo(1);
        assertThat(warm.roundTrips()).as("for the cell, and who of it lives").isEqualTo(2);
    }

    /** It has just begun, and nobody has asked Redis for the time yet. */
    @ParameterizedTest
    @ValueSource(strings = {"PT1H", "PT-1H"})
    void to_an_instance_with_a_wrong_clock_who_lives_lives_and_nobody_else(Duration wrong) {
        var centre = grid.centreOf(grid.of(new GeoPoint(wrong.isNegative() ? -34.6 : -31.4, -58.4)));
        long now = redis.nowMillis();
        long living = IDS.incrementAndGet();
        write(Stream.of(
                        shown(living, centre, Double.toString(CellScore.of(now + 600_000, now))),
                        shown(
                                IDS.incrementAndGet(),
                                centre,
                                Double.toString(CellScore.of(now - 600_000, now - 900_000))))
                .flatMap(List::stream)
                .toList());
        search = search(
                new RedisClock(Clock.offset(Clock.systemUTC(), wrong)), new CellReader(redis.router, redis.keys));

        var found = whole(new NearestQuery(centre, 500, 10));

        assertThat(found.drivers()).extracting(FoundDriver::driver).containsExactly(living);
        assertThat(found.asOf()).isCloseTo(Instant.ofEpochMilli(now), within(5, ChronoUnit.MINUTES));
    }

    /** A search asks who is in a cell, and then who of them lives. */
    @Test
    void who_is_swept_between_the_two_questions_is_gone() {
        var cell = grid.of(new GeoPoint(-1.3, 36.8));
        long driver = shownAt(cell);
        search = search(
                redis.clock,
                readerWhere(List.of(
                        Command.of("ZREM").key(redis.keys.geo(cell)).arg(DriverKeys.member(driver)),
                        Command.of("ZREM").key(redis.keys.online(cell)).arg(DriverKeys.member(driver)))));

        var found = whole(new NearestQuery(grid.centreOf(cell), 500, 10));

        assertThat(found.drivers()).isEmpty();
    }

    @Test
    void what_redis_loses_between_the_two_questions_is_not_taken_for_gone() {
        var cell = grid.of(new GeoPoint(-4.3, 15.3));
        int range = DriverKeys.rangeOf(redis.keys.geo(cell).slot());
        shownAt(cell);
        search = search(
                redis.clock,
                readerWhere(List.of(
                        Command.of("DEL").key(redis.keys.geo(cell)),
                        Command.of("DEL").key(redis.keys.online(cell)),
                        Command.of("DEL").key(redis.keys.built(DriverKeys.firstSlotOf(range))),
                        Command.of("DEL").key(redis.keys.built(DriverKeys.lastSlotOf(range))))));
        try {
            // So near that there is no second round, farther away, that would notice it.
            assertThat(await(search.find(new NearestQuery(grid.centreOf(cell), 200, 10)))
                            .complete())
                    .isFalse();
        } finally {
            redis.markBuilt();
        }
    }

    private long shownAt(Cell cell) {
        long driver = IDS.incrementAndGet();
        long now = redis.nowMillis();
        write(shown(driver, grid.centreOf(cell), Double.toString(CellScore.of(now + 600_000, now))));
        return driver;
    }

    /** This happens before it is asked who lives. */
    private CellReader readerWhere(List<Command> meanwhile) {
        return new CellReader(redis.router, redis.keys) {
            @Override
            Uni<List<Outcome>> scores(Map<Cell, List<String>> members) {
                return redis.router.sendAll(meanwhile).chain(() -> super.scores(members));
            }
        };
    }

    @Test
    void a_search_tells_how_many_had_lapsed_or_left() {
        var centre = grid.centreOf(grid.of(new GeoPoint(9.0, 38.7)));
        long now = redis.nowMillis();
        double living = CellScore.of(now + 600_000, now);
        var scores = List.of(now - 1.0, now + 600_000 + 4095 / 4096.0, now - 60_000.0, living, living, living);
        write(IntStream.range(0, scores.size())
                .mapToObj(i -> shown(
                        IDS.incrementAndGet(),
                        new GeoPoint(centre.lat() + i * 1e-4, centre.lon()),
                        Double.toString(scores.get(i))))
                .flatMap(List::stream)
                .toList());

        var explanation = whole(new NearestQuery(centre, 500, 3)).explanation();

        assertThat(explanation.scanned()).isEqualTo(6);
        assertThat(explanation.dropped()).isEqualTo(3);
    }

    @Test
    void where_one_node_ends_within_a_range_the_loss_of_the_other_is_noticed() {
        int range = splitRange();
        var split = List.of(cellOf(range, true), cellOf(range, false));

        redis.send(Command.of("DEL").key(redis.keys.built(DriverKeys.lastSlotOf(range))));
        try {
            assertThat(complete(split.getFirst())).isTrue();
            assertThat(complete(split.getLast())).isFalse();
        } finally {
            redis.markBuilt();
        }
    }

    private boolean complete(Cell cell) {
        return await(search.find(new NearestQuery(grid.centreOf(cell), 100, 1))).complete();
    }

    /** Asked again, if a node did not answer in time because the machine is crowded. */
    private Nearest whole(NearestQuery query) {
        return Awaitility.await()
                .pollDelay(ZERO)
                .atMost(ofSeconds(60))
                .until(() -> await(search.find(query)), Nearest::complete);
    }

    private int splitRange() {
        var map = redis.router.slotMap();
        return IntStream.range(0, DriverKeys.RANGES)
                .filter(range -> !Objects.equals(
                        map.masterOf(DriverKeys.firstSlotOf(range)), map.masterOf(DriverKeys.lastSlotOf(range))))
                .findFirst()
                .orElseThrow();
    }

    /** A cell in that range, on the node of its first slot or on that of its last one. */
    private Cell cellOf(int range, boolean first) {
        var map = redis.router.slotMap();
        var node = map.masterOf(first ? DriverKeys.firstSlotOf(range) : DriverKeys.lastSlotOf(range));
        return IntStream.range(0, 1_000_000)
                .mapToObj(i -> grid.of(new GeoPoint(20 + i % 1_000 * 0.05, i / 1_000 * 0.1)))
                .filter(cell -> {
                    int slot = redis.keys.geo(cell).slot();
                    return DriverKeys.rangeOf(slot) == range && Objects.equals(map.masterOf(slot), node);
                })
                .findFirst()
                .orElseThrow();
    }

    private void assertSame(NearestQuery query, Nearest found, String what) {
        var expected = drivers.stream()
                .filter(Driver::lives)
                .map(driver -> query.centre().metresTo(driver.place()))
                .sorted()
                .toList();
        var sure = expected.stream()
                .filter(metres -> metres <= query.radius() - ROUNDING_METRES)
                .count();
        var possible = expected.stream()
                .filter(metres -> metres <= query.radius() + ROUNDING_METRES)
                .count();
        assertThat((long) found.drivers().size())
                .as(what)
                .isBetween(Math.min(sure, query.limit()), Math.min(possible, query.limit()));
        for (int i = 0; i < found.drivers().size(); i++) {
            assertThat(found.drivers().get(i).distance())
                    .as("%s, number %d", what, i)
                    .isCloseTo(expected.get(i), within(ROUNDING_METRES));
        }
        assertThat(found.drivers()).as(what).isSortedAccordingTo(Comparator.comparingDouble(FoundDriver::distance));
        assertThat(found.drivers().stream().map(FoundDriver::driver)).as(what).doesNotHaveDuplicates();
    }

    private void populate(GeoPoint centre, int count, double dead, Random random) {
        long now = redis.nowMillis();
        var commands = new ArrayList<Command>();
        for (int i = 0; i < count; i++) {
            var driver = new Driver(
                    IDS.incrementAndGet(),
                    // Crowded in the middle, with some on one and the same spot.
                    i % 20 == 0 ? centre : around(centre, i % 3 == 0 ? 30_000 : 3_000, random),
                    random.nextDouble() >= dead);
            drivers.add(driver);
            commands.addAll(shown(driver.id(), driver.place(), score(driver, now, random)));
        }
        write(commands);
    }

    /** In the cell of that place. */
    private List<Command> shown(long driver, GeoPoint place, String score) {
        var cell = grid.of(place);
        return List.of(
                Command.of("ZADD")
                        .key(redis.keys.geo(cell))
                        .arg(GeoHash.encode(place))
                        .arg(DriverKeys.member(driver)),
                Command.of("ZADD").key(redis.keys.online(cell)).arg(score).arg(DriverKeys.member(driver)),
                Command.of("EXPIRE").key(redis.keys.geo(cell)).arg(600),
                Command.of("EXPIRE").key(redis.keys.online(cell)).arg(600));
    }

    /** Until each was taken: whatever is missing later, the search has overlooked. They may all be done twice. */
    private void write(List<Command> commands) {
        var left = new AtomicReference<>(commands);
        Awaitility.await().atMost(ofSeconds(60)).until(() -> {
            var written = left.get();
            var outcomes = await(redis.router.sendAll(written, ofSeconds(5)));
            left.set(IntStream.range(0, written.size())
                    .filter(i -> !(outcomes.get(i) instanceof Outcome.Replied))
                    .mapToObj(written::get)
                    .toList());
            return left.get().isEmpty();
        });
    }

    private static String score(Driver driver, long now, Random random) {
        long alive = now + ofMinutes(10).toMillis();
        if (driver.lives()) {
            return Double.toString(CellScore.of(alive, now - random.nextInt(100_000)));
        }
        return Double.toString(random.nextBoolean() ? now - 1 - random.nextInt(60_000) : alive + 4095 / 4096.0);
    }

    private static GeoPoint around(GeoPoint centre, double metres, Random random) {
        double degrees = Math.toDegrees(metres / GeoPoint.EARTH_RADIUS_METRES);
        double lat = centre.lat() + degrees * random.nextGaussian() / 2;
        double lon = centre.lon() + degrees / Math.cos(Math.toRadians(centre.lat())) * random.nextGaussian() / 2;
        return new GeoPoint(Math.round(lat * 1e7) / 1e7, Math.round(Math.IEEEremainder(lon, 360) * 1e7) / 1e7);
    }

    private static <T> T await(Uni<T> work) {
        return work.await().atMost(ofSeconds(30));
    }
}
