package dev.hotstate.kit.http.audit;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One recorded change.
 *
 * @param actor the name and id of the API key
 * @param action a past participle with its subject, such as {@code api-key.created}
 * @param object the id of what was changed
 */
public record AuditEntry(
        long id,
        Instant at,
        String actor,
        @Schema(examples = "api-key.created") String action,
        String object,
        @JsonRawValue @Schema(implementation = Map.class) String detail,
        String requestId) {}
