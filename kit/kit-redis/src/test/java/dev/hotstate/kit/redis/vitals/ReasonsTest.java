package dev.hotstate.kit.redis.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import dev.hotstate.kit.testing.log.LogCapture;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReasonsTest {

    private static final Instant T0 = Instant.ofEpochSecond(1_000);

    private final Reasons reasons = new Reasons();

    @Test
    void a_reason_keeps_its_beginning_while_its_message_changes() {
        reasons.update(List.of(memory("81 %")), T0);
        assertThat(reasons.update(List.of(memory("90 %")), T0.plusSeconds(5)))
                .containsExactly(new Reason("redis-memory", "90 %", T0));
    }

    @Test
    void a_reason_that_comes_back_begins_anew() {
        reasons.update(List.of(memory("81 %")), T0);
        reasons.update(List.of(), T0.plusSeconds(1));
        assertThat(reasons.update(List.of(memory("81 %")), T0.plusSeconds(2)))
                .extracting(Reason::since)
                .containsExactly(T0.plusSeconds(2));
    }

    @Test
    void two_nodes_have_a_reason_each() {
        assertThat(reasons.update(List.of(memory("x"), Finding.of(Threshold.MEMORY, "b:6379", "y")), T0))
                .hasSize(2);
    }

    @Test
    void what_is_found_twice_is_logged_once_and_so_is_its_end() {
        try (var log = LogCapture.start()) {
            for (int second = 0; second < 4; second++) {
                reasons.update(List.of(memory("81 %")), T0.plusSeconds(second));
            }
            reasons.update(List.of(), T0.plusSeconds(4));
            assertThat(log.text()).isEqualTo("81 %\nOver: 81 %\n");
        }
    }

    @Test
    void what_is_found_once_and_not_again_stays_out_of_the_log() {
        try (var log = LogCapture.start()) {
            reasons.update(List.of(memory("81 %")), T0);
            reasons.update(List.of(), T0.plusSeconds(1));
            assertThat(log.text()).isEmpty();
        }
    }

    private static Finding memory(String message) {
        return Finding.of(Threshold.MEMORY, "a:6379", message);
    }
}
