package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A template as it is put.
 *
 * @param job an order as POST /jobs takes it, without jobId, in which <code>${name}</code> stands for a parameter
 */
public record TemplateRequest(
        @Schema(maxLength = 500) @Nullable String description,
        @Nullable List<Parameter> parameters,
        @Schema(implementation = Object.class) @Nullable JsonNode job) {}
