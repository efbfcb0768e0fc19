package dev.hotstate.dag.worker;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param worker who asks; for people, not checked
 * @param max tasks wanted
 * @param waitMs how long to wait for the first one
 */
record ClaimRequest(
        @Schema(examples = "host-1") @NotNull @Pattern(regexp = WORKER, message = WORKER_WORDS)
        String worker,

        @Schema(defaultValue = "1") @Min(1) @Max(100) @Nullable
        Integer max,

        @Schema(defaultValue = "0") @Min(0) @Max(25_000) @Nullable
        Integer waitMs) {

    static final String WORKER = "[A-Za-z0-9._-]{1,64}";
    static final String WORKER_WORDS = "must be 1 to 64 of A-Z, a-z, 0-9, . _ -";

    int wanted() {
        return max == null ? 1 : max;
    }

    int patienceMs() {
        return waitMs == null ? 0 : waitMs;
    }
}
