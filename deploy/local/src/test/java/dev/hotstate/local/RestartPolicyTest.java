package dev.hotstate.local;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void the_first_death_is_followed_by_a_start_after_a_second() {
        assertThat(RestartPolicy.pauseAfter(List.of(NOW), NOW)).contains(ofSeconds(1));
    }

    @Test
    void the_pause_doubles_with_each_recent_death() {
        assertThat(RestartPolicy.pauseAfter(deaths(4, 1), NOW)).contains(ofSeconds(8));
    }

    @Test
    void who_keeps_dying_is_given_up() {
        assertThat(RestartPolicy.pauseAfter(deaths(5, 1), NOW)).isEmpty();
    }

    @Test
    void old_deaths_are_forgotten() {
        assertThat(RestartPolicy.pauseAfter(deaths(100, 60), NOW)).contains(ofSeconds(2));
    }

    private static List<Instant> deaths(int count, int secondsBetween) {
        return IntStream.range(0, count)
                .mapToObj(i -> NOW.minusSeconds((long) i * secondsBetween))
                .toList();
    }
}
