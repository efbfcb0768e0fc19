package dev.hotstate.dag.importer;

import dev.hotstate.dag.graph.CheckedGraph;
import dev.hotstate.dag.graph.GraphCheck;
import dev.hotstate.dag.graph.TaskGraph;
import dev.hotstate.dag.graph.TaskNode;
import dev.hotstate.dag.job.JobOrder;
import dev.hotstate.dag.job.TaskOrder;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a document would become.
 *
 * @param jobId absent if each submission gets a new one
 * @param name absent if it is the id
 * @param levels how many tasks the longest chain has
 */
@Schema(name = "JobCheck")
public record JobCheck(
        @Nullable String jobId,
        @Nullable String name,
        int tasks,
        int dependencies,
        int levels,
        int roots,
        List<String> queues) {

    static JobCheck of(JobOrder order, @Nullable String jobId) {
        var graph = graph(order);
        return new JobCheck(
                jobId,
                order.name().equals(order.id()) ? null : order.name(),
                graph.size(),
                order.tasks().stream().mapToInt(task -> task.dependsOn().size()).sum(),
                1 + Arrays.stream(graph.levels()).max().orElse(0),
                (int) order.tasks().stream()
                        .filter(task -> task.dependsOn().isEmpty())
                        .count(),
                order.tasks().stream().map(TaskOrder::queue).distinct().sorted().toList());
    }

    private static TaskGraph graph(JobOrder order) {
        var nodes = order.tasks().stream()
                .map(task -> new TaskNode(task.id(), task.dependsOn()))
                .toList();
        return switch (GraphCheck.check(nodes)) {
            case CheckedGraph.Sound sound -> sound.graph();
            case CheckedGraph.Unsound unsound -> throw new IllegalStateException("the order was checked: " + unsound);
        };
    }
}
