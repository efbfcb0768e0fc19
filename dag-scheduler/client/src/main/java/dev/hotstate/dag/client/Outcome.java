package dev.hotstate.dag.client;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** How the work on a task ended here. */
sealed interface Outcome {

    Task task();

    record Completed(Task task, @Nullable JsonNode output) implements Outcome {}

    record Failed(Task task, String error, boolean retryable) implements Outcome {

        private static final int ERROR_MAX = 2_000;

        static Failed of(Task task, String error, boolean retryable) {
            return new Failed(task, error.substring(0, Math.min(ERROR_MAX, error.length())), retryable);
        }
    }

    /** Nobody waits for an answer any more. */
    record Useless(Task task) implements Outcome {}
}
