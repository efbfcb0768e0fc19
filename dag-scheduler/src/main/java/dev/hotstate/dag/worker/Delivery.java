package dev.hotstate.dag.worker;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A task as a worker gets it.
 *
 * @param id {@code <job>.<task>}
 * @param attempt has to be sent with each answer; a later attempt makes this one worthless
 * @param leaseEnd without a heartbeat another worker gets the task after this
 * @param parents what its parents left, by their names
 * @param parentsCut not all of it: ask for the rest with GET /tasks/{id}
 */
@Schema(name = "ClaimedTask")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Delivery(
        String id,
        String jobId,
        String task,
        String queue,
        String attempt,
        Instant leaseEnd,
        Duration lease,
        @Nullable Duration timeout,
        int retryCount,

        @Schema(description = "JSON as it was submitted", implementation = Object.class) @JsonRawValue @Nullable
        String payload,

        @Schema(implementation = Object.class) @Nullable Map<String, Output> parents,
        @Nullable Boolean parentsCut) {

    /** JSON as a worker gave it. */
    record Output(@JsonValue @JsonRawValue String json) {}
}
