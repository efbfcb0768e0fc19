package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param jobId makes the call repeatable, as with POST /jobs
 * @param fireTime what <code>${fireTime}</code> becomes; now if absent, which another time would be another job
 */
public record RunTemplateRequest(
        @Schema(maxLength = 40) @Nullable String jobId,
        @Nullable Instant fireTime,
        @Schema(implementation = Object.class) @Nullable Map<String, JsonNode> parameters) {}
