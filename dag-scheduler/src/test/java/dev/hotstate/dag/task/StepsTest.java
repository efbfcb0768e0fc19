package dev.hotstate.dag.task;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StepsTest {

    private final List<String> begun = new ArrayList<>();
    private final Map<String, List<Duration>> putOff = new LinkedHashMap<>();
    private final Steps steps = new Steps(
            List.of(
                    new Kind("hangs", subject -> Uni.createFrom().nothing()),
                    new Kind("ends", subject -> Uni.createFrom().voidItem().invoke(() -> begun.add(subject))),
                    new Kind("fails", subject -> Uni.createFrom().failure(new IllegalStateException("not now")))),
            (step, pause) -> {
                putOff.computeIfAbsent(step, any -> new ArrayList<>()).add(pause);
                return Uni.createFrom().voidItem();
            });

    private record Kind(String kind, Function<String, Uni<Void>> work) implements StepHandler {
        @Override
        public Uni<Void> run(String subject) {
            return work.apply(subject);
        }
    }

    @Test
    void steps_that_hang_hold_up_nothing_but_their_kind() {
        for (int i = 0; i < Steps.OF_A_KIND_MAX + 10; i++) {
            steps.begin("hangs|job-" + i);
        }
        steps.begin("ends", "a");
        steps.begin("ends", "a");
        assertThat(begun).containsExactly("a", "a");
    }

    @Test
    void a_step_runs_once_at_a_time_and_only_so_many_of_a_kind_do() {
        var hanging = new Steps(
                List.of(new Kind("hangs", subject -> {
                    begun.add(subject);
                    return Uni.createFrom().nothing();
                })),
                (step, pause) -> Uni.createFrom().voidItem());
        hanging.begin("hangs|same");
        hanging.begin("hangs|same");
        assertThat(begun).hasSize(1);
        for (int i = 0; i < 2 * Steps.OF_A_KIND_MAX; i++) {
            hanging.begin("hangs|job-" + i);
        }
        assertThat(begun).hasSize(Steps.OF_A_KIND_MAX);
    }

    @Test
    void a_step_that_fails_waits_longer_each_time() {
        for (int i = 0; i < 12; i++) {
            steps.begin("fails|job");
        }
        assertThat(putOff.get("fails|job"))
                .hasSize(12)
                .isSorted()
                .startsWith(ofMillis(500), ofMillis(1_000))
                .endsWith(ofMillis(64_000));
        steps.begin("ends|job");
        assertThat(putOff).containsOnlyKeys("fails|job");
    }
}
