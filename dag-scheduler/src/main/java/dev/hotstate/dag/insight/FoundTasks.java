package dev.hotstate.dag.insight;

import dev.hotstate.dag.layout.Vertex;
import dev.hotstate.dag.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

@Schema(description = "Tasks whose id or name contains the words, the first twenty")
public record FoundTasks(List<FoundTask> items) {

    private static final int FOUND_MAX = 20;

    public record FoundTask(
            String id,
            String label,
            TaskStatus status,

            @Schema(description = "The box that holds it in the folded picture")
            String box) {}

    static FoundTasks of(JobShape shape, List<TaskStatus> statuses, String words) {
        var wanted = words.toLowerCase(Locale.ROOT);
        var found = new ArrayList<FoundTask>();
        for (var vertex : shape.folded(Set.of()).vertices()) {
            collect(shape, vertex, statuses, wanted, found);
        }
        return new FoundTasks(found);
    }

    private static void collect(
            JobShape shape, Vertex vertex, List<TaskStatus> statuses, String wanted, List<FoundTask> found) {
        for (int task : vertex.tasks()) {
            var id = shape.graph().id(task);
            var label = shape.name(task);
            boolean fits = id.toLowerCase(Locale.ROOT).contains(wanted)
                    || label.toLowerCase(Locale.ROOT).contains(wanted);
            if (fits && found.size() < FOUND_MAX) {
                found.add(new FoundTask(id, label, statuses.get(task), vertex.id()));
            }
        }
    }
}
