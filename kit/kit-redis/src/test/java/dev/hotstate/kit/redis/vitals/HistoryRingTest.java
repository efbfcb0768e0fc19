package dev.hotstate.kit.redis.vitals;

import static dev.hotstate.kit.redis.vitals.VitalsFixture.master;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class HistoryRingTest {

    private static final Instant T0 = Instant.ofEpochSecond(1_000_000);

    private final HistoryRing history = new HistoryRing(T0);

    @Test
    void before_the_first_step_all_series_are_empty() {
        assertThat(history.picture().series())
                .containsOnlyKeys(
                        "commandsPerSecond",
                        "failuresPerSecond",
                        "memoryUsedBytes",
                        "roundTripMicros",
                        "postgresRoundTripMicros")
                .allSatisfy((name, values) -> assertThat(values).isEmpty());
    }

    @Test
    void a_step_is_the_average_of_ten_seconds() {
        for (int second = 0; second <= 10; second++) {
            add(second, second);
        }
        assertThat(history.picture().stepSeconds()).isEqualTo(10);
        assertThat(history.picture().from()).isEqualTo(T0);
        assertThat(history.picture().series().get("commandsPerSecond")).containsExactly(4.5);
    }

    @Test
    void a_time_without_looks_is_a_gap() {
        add(0, 1);
        add(30, 4);
        add(40, 5);
        assertThat(history.picture().series().get("commandsPerSecond")).containsExactly(1.0, null, null, 4.0);
    }

    @Test
    void a_clock_that_is_set_back_takes_back_what_lies_ahead() {
        add(0, 1);
        add(100, 2);
        add(200, 3);
        add(210, 3);
        // When
        add(105, 4);
        add(110, 5);
        // Then
        assertThat(history.picture().series().get("commandsPerSecond"))
                .hasSize(11)
                .endsWith(4.0);
    }

    @Test
    void a_clock_that_is_set_back_before_everything_begins_anew() {
        add(1000, 1);
        add(1010, 2);
        // When
        add(0, 3);
        add(10, 4);
        // Then
        assertThat(history.picture().series().get("commandsPerSecond")).containsExactly(3.0);
        assertThat(history.picture().from()).isEqualTo(T0);
    }

    @Test
    void an_hour_is_kept() {
        for (int second = 0; second <= 3 * 3600; second += 5) {
            add(second, 1);
        }
        var picture = history.picture();
        assertThat(picture.series().get("commandsPerSecond")).hasSize(360).doesNotContainNull();
        assertThat(picture.from()).isEqualTo(T0.plusSeconds(2 * 3600));
    }

    @Test
    void after_a_long_pause_only_the_last_hour_is_shown() {
        add(0, 1);
        add(7200, 2);
        add(7210, 3);
        assertThat(history.picture().series().get("commandsPerSecond")).containsExactly(2.0);
        assertThat(Collections.frequency(history.picture().series().get("commandsPerSecond"), null))
                .isZero();
    }

    @Test
    void memory_is_unknown_while_a_master_does_not_answer() {
        add(0, VitalsFixture.redis(master("a").build(), master("b").build()));
        add(10, VitalsFixture.redis(master("a").build(), master("b").silent().build()));
        add(20, VitalsFixture.healthy());
        assertThat(history.picture().series().get("memoryUsedBytes")).containsExactly(200.0, null);
    }

    private void add(long second, Vitals.RedisVitals redis) {
        history.add(VitalsFixture.at(T0.plusSeconds(second), redis));
    }

    private void add(long second, double commandsPerSecond) {
        history.add(VitalsFixture.at(T0.plusSeconds(second), commandsPerSecond));
    }
}
