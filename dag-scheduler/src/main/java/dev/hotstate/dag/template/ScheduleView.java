package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param nextFireAt absent if it is off, or will never fire again
 * @param lastFire what became of its last time: pending, submitted or refused; absent before the first
 */
@Schema(name = "Schedule")
public record ScheduleView(
        String id,
        String template,
        String cron,
        String zone,
        @Schema(implementation = Object.class) Map<String, JsonNode> parameters,
        MisfirePolicy misfire,
        int catchUpMax,
        boolean enabled,
        @Nullable Instant nextFireAt,
        @Nullable String lastFire,
        String changedBy,
        Instant changedAt) {}
