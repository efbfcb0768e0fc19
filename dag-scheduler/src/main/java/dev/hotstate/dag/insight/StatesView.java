package dev.hotstate.dag.insight;

import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(
        description =
                "A job and what each of its tasks does at this moment, as short as possible: for pages that colour a picture")
public record StatesView(
        String job,
        Instant asOf,
        String name,
        String createdBy,
        String status,
        boolean paused,
        @Nullable String reason,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,

        @Schema(
                description =
                        "One letter per task in the order of the job: P pending, R ready, U running, W waits for a retry,"
                                + " C completed, F failed, S skipped, X cancelled")
        String states,

        Map<TaskStatus, Integer> tally) {

    private static final Map<TaskStatus, Character> LETTERS = Map.of(
            TaskStatus.PENDING, 'P',
            TaskStatus.READY, 'R',
            TaskStatus.RUNNING, 'U',
            TaskStatus.RETRY_WAIT, 'W',
            TaskStatus.COMPLETED, 'C',
            TaskStatus.FAILED, 'F',
            TaskStatus.SKIPPED, 'S',
            TaskStatus.CANCELLED, 'X');

    static StatesView of(JobFacts job, JobShape shape, List<TaskStatus> statuses, Instant now) {
        var letters = new StringBuilder(shape.graph().size());
        var tally = new EnumMap<TaskStatus, Integer>(TaskStatus.class);
        for (var status : statuses) {
            letters.append(LETTERS.get(status).charValue());
            tally.merge(status, 1, Integer::sum);
        }
        return new StatesView(
                job.id(),
                now,
                job.name(),
                job.createdBy(),
                job.status(),
                job.paused(),
                job.reason(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                letters.toString(),
                tally);
    }
}
