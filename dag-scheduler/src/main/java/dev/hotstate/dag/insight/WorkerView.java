package dev.hotstate.dag.insight;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "A worker, as its claims and heartbeats show it")
public record WorkerView(
        String name,
        List<String> queues,

        @Schema(description = "Until when it counts as alive without another sign; absent: it only holds tasks")
        @Nullable
        Instant aliveUntil,

        @Schema(description = "Tasks that it runs, the first hundred")
        List<HeldTask> running) {

    public record HeldTask(String task, String attempt, Instant startedAt) {}
}
