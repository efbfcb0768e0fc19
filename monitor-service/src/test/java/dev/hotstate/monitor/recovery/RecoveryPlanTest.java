package dev.hotstate.monitor.recovery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import org.junit.jupiter.api.Test;

class RecoveryPlanTest {

    private static final long SECOND = 1_000_000_000L;

    private final Partitions partitions = Partitions.lettered('m');
    private final Partition one = partitions.at(1);
    private final Partition two = partitions.at(2);
    private final RecoveryPlan plan = new RecoveryPlan(ofSeconds(30), () -> 0.5);

    @Test
    void a_partition_that_was_gained_is_looked_at_first() {
        plan.gained(one, 0);

        assertThat(plan.coldCount()).isOne();
        assertThat(plan.takeDue(9, 60 * SECOND)).isEmpty();
        assertThat(plan.takeCold(9)).containsExactly(one);
        assertThat(plan.takeCold(9)).isEmpty();
    }

    @Test
    void one_that_was_built_before_is_compared_at_its_time() {
        plan.gained(one, 0);
        plan.takeCold(9);
        plan.built(one, false, SECOND);

        assertThat(plan.coldCount()).isZero();
        assertThat(plan.takeDue(9, 14 * SECOND)).isEmpty();
        assertThat(plan.takeDue(9, 15 * SECOND)).containsExactly(one);
        plan.compared(one, 16 * SECOND);
        assertThat(plan.takeDue(9, 45 * SECOND)).isEmpty();
        assertThat(plan.takeDue(9, 46 * SECOND)).containsExactly(one);
    }

    @Test
    void one_that_had_to_be_built_is_compared_at_once() {
        plan.gained(one, 0);
        plan.takeCold(9);
        plan.built(one, true, SECOND);

        assertThat(plan.takeDue(9, SECOND)).containsExactly(one);
    }

    @Test
    void one_that_turns_out_to_be_empty_is_built_again() {
        plan.gained(one, 0);
        plan.takeCold(9);
        plan.built(one, false, 0);

        plan.cold(one);

        assertThat(plan.takeCold(9)).containsExactly(one);
    }

    @Test
    void what_failed_is_tried_again() {
        plan.gained(one, 0);
        plan.takeCold(9);

        plan.failed(one);

        assertThat(plan.takeCold(9)).containsExactly(one);
    }

    @Test
    void no_more_than_so_many_at_once() {
        plan.gained(one, 0);
        plan.gained(two, 0);

        assertThat(plan.takeCold(1)).containsExactly(one);
        assertThat(plan.takeCold(1)).isEmpty();
        plan.built(one, true, 0);
        assertThat(plan.takeCold(1)).containsExactly(two);
    }

    @Test
    void what_is_not_ours_any_more_is_left_alone() {
        plan.gained(one, 0);
        plan.lost(one);
        plan.cold(one);

        assertThat(plan.takeCold(9)).isEmpty();
        assertThat(plan.takeDue(9, 100 * SECOND)).isEmpty();
    }

    @Test
    void one_whose_master_changes_while_it_is_built_is_looked_at_once_more() {
        plan.gained(one, 0);
        plan.takeCold(9);

        plan.cold(one);
        plan.built(one, true, SECOND);

        assertThat(plan.takeCold(9)).containsExactly(one);
        plan.built(one, false, SECOND);
        assertThat(plan.takeCold(9)).isEmpty();
    }

    @Test
    void one_that_failed_is_not_looked_at_twice_for_that() {
        plan.gained(one, 0);
        plan.takeCold(9);
        plan.cold(one);
        plan.failed(one);

        plan.takeCold(9);
        plan.built(one, true, SECOND);

        assertThat(plan.coldCount()).isZero();
    }
}
