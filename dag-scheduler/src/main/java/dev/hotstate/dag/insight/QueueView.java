package dev.hotstate.dag.insight;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(description = "How a queue is doing")
public record QueueView(
        String name,
        boolean paused,

        @Schema(description = "How many of its tasks may run at once; absent: any number") @Nullable
        Integer concurrencyMax,

        @Schema(description = "Whether a part of Redis did not answer: what is there is not counted in")
        boolean incomplete,

        @Schema(description = "Tasks that wait for a worker")
        long ready,

        @Schema(description = "How long the one that waits longest has waited") @Nullable
        Long oldestReadyMs,

        @Schema(description = "Tasks in the hands of workers; at most 5,000 are counted per partition")
        long running,

        @Schema(description = "Workers that asked for its tasks lately")
        int workers) {}
