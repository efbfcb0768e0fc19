package dev.hotstate.monitor.schedule;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PollPlanTest {

    private static final long MS = 1_000_000L;
    private static final Instant NEXT = Instant.parse("2026-11-18T12:00:00Z");

    private final Partitions partitions = Partitions.lettered('m');
    private final PollPlan plan = new PollPlan(partitions, ofMillis(100), ofSeconds(1), ofSeconds(10), () -> 0, 0);
    private final Partition one = partitions.at(1);

    @BeforeEach
    void allHaveBeenAsked() {
        partitions.all().forEach(partition -> plan.asked(partition, 0));
        partitions.all().forEach(partition -> answered(partition, ofSeconds(30), 0));
    }

    @Test
    void a_partition_that_brought_something_new_is_asked_again_soon() {
        assertThat(plan.due(999 * MS)).isEmpty();
        assertThat(plan.due(1_000 * MS)).hasSize(64);
    }

    @Test
    void a_quiet_partition_is_asked_ever_more_rarely() {
        var pauses = new ArrayList<Long>();
        for (long now = 0, asked = 0; pauses.size() < 6; now += 100) {
            if (plan.due(now * MS).contains(one)) {
                pauses.add(now - asked);
                asked = now;
                plan.asked(one, now * MS);
                plan.answered(one, Optional.of(NEXT), NEXT.minusSeconds(3_600), now * MS);
            }
        }
        assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
    }

    @Test
    void news_ends_the_quiet() {
        for (int round = 0; round < 5; round++) {
            plan.answered(one, Optional.empty(), NEXT, 0);
        }
        assertThat(plan.due(9_999 * MS)).doesNotContain(one);

        answered(one, ofSeconds(60), 0);

        assertThat(plan.due(1_000 * MS)).contains(one);
    }

    @Test
    void in_doubt_all_are_asked() {
        plan.expectEverywhere(50 * MS);

        assertThat(plan.due(99 * MS)).isEmpty();
        assertThat(plan.due(100 * MS)).hasSize(64);
    }

    @Test
    void one_that_fails_is_asked_again_after_a_pause() {
        plan.asked(one, 10 * MS);
        plan.failed(one, ofMillis(500), 20 * MS);

        assertThat(plan.due(519 * MS)).isEmpty();
        assertThat(plan.due(520 * MS)).containsExactly(one);
    }

    @Test
    void a_partition_is_asked_when_something_falls_due_there() {
        plan.asked(one, 0);
        answered(one, ofMillis(300), 10 * MS);

        assertThat(plan.due(309 * MS)).isEmpty();
        assertThat(plan.due(310 * MS)).containsExactly(one);
    }

    @Test
    void a_busy_partition_is_not_asked_all_the_time() {
        plan.asked(one, 0);
        answered(one, ofMillis(5), 10 * MS);

        assertThat(plan.due(99 * MS)).isEmpty();
        assertThat(plan.due(100 * MS)).containsExactly(one);
    }

    @Test
    void where_more_is_due_already_it_is_asked_again_at_once() {
        plan.asked(one, 0);
        answered(one, ZERO, 10 * MS);

        assertThat(plan.due(10 * MS)).containsExactly(one);
    }

    @Test
    void nobody_is_asked_while_the_answer_is_on_its_way() {
        plan.asked(one, 0);

        assertThat(plan.due(10_000 * MS)).doesNotContain(one);
    }

    @Test
    void what_was_put_there_since_is_heeded() {
        plan.expect(one, ofMillis(250), 20 * MS);

        assertThat(plan.due(270 * MS)).containsExactly(one);
    }

    @Test
    void what_was_put_there_while_it_was_asked_is_heeded_too() {
        plan.asked(one, 0);
        plan.expect(one, ofMillis(250), 0);
        answered(one, ofSeconds(30), 10 * MS);

        assertThat(plan.due(250 * MS)).containsExactly(one);
        plan.asked(one, 250 * MS);
        answered(one, ofSeconds(30), 260 * MS);
        assertThat(plan.due(600 * MS)).isEmpty();
    }

    @Test
    void who_waits_longest_comes_first() {
        plan.expect(partitions.at(9), ofMillis(100), 0);
        plan.expect(one, ofMillis(200), 0);

        assertThat(plan.due(300 * MS)).containsExactly(partitions.at(9), one);
    }

    private void answered(Partition partition, Duration untilNext, long nowNanos) {
        plan.answered(partition, Optional.of(NEXT), NEXT.minus(untilNext), nowNanos);
    }
}
