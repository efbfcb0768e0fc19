package dev.hotstate.dag.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What shall be different about a queue: who pauses it says nothing of its limit, and keeps it. */
record QueueSettingRequest(
        @Schema(description = "Absent: as before") @Nullable Boolean paused,

        // Jackson tells null from absent only here.
        @Schema(
                implementation = Integer.class,
                nullable = true,
                minimum = "1",
                maximum = "100000",
                description =
                        "How many tasks of the queue may run at once, over all jobs. Absent: as before; null: no limit")
        @Nullable
        JsonNode concurrencyMax) {

    private static final int CONCURRENCY_LIMIT = 100_000;

    boolean namesLimit() {
        return concurrencyMax != null;
    }

    /** @return null if there shall be none */
    @Nullable
    Integer limit() {
        if (concurrencyMax == null || concurrencyMax.isNull()) {
            return null;
        }
        if (!concurrencyMax.canConvertToInt()
                || !concurrencyMax.isIntegralNumber()
                || concurrencyMax.intValue() < 1
                || concurrencyMax.intValue() > CONCURRENCY_LIMIT) {
            var error =
                    FieldError.at("/concurrencyMax", "must be a number from 1 to " + CONCURRENCY_LIMIT + ", or null");
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
        return concurrencyMax.intValue();
    }
}
