package dev.hotstate.dag.template;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Times that somebody thinks of. */
public record SchedulePreviewRequest(
        @Schema(
                description = "Minute, hour, day of month, month, day of week",
                maxLength = CronTimes.LENGTH_MAX,
                examples = "30 2 * * 1-5")
        @Nullable
        String cron,

        @Schema(defaultValue = "UTC", examples = "Europe/Berlin") @Nullable
        String zone) {}
