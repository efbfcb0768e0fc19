package dev.hotstate.dag.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DuePlanTest {

    private static final OptionalLong NOTHING = OptionalLong.empty();

    private final Partition one = Partitions.lettered('d').at(1);
    private final Partition other = Partitions.lettered('d').at(2);
    private final DuePlan plan = new DuePlan(Duration.ofSeconds(1));

    @Test
    void what_was_never_looked_at_is_due() {
        assertThat(plan.due(List.of(one, other), 0)).containsExactly(one, other);
    }

    @Test
    void a_quiet_partition_is_looked_at_more_and_more_rarely() {
        long now = 0;
        for (long pause : new long[] {200, 400, 800, 1_000, 1_000}) {
            plan.looked(one, false, NOTHING, now);
            assertThat(plan.due(List.of(one), now + ms(pause) - 1)).isEmpty();
            now += ms(pause);
            assertThat(plan.due(List.of(one), now)).containsExactly(one);
        }
    }

    @Test
    void it_is_looked_at_when_it_said_that_something_will_be_due() {
        plan.looked(one, false, NOTHING, 0);
        plan.looked(one, false, OptionalLong.of(50), 0);
        assertThat(plan.due(List.of(one), ms(50) - 1)).isEmpty();
        assertThat(plan.due(List.of(one), ms(50))).containsExactly(one);
    }

    @Test
    void what_is_due_far_away_does_not_keep_it_from_being_looked_at() {
        plan.looked(one, false, OptionalLong.of(3_600_000), 0);
        assertThat(plan.due(List.of(one), ms(200))).containsExactly(one);
    }

    @Test
    void where_something_was_due_or_happens_it_is_looked_at_again_at_once() {
        plan.looked(one, true, NOTHING, 0);
        plan.looked(other, false, NOTHING, 0);
        plan.expect(other);
        assertThat(plan.due(List.of(one, other), 0)).containsExactly(one, other);
    }

    @Test
    void what_is_not_ours_any_more_is_forgotten() {
        plan.looked(one, false, NOTHING, 0);
        assertThat(plan.due(Set.of(other), 0)).containsExactly(other);
        assertThat(plan.due(List.of(one), 0)).containsExactly(one);
    }

    private static long ms(long ms) {
        return Duration.ofMillis(ms).toNanos();
    }
}
