package dev.hotstate.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetPolicyTest {

    private static final Instant BEGIN = Instant.parse("2026-11-19T00:00:00Z");

    @Test
    void one_is_always_well_and_one_falls_ill_for_40_s_every_three_minutes() {
        assertThat(wellSecondsOfTenMinutes(TargetPolicy.STEADY)).isEqualTo(600);
        // Three whole periods, and one minute of the fourth.
        assertThat(wellSecondsOfTenMinutes(TargetPolicy.FLAPPING)).isEqualTo(600 - 4 * 40);
    }

    @Test
    void the_answers_of_one_take_longer_and_shorter_in_turn() {
        var delays = IntStream.range(0, 300)
                .mapToObj(second -> TargetPolicy.delay(TargetPolicy.TIDAL, BEGIN.plusSeconds(second)))
                .sorted()
                .toList();

        assertThat(delays.getFirst()).isEqualTo(Duration.ofMillis(40));
        assertThat(delays.getLast()).isEqualTo(Duration.ofMillis(390));
    }

    private static long wellSecondsOfTenMinutes(String path) {
        return IntStream.range(0, 600)
                .filter(second -> TargetPolicy.isWell(path, BEGIN.plusSeconds(second)))
                .count();
    }
}
