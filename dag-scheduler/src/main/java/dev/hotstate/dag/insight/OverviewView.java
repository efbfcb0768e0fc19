package dev.hotstate.dag.insight;

import dev.hotstate.dag.task.TaskStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "The whole service at a glance")
public record OverviewView(
        Instant asOf,

        @Schema(description = "Whether a part of Redis did not answer: what is there is not counted in")
        boolean incomplete,

        @Schema(description = "Jobs that go on, and those that ended within a day, by status")
        Map<String, Long> jobs,

        @Schema(description = "Of the jobs that go on, how many are paused")
        long pausedJobs,

        @Schema(description = "Tasks that wait for a worker")
        long ready,

        @Nullable Long oldestReadyMs,
        long running,

        @Schema(description = "Tasks that wait for a retry or for their time")
        long delayed,

        @Schema(description = "Tasks that wait because their job is paused or at its limit")
        long parked,

        int workers,

        @Schema(description = "Tasks that completed, per second over the last ten")
        double completedPerSecond,

        @Schema(description = "Queues with waiting tasks that nobody works for")
        List<String> deserted,

        @Schema(description = "The newest jobs, those that go on first")
        List<RecentJob> recent) {

    public record RecentJob(
            String id,
            String name,
            String createdBy,
            String status,
            boolean paused,
            int tasks,
            Map<TaskStatus, Long> tally,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {}
}
