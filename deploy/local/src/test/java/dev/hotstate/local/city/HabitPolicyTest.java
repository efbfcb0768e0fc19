package dev.hotstate.local.city;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HabitPolicyTest {

    private static final Duration SINCE = Duration.ofSeconds(5);

    @Test
    void in_an_hour_most_do_something_else_for_a_while() {
        var random = new SplittableRandom(1);
        Map<Activity, Integer> counts = new HashMap<>();
        for (int asked = 0; asked < 720_000; asked++) {
            HabitPolicy.next(SINCE, random.nextDouble()).ifPresent(next -> counts.merge(next, 1, Integer::sum));
        }
        // A thousand drivers for an hour.
        assertThat(counts.get(Activity.BREAK)).isBetween(2_000, 2_800);
        assertThat(counts.get(Activity.HOME)).isBetween(1_250, 1_750);
        assertThat(counts.get(Activity.SILENT)).isBetween(800, 1_200);
    }

    @Test
    void who_is_silent_is_so_for_longer_than_a_heartbeat() {
        assertThat(HabitPolicy.lasts(Activity.SILENT, 0)).isGreaterThan(Duration.ofSeconds(60));
        assertThat(HabitPolicy.lasts(Activity.BREAK, 0.999)).isLessThan(Duration.ofMinutes(7));
    }
}
