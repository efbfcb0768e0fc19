package dev.hotstate.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencySketchTest {

    private static final double ERROR_MAX = 0.02;

    @Test
    void a_bucket_is_off_by_two_percent_at_most() {
        for (long micros = 1; micros < 3_000_000_000L; micros = micros * 21 / 20 + 1) {
            assertThat((double) LatencyBuckets.micros(LatencyBuckets.of(micros)))
                    .as("%d us", micros)
                    .isCloseTo(micros, within(0.5 + micros * ERROR_MAX));
        }
    }

    @Test
    void what_is_out_of_bounds_counts_at_the_bound() {
        assertThat(LatencyBuckets.of(-5)).isZero();
        assertThat(LatencyBuckets.of(Long.MAX_VALUE)).isEqualTo(LatencyBuckets.LAST);
    }

    /** Stored numbers: a change of the base would give all history another meaning. */
    @Test
    void bucket_numbers_never_change() {
        assertThat(LongStream.of(1, 2, 10, 1_000, 50_000, 1_000_000, 60_000_000).mapToInt(LatencyBuckets::of))
                .containsExactly(0, 18, 59, 177, 276, 353, 457);
        assertThat(LatencyBuckets.LAST).isEqualTo(562);
    }

    @Test
    void percentiles_of_merged_sketches_are_those_of_all_values() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var values = random.doubles(20_000)
                .map(share -> 200 * Math.exp(share * 9))
                .mapToLong(Math::round)
                .toArray();

        var merged = LatencySketch.EMPTY;
        for (int from = 0; from < values.length; from += 1_000) {
            merged = merged.plus(sketch(Arrays.copyOfRange(values, from, from + 1_000)));
        }

        Arrays.sort(values);
        for (double share : new double[] {0.01, 0.5, 0.95, 0.99, 1}) {
            long exact = values[(int) Math.ceil(share * values.length) - 1];
            assertThat((double) merged.percentileMicros(share).orElseThrow())
                    .as("p%s, seed %d", share, seed)
                    .isCloseTo(exact, within(exact * ERROR_MAX + 1));
        }
    }

    @Test
    void bytes_give_the_same_sketch_back() {
        var sketch = LatencySketch.of(Map.of(0, 1L, 177, 300L, 178, 1L, 561, 70_000L));

        assertThat(LatencySketch.read(sketch.bytes())).isEqualTo(sketch);
        assertThat(LatencySketch.read(LatencySketch.EMPTY.bytes())).isEqualTo(LatencySketch.EMPTY);
        assertThat(sketch.bytes()).hasSizeLessThan(20);
    }

    @Test
    void two_looks_at_one_hour_are_not_counted_twice() {
        var before = LatencySketch.of(Map.of(10, 4L, 20, 1L));
        var later = LatencySketch.of(Map.of(10, 6L, 30, 2L));

        assertThat(before.union(later)).isEqualTo(LatencySketch.of(Map.of(10, 6L, 20, 1L, 30, 2L)));
        assertThat(later.union(later)).isEqualTo(later);
    }

    @Test
    void without_values_there_is_no_percentile() {
        assertThat(LatencySketch.EMPTY.percentileMicros(0.5)).isEmpty();
    }

    @Test
    void a_foreign_format_is_refused() {
        assertThatThrownBy(() -> LatencySketch.read(new byte[] {9, 1, 1})).hasMessageContaining("format 9");
    }

    private static LatencySketch sketch(long[] micros) {
        var counts = new HashMap<Integer, Long>();
        for (long value : micros) {
            counts.merge(LatencyBuckets.of(value), 1L, Long::sum);
        }
        return LatencySketch.of(counts);
    }
}
