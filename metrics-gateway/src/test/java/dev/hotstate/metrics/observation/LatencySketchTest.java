package dev.hotstate.metrics.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LatencySketchTest {

    private static final int TIMES = 200_000;

    /** Latencies in microseconds. */
    enum Shape {
        EVEN(random -> 100 + random.nextInt(1_000_000)),
        /** Most are quick, one in a hundred takes twenty times as long. */
        SLOW_TAIL(random -> Math.exp(10.4 + 0.8 * random.nextGaussian()) * (random.nextInt(100) == 0 ? 20 : 1)),
        /** Answers from a cache, and the others. */
        TWO_PEAKS(random ->
                random.nextInt(3) == 0 ? 80_000 + 5_000 * random.nextGaussian() : 900 + 50 * random.nextGaussian());

        private final ToDoubleFunction<Random> next;

        Shape(ToDoubleFunction<Random> next) {
            this.next = next;
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void percentiles_are_at_most_one_percent_wrong(Shape shape) {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        System.out.println("-Dhotstate.seed=" + seed);
        var random = new Random(seed);
        var exact = new long[TIMES];
        var counts = new TreeMap<Integer, Long>();
        for (int i = 0; i < TIMES; i++) {
            exact[i] = Math.max(2, Math.round(shape.next.applyAsDouble(random)));
            counts.merge(LatencySketch.bucketOf(exact[i]), 1L, Long::sum);
        }
        Arrays.sort(exact);
        for (double part : new double[] {0.5, 0.9, 0.95, 0.99, 0.999}) {
            long wanted = exact[(int) Math.floor(part * (TIMES - 1))];
            assertThat(LatencySketch.microsAt(counts, part)).as("%s", part).isCloseTo(wanted, within(wanted * 0.0101));
        }
        assertThat(counts).hasSizeLessThan(1_200);
    }

    @Test
    void what_takes_no_time_and_what_takes_for_ever_have_a_bucket_too() {
        assertThat(LatencySketch.bucketOf(0)).isZero();
        assertThat(LatencySketch.bucketOf(1)).isZero();
        assertThat(LatencySketch.bucketOf(Long.MAX_VALUE))
                .isEqualTo(LatencySketch.bucketOf(3_600_000_000L))
                .isLessThan(1_200);
    }
}
