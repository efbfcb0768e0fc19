package dev.hotstate.local.stage;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuBudgetTest {

    private final CpuBudget budget = new CpuBudget(ofMillis(500), ofSeconds(10));

    @Test
    void who_uses_little_keeps_the_pace() {
        assertThat(budget.rest(ofMillis(120), ofSeconds(10).plusMillis(20))).isEqualTo(ofMillis(380));
    }

    @Test
    void who_uses_much_rests_until_it_is_a_small_share_of_the_time() {
        assertThat(budget.rest(ofMillis(400), ofSeconds(10).plusMillis(300))).isEqualTo(ofMillis(600));
    }

    @Test
    void who_waited_long_goes_on_at_once() {
        assertThat(budget.rest(ofSeconds(3), ofSeconds(10).plusMillis(30))).isEqualTo(ZERO);
    }
}
