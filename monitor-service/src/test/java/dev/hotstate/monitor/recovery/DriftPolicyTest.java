package dev.hotstate.monitor.recovery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftPolicyTest {

    private static final long NOW = 1_000_000_000;
    private static final Map<String, WantedMonitor> WANTED = Map.of("a", new WantedMonitor("a", 3, ofSeconds(60)));

    @Test
    void a_monitor_that_runs_as_it_is_defined_is_left_alone() {
        assertThat(DriftPolicy.neglected(WANTED, view(NOW + 60_000, 3))).isEmpty();
        assertThat(DriftPolicy.orphaned(WANTED.keySet(), view(NOW, 3))).isEmpty();
    }

    @Test
    void one_that_is_overdue_is_the_schedule_s_business() {
        assertThat(DriftPolicy.neglected(WANTED, view(NOW - 86_400_000, 3))).isEmpty();
    }

    @Test
    void one_that_redis_does_not_run_is_neglected() {
        assertThat(DriftPolicy.neglected(WANTED, new PartitionView(Map.of(), Map.of("a", 3), Set.of(), NOW)))
                .containsExactly("a");
        assertThat(DriftPolicy.neglected(WANTED, new PartitionView(Map.of("a", NOW), Map.of(), Set.of(), NOW)))
                .containsExactly("a");
    }

    @Test
    void an_older_definition_is_neglect_and_a_newer_one_is_not() {
        assertThat(DriftPolicy.neglected(WANTED, view(NOW, 2))).containsExactly("a");
        assertThat(DriftPolicy.neglected(WANTED, view(NOW, 4))).isEmpty();
    }

    @Test
    void one_that_waits_for_longer_than_any_lease_or_interval_is_neglected() {
        assertThat(DriftPolicy.neglected(WANTED, view(NOW + 60_000 + 120_000, 3)))
                .isEmpty();
        assertThat(DriftPolicy.neglected(WANTED, view(NOW + 60_000 + 120_001, 3)))
                .containsExactly("a");
    }

    @Test
    void what_nobody_wants_is_an_orphan_wherever_it_is_found() {
        var view = new PartitionView(Map.of("a", NOW, "x", NOW), Map.of("a", 3, "y", 1), Set.of("z"), NOW);

        assertThat(DriftPolicy.orphaned(WANTED.keySet(), view)).containsExactlyInAnyOrder("x", "y", "z");
    }

    private static PartitionView view(long score, int version) {
        return new PartitionView(Map.of("a", score), Map.of("a", version), Set.of(), NOW);
    }
}
