package dev.hotstate.metrics.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.adaptive.AdaptivePolicy.Step;
import dev.hotstate.metrics.adaptive.Condition.Totals;
import dev.hotstate.metrics.policy.PolicySpec.Adaptive;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdaptivePolicyTest {

    private static final Adaptive BOUNDS = new Adaptive("GET /a", Duration.ofMillis(200), 0.1, null);

    private final AdaptivePolicy rule = new AdaptivePolicy(20);

    @Test
    void one_bound_that_is_exceeded_is_enough() {
        assertThat(rule.step(BOUNDS, new Condition(20, 0, 201))).isEqualTo(Step.TIGHTEN);
        assertThat(rule.step(BOUNDS, new Condition(20, 0.11, 5))).isEqualTo(Step.TIGHTEN);
        assertThat(rule.step(BOUNDS, new Condition(20, 0.05, 150))).isEqualTo(Step.LET_END);
    }

    @Test
    void close_below_a_bound_it_stays_as_it_is() {
        assertThat(rule.step(BOUNDS, new Condition(20, 0, 200))).isEqualTo(Step.KEEP);
        assertThat(rule.step(BOUNDS, new Condition(20, 0.09, 5))).isEqualTo(Step.KEEP);
        assertThat(rule.step(BOUNDS, new Condition(20, 0.08, 160))).isEqualTo(Step.LET_END);
    }

    @Test
    void few_requests_say_nothing() {
        assertThat(rule.step(BOUNDS, new Condition(19, 1, 10_000))).isEqualTo(Step.LET_END);
        assertThat(rule.step(BOUNDS, null)).isEqualTo(Step.LET_END);
    }

    @Test
    void a_bound_that_is_not_named_is_none() {
        var errorsOnly = new Adaptive("GET /a", null, 0.1, null);
        assertThat(rule.step(errorsOnly, new Condition(20, 0.01, 60_000))).isEqualTo(Step.LET_END);
    }

    @Test
    void only_what_came_since_the_earlier_look_counts() {
        var before = new Totals(1_000, 500, buckets(700, 1_000));
        var now = new Totals(1_100, 510, buckets(700, 1_005, 100, 95));
        var seen = Condition.between(before, now);
        assertThat(seen.requests()).isEqualTo(100);
        assertThat(seen.errorRate()).isEqualTo(0.1);
        assertThat(seen.p95Ms()).isLessThan(0.01);
        assertThat(Condition.between(now, now)).isNull();
        assertThat(Condition.between(now, before)).as("after a reset").isNull();
    }

    private static SortedMap<Integer, Long> buckets(int... bucketsAndCounts) {
        var buckets = new TreeMap<Integer, Long>();
        for (int i = 0; i < bucketsAndCounts.length; i += 2) {
            buckets.put(bucketsAndCounts[i], (long) bucketsAndCounts[i + 1]);
        }
        return buckets;
    }
}
