package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What must be found at a place in a JSON document.
 *
 * @param path  JSONPath
 * @param value what one of the places must hold; absent: the path must lead somewhere
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JsonExpectation(
        @Schema(examples = "$.status") String path,

        @Schema(implementation = Object.class, examples = "\"ok\"") @Nullable
        JsonNode value) {

    public JsonExpectation {
        path = path == null ? "" : path;
    }
}
