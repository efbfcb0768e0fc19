package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a template may set.
 *
 * @param defaultValue taken where a run does not name one; without it, each run must
 */
@Schema(name = "TemplateParameter")
public record Parameter(
        @Schema(pattern = "[A-Za-z][A-Za-z0-9_]{0,39}") String name,
        @Schema(implementation = Object.class) @Nullable JsonNode defaultValue,
        @Nullable String description) {

    /** JSON has no other way to say that there is none. */
    public Parameter {
        if (defaultValue != null && defaultValue.isNull()) {
            defaultValue = null;
        }
    }
}
