package dev.hotstate.dag.insight;

import dev.hotstate.dag.graph.TaskGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * How long tasks take: those that completed as long as they did, the others probably as long as the median of their kind in this
 * job, or of the job while none of their kind has completed.
 */
final class Durations {

    private static final Pattern NUMBER_AT_END = Pattern.compile("[_-]?(?:ID)?[0-9]+$");

    private final Map<String, Long> byKind = new HashMap<>();
    private final OptionalLong ofJob;

    Durations(TaskGraph graph, List<TaskRun> runs) {
        var all = new ArrayList<Long>();
        var perKind = new HashMap<String, List<Long>>();
        for (int task = 0; task < graph.size(); task++) {
            var took = took(runs.get(task));
            if (took.isPresent()) {
                all.add(took.getAsLong());
                perKind.computeIfAbsent(kind(graph.id(task)), kind -> new ArrayList<>())
                        .add(took.getAsLong());
            }
        }
        perKind.forEach((kind, values) -> byKind.put(kind, median(values)));
        ofJob = all.isEmpty() ? OptionalLong.empty() : OptionalLong.of(median(all));
    }

    /** Whether anything can be said about tasks that have not run. */
    boolean known() {
        return ofJob.isPresent();
    }

    /** Milliseconds; 0 if nothing is known. */
    long expected(String task) {
        return byKind.getOrDefault(kind(task), ofJob.orElse(0));
    }

    /** Milliseconds from start to end, of a task that ran and ended. */
    static OptionalLong took(TaskRun run) {
        return run.status().ended() && run.startedAt() != null && run.finishedAt() != null
                ? OptionalLong.of(between(run.startedAt(), run.finishedAt()))
                : OptionalLong.empty();
    }

    static long between(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis());
    }

    private static String kind(String task) {
        return NUMBER_AT_END.matcher(task).replaceFirst("");
    }

    private static long median(List<Long> values) {
        Collections.sort(values);
        return values.get(values.size() / 2);
    }
}
