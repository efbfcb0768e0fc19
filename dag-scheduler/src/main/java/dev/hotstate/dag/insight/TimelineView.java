package dev.hotstate.dag.insight;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.dag.insight.PredictionPolicy.Prediction;
import dev.hotstate.dag.layout.Picture;
import dev.hotstate.dag.layout.Vertex;
import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "When which task waited and ran; all times in milliseconds from the start of the job")
public record TimelineView(
        String job,
        Instant asOf,
        String view,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,

        @Schema(description = "When the job will probably end; absent while nothing is known, and once it has ended")
        @Nullable
        Instant predictedEnd,

        List<Row> rows) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(
            String id,
            String label,
            int level,

            @Schema(description = "How many tasks the row stands for")
            int tasks,

            @Nullable TaskStatus status,
            @Nullable Map<TaskStatus, Integer> states,

            @Schema(description = "From when on nothing was missing but a worker") @Nullable
            Long readyMs,

            @Nullable Long startMs,

            @Schema(description = "Absent while it runs") @Nullable
            Long endMs,

            @Nullable String worker,
            @Nullable Long attempt,
            boolean critical) {}

    static TimelineView of(
            JobFacts job,
            JobShape shape,
            Picture picture,
            List<TaskRun> runs,
            List<TaskStatus> statuses,
            Prediction prediction,
            String view,
            Instant now) {
        var rows = new Rows(job, shape, runs, statuses, prediction.path());
        return new TimelineView(
                job.id(),
                now,
                view,
                job.startedAt(),
                job.finishedAt(),
                job.ended() || prediction.remainingMs() == null ? null : now.plusMillis(prediction.remainingMs()),
                picture.vertices().stream()
                        .map(rows::row)
                        .sorted(Comparator.comparing(Row::startMs, Comparator.nullsLast(Comparator.naturalOrder()))
                                .thenComparing(Row::level))
                        .toList());
    }

    /** Turns boxes into rows. */
    private record Rows(
            @Nullable Instant origin, JobShape shape, List<TaskRun> runs, List<TaskStatus> statuses, BitSet critical) {

        Rows(JobFacts job, JobShape shape, List<TaskRun> runs, List<TaskStatus> statuses, int[] path) {
            this(job.startedAt(), shape, runs, statuses, bits(path));
        }

        private static BitSet bits(int[] tasks) {
            var bits = new BitSet();
            Arrays.stream(tasks).forEach(bits::set);
            return bits;
        }

        Row row(Vertex vertex) {
            int first = vertex.tasks().getFirst();
            boolean ended =
                    vertex.tasks().stream().allMatch(task -> statuses.get(task).ended());
            return new Row(
                    vertex.id(),
                    vertex.group() ? vertex.label() : shape.name(first),
                    vertex.level(),
                    vertex.tasks().size(),
                    vertex.group() ? null : statuses.get(first),
                    vertex.group() ? GraphView.tally(vertex.tasks(), statuses) : null,
                    offset(earliest(vertex.tasks().stream().map(this::readyAt))),
                    offset(earliest(
                            vertex.tasks().stream().map(task -> runs.get(task).startedAt()))),
                    ended
                            ? offset(latest(vertex.tasks().stream()
                                    .map(task -> runs.get(task).finishedAt())))
                            : null,
                    vertex.group() ? null : runs.get(first).worker(),
                    vertex.group() ? null : runs.get(first).attempt(),
                    vertex.tasks().stream().anyMatch(critical::get));
        }

        /** When the last parent ended. */
        private @Nullable Instant readyAt(int task) {
            var edges = shape.graph().edges();
            var latest = origin;
            for (int at = 0; at < edges.parentCount(task); at++) {
                var ended = runs.get(edges.parent(task, at)).finishedAt();
                if (ended == null) {
                    return null;
                }
                latest = latest == null || ended.isAfter(latest) ? ended : latest;
            }
            return latest;
        }

        private @Nullable Long offset(@Nullable Instant time) {
            return time == null || origin == null ? null : time.toEpochMilli() - origin.toEpochMilli();
        }

        private static @Nullable Instant earliest(Stream<@Nullable Instant> times) {
            return times.filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
        }

        private static @Nullable Instant latest(Stream<@Nullable Instant> times) {
            return times.filter(Objects::nonNull).max(Comparator.naturalOrder()).orElse(null);
        }
    }
}
