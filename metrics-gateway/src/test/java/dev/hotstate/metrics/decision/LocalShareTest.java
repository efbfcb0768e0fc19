package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.decision.Rulings.demand;
import static dev.hotstate.metrics.decision.Rulings.policy;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.policy.LimitPolicy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalShareTest {

    private final AtomicLong clock = new AtomicLong();
    private final LocalShare share = new LocalShare(100, clock::get);
    private final LimitPolicy policy = policy("a", 10);

    @Test
    void an_instance_allows_its_part_and_then_begins_anew_with_the_window() {
        assertThat(IntStream.range(0, 20).filter(call -> allowed(3)).count()).isEqualTo(3);
        clock.addAndGet(ofSeconds(59).toNanos());
        var refused = share.decide(demand(policy, 1), 3);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isEqualTo(ofSeconds(1));
        assertThat(refused.source()).isEqualTo(Source.LOCAL_SHARE);
        clock.addAndGet(ofSeconds(1).toNanos());
        assertThat(allowed(3)).isTrue();
    }

    @Test
    void of_more_instances_than_hits_each_allows_one() {
        assertThat(allowed(50)).isTrue();
        assertThat(allowed(50)).isFalse();
    }

    @Test
    void what_is_given_back_can_be_had_again() {
        assertThat(share.decide(demand(policy, 10), 1).remaining()).isZero();
        assertThat(share.decide(demand(policy, -4), 1).remaining()).isEqualTo(4);
        assertThat(share.decide(demand(policy, 5), 1).allowed()).isFalse();
        assertThat(share.decide(demand(policy, 4), 1).allowed()).isTrue();
    }

    @Test
    void looking_takes_nothing_and_what_never_fits_has_no_time_to_come_again() {
        share.decide(new Demand(policy, Rulings.CALLER, 10, true), 1);
        assertThat(share.decide(demand(policy, 11), 1).retryAfter()).isNull();
        assertThat(share.decide(demand(policy, 10), 1).allowed()).isTrue();
    }

    private boolean allowed(long instances) {
        return share.decide(demand(policy, 1), instances).allowed();
    }
}
