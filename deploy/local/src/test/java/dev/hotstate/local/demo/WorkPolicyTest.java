package dev.hotstate.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkPolicyTest {

    @Test
    void most_tasks_succeed_within_seconds_and_a_few_fail() {
        var random = new SplittableRandom(4711);
        var plans = IntStream.range(0, 1_000)
                .mapToObj(number -> WorkPolicy.plan("totals", random))
                .toList();

        assertThat(plans.stream().filter(plan -> plan.failure() != null).count())
                .isBetween(30L, 100L);
        assertThat(plans).allMatch(plan -> plan.lasts().compareTo(Duration.ofSeconds(10)) < 0);
    }
}
