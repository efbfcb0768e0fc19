package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** When a template is run by itself. */
public record ScheduleRequest(
        @Nullable String template,

        @Schema(
                description = "Minute, hour, day of month, month, day of week",
                maxLength = CronTimes.LENGTH_MAX,
                examples = "30 2 * * 1-5")
        @Nullable
        String cron,

        @Schema(description = "A time zone; clocks may change in it", defaultValue = "UTC", examples = "Europe/Berlin")
        @Nullable
        String zone,

        @Schema(implementation = Object.class) @Nullable Map<String, JsonNode> parameters,

        @Schema(defaultValue = "fire_once") @Nullable MisfirePolicy misfire,

        @Schema(
                description = "How many missed times may be caught up with",
                minimum = "1",
                maximum = "100",
                defaultValue = "10")
        @Nullable
        Integer catchUpMax,

        @Schema(defaultValue = "true") @Nullable Boolean enabled) {}
