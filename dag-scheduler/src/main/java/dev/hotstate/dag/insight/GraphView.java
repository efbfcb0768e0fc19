package dev.hotstate.dag.insight;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.dag.layout.Picture;
import dev.hotstate.dag.layout.Vertex;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "The picture of a job. Columns are levels from 0, heights are in rows of one task each.")
public record GraphView(
        String job,
        Instant asOf,

        @Schema(description = "tasks or folded: which of them is shown")
        String view,

        int tasks,
        int dependencies,
        int levels,
        float height,
        List<Box> boxes,

        @Schema(description = "Three numbers for each link: from box, to box, how many dependencies")
        int[] links,

        @Schema(description = "Boxes on the critical path, by number, from first to last")
        int[] criticalPath) {

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Box(
            @Schema(description = "Task id; of a folded box level and kind, with a dot between")
            String id,

            @JsonInclude(JsonInclude.Include.ALWAYS) String label,
            @JsonInclude(JsonInclude.Include.ALWAYS) int level,
            @JsonInclude(JsonInclude.Include.ALWAYS) float y,

            @Schema(description = "Where its long links pass the columns after its own")
            float[] lanes,

            @Schema(description = "Of a single task") @Nullable
            TaskStatus status,

            @Schema(description = "Of a folded box: how many tasks are in which status")
            Map<TaskStatus, Integer> states) {}

    static GraphView of(
            JobShape shape, Picture picture, List<TaskStatus> statuses, int[] criticalTasks, String view, Instant now) {
        var boxes = new ArrayList<Box>(picture.vertices().size());
        for (int at = 0; at < picture.vertices().size(); at++) {
            boxes.add(box(shape, picture, at, statuses));
        }
        return new GraphView(
                shape.job(),
                now,
                view,
                shape.graph().size(),
                shape.graph().edges().count(),
                picture.levels(),
                picture.layout().height(),
                boxes,
                picture.links(),
                boxesOf(picture, shape.graph().size(), criticalTasks));
    }

    private static Box box(JobShape shape, Picture picture, int at, List<TaskStatus> statuses) {
        var vertex = picture.vertices().get(at);
        int first = vertex.tasks().getFirst();
        return new Box(
                vertex.id(),
                vertex.group() ? vertex.label() : shape.name(first),
                vertex.level(),
                picture.layout().y()[at],
                picture.layout().lanes()[at],
                vertex.group() ? null : statuses.get(first),
                vertex.group() ? tally(vertex.tasks(), statuses) : Map.of());
    }

    static Map<TaskStatus, Integer> tally(Collection<Integer> tasks, List<TaskStatus> statuses) {
        var states = new EnumMap<TaskStatus, Integer>(TaskStatus.class);
        tasks.forEach(task -> states.merge(statuses.get(task), 1, Integer::sum));
        return states;
    }

    private static int[] boxesOf(Picture picture, int size, int[] tasks) {
        var boxOf = new int[size];
        List<Vertex> vertices = picture.vertices();
        for (int box = 0; box < vertices.size(); box++) {
            for (int task : vertices.get(box).tasks()) {
                boxOf[task] = box;
            }
        }
        return Arrays.stream(tasks).map(task -> boxOf[task]).distinct().toArray();
    }
}
