package dev.hotstate.dag.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.graph.Graphs;
import dev.hotstate.dag.graph.TaskGraph;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionPolicyTest {

    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void nothing_can_be_said_before_a_task_has_completed() {
        var graph = Graphs.graph("a>b");
        var prediction = PredictionPolicy.predict(graph, List.of(running(0), waiting()), START, at(5));
        assertThat(prediction.remainingMs()).isNull();
        assertThat(prediction.path()).containsExactly(0, 1);
    }

    @Test
    void the_longest_remaining_chain_decides_where_there_are_enough_workers() {
        // Two started together and took 10 s each; behind one of them are two more of its kind.
        var graph = Graphs.graph("step_1>step_2>step_3 other_1");
        var runs = List.of(ran(0, 10), waiting(), waiting(), ran(0, 10));
        var prediction = PredictionPolicy.predict(graph, runs, START, at(10));
        assertThat(prediction.remainingMs()).isEqualTo(20_000);
        assertThat(ids(graph, prediction.path())).containsExactly("step_1", "step_2", "step_3");
    }

    @Test
    void the_remaining_work_decides_where_one_runs_after_the_other() {
        var graph = Graphs.graph("t_1 t_2 t_3 t_4 t_5");
        var runs = List.of(ran(0, 10), ran(10, 20), waiting(), waiting(), waiting());
        assertThat(PredictionPolicy.predict(graph, runs, START, at(20)).remainingMs())
                .isEqualTo(30_000);
    }

    @Test
    void nothing_is_said_of_a_job_that_nobody_works_for() {
        var graph = Graphs.graph("t_1 t_2 t_3");
        var runs = List.of(ran(0, 1), waiting(), waiting());
        assertThat(PredictionPolicy.predict(graph, runs, START, at(5)).remainingMs())
                .isEqualTo(2_000);
        assertThat(PredictionPolicy.predict(graph, runs, START, at(1_980)).remainingMs())
                .isNull();
    }

    @Test
    void what_runs_already_needs_only_its_rest() {
        var graph = Graphs.graph("t_1 t_2");
        var runs = List.of(ran(0, 10), running(10));
        assertThat(PredictionPolicy.predict(graph, runs, START, at(14)).remainingMs())
                .isEqualTo(6_000);
        assertThat(PredictionPolicy.predict(graph, runs, START, at(60)).remainingMs())
                .isZero();
    }

    @Test
    void tasks_of_a_kind_take_the_median_of_their_kind() {
        var graph = Graphs.graph("slow_1 slow_2 slow_3 fast_1 slow_4 fast_2");
        var runs = List.of(ran(0, 100), ran(0, 90), ran(0, 5), ran(0, 1), waiting(), waiting());
        var durations = new Durations(graph, runs);
        assertThat(durations.expected("slow_4")).isEqualTo(90_000);
        assertThat(durations.expected("fast_2")).isEqualTo(1_000);
        assertThat(durations.expected("unheard-of")).isEqualTo(90_000);
    }

    @Test
    void a_job_that_has_ended_shows_the_path_that_really_decided() {
        var graph = Graphs.graph("a>long>end a>b>c>end");
        var runs = List.of(ran(0, 1), ran(1, 60), ran(60, 61), ran(1, 2), ran(2, 3));
        var prediction = PredictionPolicy.predict(graph, runs, START, at(61));
        assertThat(ids(graph, prediction.path())).containsExactly("a", "long", "end");
        assertThat(prediction.remainingMs()).isZero();
    }

    private static TaskRun ran(int from, int to) {
        return new TaskRun(TaskStatus.COMPLETED, 1, 0, "w", at(from), at(to));
    }

    private static TaskRun running(int from) {
        return new TaskRun(TaskStatus.RUNNING, 1, 0, "w", at(from), null);
    }

    private static TaskRun waiting() {
        return new TaskRun(TaskStatus.PENDING, 0, 0, null, null, null);
    }

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }

    private static List<String> ids(TaskGraph graph, int[] tasks) {
        return Arrays.stream(tasks).mapToObj(graph::id).toList();
    }
}
