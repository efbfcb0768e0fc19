package dev.hotstate.dag.insight;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

@Schema(
        description =
                "The last hour of the queues as the instance asked saw it; each series bears the name of its queue")
public record QueueHistoryView(
        @Schema(description = "Tasks that waited for a worker")
        SeriesView ready,

        @Schema(description = "How long the one that waited longest had waited")
        SeriesView oldestReadyMs) {}
