package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@Schema(name = "Template")
public record TemplateView(
        String name,
        @Nullable String description,
        List<Parameter> parameters,
        @Schema(implementation = Object.class) JsonNode job,
        int version,
        String changedBy,
        Instant changedAt) {}
