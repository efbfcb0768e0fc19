package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.MetricsFixture.await;
import static java.time.Duration.ofHours;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddCountsScriptIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final int LAST_BUCKET = LatencySketch.bucketOf(Long.MAX_VALUE);
    private static final long MAX_OF_HOUR = 0xFFFF_FFFFL;
    private static final long MAX_OF_ALL_TIME = 0xFFFF_FFFF_FFFFL;

    private MetricsFixture metrics;
    private RedisKey sketch;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        sketch = metrics.keys.sketch("GET /counts");
        metrics.send(Command.of("UNLINK").key(sketch));
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {PackedCounts.WIDTH_OF_HOUR, PackedCounts.WIDTH_OF_ALL_TIME})
    void counts_are_those_of_a_map_whatever_comes_in_whatever_order(int width) {
        for (long seed = 0; seed < 20; seed++) {
            metrics.send(Command.of("UNLINK").key(sketch));
            var random = new Random(seed);
            var expected = new TreeMap<Integer, Long>();
            for (int i = 0; i < 30; i++) {
                var some = some(random);
                add(width, 0, some);
                some.forEach((bucket, count) -> expected.merge(bucket, count, Long::sum));
                assertThat(counts()).as("seed %d, addition %d", seed, i).isEqualTo(expected);
            }
        }
    }

    /** Sometimes a narrow range, sometimes all there are. */
    private static Map<Integer, Long> some(Random random) {
        var some = new HashMap<Integer, Long>();
        int middle = random.nextInt(LAST_BUCKET + 1);
        int around = random.nextBoolean() ? 20 : LAST_BUCKET;
        for (int i = random.nextInt(40); i >= 0; i--) {
            int bucket = middle + random.nextInt(2 * around + 1) - around;
            some.put(Math.clamp(bucket, 0, LAST_BUCKET), 1 + random.nextLong(100_000));
        }
        return some;
    }

    @Test
    void a_count_that_is_full_stays_full_and_leaves_its_neighbours_alone() {
        add(PackedCounts.WIDTH_OF_HOUR, 0, Map.of(500, MAX_OF_HOUR - 1, 501, 7L));
        add(PackedCounts.WIDTH_OF_HOUR, 0, Map.of(499, 3L, 500, 5L));
        add(PackedCounts.WIDTH_OF_HOUR, 0, Map.of(500, 5L));
        assertThat(counts()).isEqualTo(Map.of(499, 3L, 500, MAX_OF_HOUR, 501, 7L));
    }

    @Test
    void all_time_counts_further_than_an_hour() {
        add(PackedCounts.WIDTH_OF_ALL_TIME, 0, Map.of(500, MAX_OF_HOUR));
        add(PackedCounts.WIDTH_OF_ALL_TIME, 0, Map.of(500, MAX_OF_HOUR));
        assertThat(counts()).isEqualTo(Map.of(500, 2 * MAX_OF_HOUR));
        add(PackedCounts.WIDTH_OF_ALL_TIME, 0, Map.of(500, Long.MAX_VALUE));
        add(PackedCounts.WIDTH_OF_ALL_TIME, 0, Map.of(500, 1L));
        assertThat(counts()).isEqualTo(Map.of(500, MAX_OF_ALL_TIME));
    }

    @Test
    void a_sketch_lives_from_its_beginning_on_however_it_grows() {
        add(PackedCounts.WIDTH_OF_HOUR, ofHours(25).toMillis(), Map.of(500, 1L));
        metrics.send(Command.of("PEXPIRE").key(sketch).arg(60_000));
        add(PackedCounts.WIDTH_OF_HOUR, ofHours(25).toMillis(), Map.of(0, 1L, LAST_BUCKET, 1L));
        assertThat(metrics.send(Command.of("PTTL").key(sketch)).integer()).isBetween(1L, 60_000L);
    }

    @Test
    void a_sketch_begins_with_a_time_to_live_or_without() {
        add(PackedCounts.WIDTH_OF_HOUR, 60_000, Map.of(500, 1L));
        assertThat(metrics.send(Command.of("PTTL").key(sketch)).integer()).isBetween(1L, 60_000L);
        metrics.send(Command.of("UNLINK").key(sketch));
        add(PackedCounts.WIDTH_OF_ALL_TIME, 0, Map.of(500, 1L));
        assertThat(metrics.send(Command.of("PTTL").key(sketch)).integer()).isEqualTo(-1);
    }

    @Test
    void two_decades_of_times_take_a_kilobyte() {
        for (int bucket = LatencySketch.bucketOf(3_000); bucket <= LatencySketch.bucketOf(300_000); bucket++) {
            add(PackedCounts.WIDTH_OF_HOUR, 0, Map.of(bucket, 1L));
        }
        assertThat(metrics.send(Command.of("GET").key(sketch)).bytes()).hasSizeLessThan(1_024);
    }

    private void add(int width, long ttlMs, Map<Integer, Long> counts) {
        var reply =
                await(metrics.scripts.run(TallyStore.ADD_COUNTS, sketch).args(ttlMs, width, PackedCounts.of(counts)));
        assertThat(reply.status()).isEqualTo(AddWord.ADDED);
    }

    private SortedMap<Integer, Long> counts() {
        return PackedCounts.read(metrics.send(Command.of("GET").key(sketch)));
    }
}
