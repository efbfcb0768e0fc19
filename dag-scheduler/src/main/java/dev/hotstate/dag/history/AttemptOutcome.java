package dev.hotstate.dag.history;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What became of an attempt. */
@Schema(
        description =
                "RETRY_WAIT: failed, and tried again; LOST: its lease or time ran out, or it was given back; UNKNOWN: only its"
                        + " refused answers are known")
public enum AttemptOutcome {
    RUNNING,
    COMPLETED,
    FAILED,
    RETRY_WAIT,
    LOST,
    CANCELLED,
    UNKNOWN;

    /** As its events tell, which say what became of the task. */
    static AttemptOutcome ofStatus(String status) {
        return status.equals("READY") ? LOST : valueOf(status);
    }

    String status() {
        return this == LOST ? "READY" : name();
    }
}
