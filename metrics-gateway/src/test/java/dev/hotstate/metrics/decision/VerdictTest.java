package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.decision.Rulings.allowed;
import static dev.hotstate.metrics.decision.Rulings.policy;
import static dev.hotstate.metrics.decision.Rulings.refused;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.policy.LimitPolicies;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

    @Test
    void without_a_policy_everything_is_allowed() {
        var verdict = new Verdict(List.of());
        assertThat(verdict.allowed()).isTrue();
        assertThat(verdict.tightest()).isEmpty();
    }

    @Test
    void one_that_refuses_is_enough() {
        var verdict = new Verdict(List.of(allowed(policy("a", 10), 9), refused(policy("b", 10), ofSeconds(3))));
        assertThat(verdict.allowed()).isFalse();
        assertThat(verdict.retryAfter()).isEqualTo(ofSeconds(3));
        assertThat(verdict.tightest().orElseThrow().demand().policy().id()).isEqualTo("b");
    }

    @Test
    void the_longest_wait_is_the_tightest_and_what_never_fits_waits_a_window() {
        var brief = refused(policy("brief", 10), ofSeconds(3));
        var endless = refused(policy("endless", 10), null);
        var verdict = new Verdict(List.of(brief, endless));
        assertThat(verdict.tightest()).contains(endless);
        assertThat(verdict.retryAfter()).isEqualTo(ofMinutes(1));
    }

    @Test
    void where_all_allow_the_fewest_calls_left_are_the_tightest() {
        var few = allowed(policy("few", 10), 2);
        var unknown = Ruling.failedOpen(Rulings.demand(policy("unknown", 10), 1));
        assertThat(new Verdict(List.of(allowed(policy("many", 100), 70), few, unknown)).tightest())
                .contains(few);
    }

    @Test
    void a_policy_in_the_shadow_refuses_nobody() {
        var shadow = refused(LimitPolicies.inTheShadow("shadow", 10, ofMinutes(1)), ofSeconds(3));
        var verdict = new Verdict(List.of(shadow));
        assertThat(verdict.allowed()).isTrue();
        assertThat(verdict.tightest()).isEmpty();
    }
}
