package dev.hotstate.metrics.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimesTest {

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());

    @Test
    void percentiles_of_the_sum_are_those_of_all_times_to_two_percent() {
        System.out.println("-Dhotstate.seed=" + seed);
        var random = new Random(seed);
        var micros = random.doubles(20_000).map(x -> Math.exp(5 + 6 * x)).toArray();
        var all = Times.NONE;
        for (int i = 0; i < micros.length; i += 100) {
            var some = new HashMap<Integer, Long>();
            for (int j = i; j < i + 100; j++) {
                some.merge(bucketOf(micros[j]), 1L, Long::sum);
            }
            all = i % 200 == 0 ? all.plus(Times.of(some)) : Times.of(some).plus(all);
        }
        Arrays.sort(micros);
        for (double part : new double[] {0.5, 0.95, 0.99}) {
            assertThat(all.millisAt(part))
                    .isCloseTo(micros[(int) (part * (micros.length - 1))] / 1_000, withinPercentage(2.1));
        }
    }

    @Test
    void nothing_has_no_percentile() {
        assertThat(Times.NONE.millisAt(0.5)).isNull();
        assertThat(Times.of(Map.of(7, 3L)).plus(Times.NONE)).isEqualTo(Times.of(Map.of(7, 3L)));
    }

    /** As LatencySketch has it. */
    private static int bucketOf(double micros) {
        return (int) Math.ceil(Math.log(micros) / Math.log(1.01 / 0.99));
    }
}
