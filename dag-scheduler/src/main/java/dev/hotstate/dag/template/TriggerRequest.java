package dev.hotstate.dag.template;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What makes a run of a schedule by hand repeatable: see {@link RunTemplateRequest}. */
record TriggerRequest(
        @Schema(maxLength = 40) @Nullable String jobId,
        @Nullable Instant fireTime) {

    static final TriggerRequest USUAL = new TriggerRequest(null, null);
}
