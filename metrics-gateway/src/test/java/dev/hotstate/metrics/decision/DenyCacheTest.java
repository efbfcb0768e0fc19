package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.decision.Rulings.demand;
import static dev.hotstate.metrics.decision.Rulings.policy;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.policy.LimitPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DenyCacheTest {

    private final AtomicLong clock = new AtomicLong();
    private final DenyCache cache = new DenyCache(ofSeconds(2), 100, clock::get);
    private final LimitPolicy policy = policy("a", 10);

    @Test
    void a_refusal_holds_until_it_may_have_changed() {
        cache.learn(refused(3, ofMillis(1_500)));
        pass(ofMillis(1_000));
        var again = cache.refusal(demand(policy, 3)).orElseThrow();
        assertThat(again.source()).isEqualTo(Source.DENY_CACHE);
        assertThat(again.retryAfter()).isEqualTo(ofMillis(500));
        assertThat(again.reset()).isEqualTo(ofMillis(9_000));
        pass(ofMillis(500));
        assertThat(cache.refusal(demand(policy, 3))).isEmpty();
    }

    @Test
    void a_refusal_holds_no_longer_than_others_may_wait_for_a_reset() {
        cache.learn(refused(3, Duration.ofHours(1)));
        pass(ofMillis(1_999));
        assertThat(cache.refusal(demand(policy, 3))).isPresent();
        pass(ofMillis(1));
        assertThat(cache.refusal(demand(policy, 3))).isEmpty();
    }

    @Test
    void a_smaller_demand_might_fit_a_larger_one_does_not() {
        cache.learn(refused(3, ofSeconds(1)));
        assertThat(cache.refusal(demand(policy, 2))).isEmpty();
        assertThat(cache.refusal(demand(policy, 4))).isPresent();
    }

    @Test
    void another_version_of_the_policy_and_another_policy_are_asked() {
        cache.learn(refused(1, ofSeconds(1)));
        assertThat(cache.refusal(demand(policy("b", 10), 1))).isEmpty();
    }

    @Test
    void who_gives_back_is_not_refused_from_memory() {
        cache.learn(refused(3, ofSeconds(1)));
        cache.learn(new Ruling(demand(policy, -3), true, 3L, ofSeconds(10), null, Source.REDIS));
        assertThat(cache.refusal(demand(policy, 3))).isEmpty();
    }

    @Test
    void what_was_decided_without_redis_is_not_remembered() {
        cache.learn(Ruling.failedClosed(demand(policy, 1)));
        assertThat(cache.refusal(demand(policy, 1))).isEmpty();
    }

    private Ruling refused(long hits, @Nullable Duration retryAfter) {
        return new Ruling(demand(policy, hits), false, 0L, ofSeconds(10), retryAfter, Source.REDIS);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
