package dev.hotstate.dag.insight;

import dev.hotstate.dag.graph.CriticalPath;
import dev.hotstate.dag.graph.TaskGraph;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which chain of tasks decides when a job ends, and when that probably is.
 *
 * <p>A job can't end before its longest remaining chain is through, nor before its remaining work is done by as many tasks at
 * once as have run so far: the later of the two is the prediction. There is none for a job nobody has worked for longer than its
 * tasks take: it may wait for a worker that never comes.
 */
final class PredictionPolicy {

    /** Between two tasks that workers ask for. */
    private static final long IDLE_USUAL_MS = 10_000;

    private final TaskGraph graph;
    private final List<TaskRun> runs;
    private final Durations durations;
    private final Instant now;

    /**
     * @param path the tasks of the critical path, from the first to the last
     * @param remainingMs null if nothing is known yet, 0 if nothing remains
     */
    record Prediction(int[] path, @Nullable Long remainingMs) {}

    private PredictionPolicy(TaskGraph graph, List<TaskRun> runs, Instant now) {
        this.graph = graph;
        this.runs = runs;
        this.durations = new Durations(graph, runs);
        this.now = now;
    }

    static Prediction predict(TaskGraph graph, List<TaskRun> runs, @Nullable Instant startedAt, Instant now) {
        return new PredictionPolicy(graph, runs, now).predict(startedAt);
    }

    private Prediction predict(@Nullable Instant startedAt) {
        var path = whole().tasks();
        if (runs.stream().allMatch(run -> run.status().ended())) {
            return new Prediction(path, 0L);
        }
        if (startedAt == null || !durations.known()) {
            return new Prediction(path, null);
        }
        var left = left();
        if (idle(startedAt) > Math.max(IDLE_USUAL_MS, Arrays.stream(left).max().orElse(0))) {
            return new Prediction(path, null);
        }
        double atOnce = parallelism(startedAt);
        long work = 0;
        for (long task : left) {
            work += task;
        }
        return new Prediction(path, Math.max(graph.criticalPath(left).length(), (long) (work / atOnce)));
    }

    /** With what tasks took, or will take; where nothing is known all take the same, so that the path is the longest chain. */
    private CriticalPath whole() {
        var times = new long[graph.size()];
        for (int task = 0; task < times.length; task++) {
            times[task] = durations.known() ? time(task) : 1;
        }
        return graph.criticalPath(times);
    }

    private long time(int task) {
        var run = runs.get(task);
        if (run.status().ended()) {
            return Durations.took(run).orElse(0);
        }
        return Math.max(elapsed(run), durations.expected(graph.id(task)));
    }

    private long[] left() {
        var left = new long[graph.size()];
        for (int task = 0; task < left.length; task++) {
            var run = runs.get(task);
            if (!run.status().ended()) {
                left[task] = Math.max(0, durations.expected(graph.id(task)) - elapsed(run));
            }
        }
        return left;
    }

    /** How long nothing has run. */
    private long idle(Instant startedAt) {
        var last = startedAt;
        for (var run : runs) {
            if (run.status() == TaskStatus.RUNNING) {
                return 0;
            }
            if (run.finishedAt() != null && run.finishedAt().isAfter(last)) {
                last = run.finishedAt();
            }
        }
        return Durations.between(last, now);
    }

    private long elapsed(TaskRun run) {
        return run.status() == TaskStatus.RUNNING && run.startedAt() != null
                ? Durations.between(run.startedAt(), now)
                : 0;
    }

    /** How many tasks ran at once on average, or run now if that is more. */
    private double parallelism(Instant startedAt) {
        long worked = 0;
        long running = 0;
        for (var run : runs) {
            worked += Durations.took(run).orElse(0) + elapsed(run);
            running += run.status() == TaskStatus.RUNNING ? 1 : 0;
        }
        double average = (double) worked / Math.max(1, Durations.between(startedAt, now));
        return Math.max(1, Math.max(average, running));
    }
}
