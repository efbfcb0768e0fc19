package dev.hotstate.dag.executor;

/** How a task went that was run inside the service. */
sealed interface ExecutionOutcome {

    /** @param output JSON for its children, or empty */
    record Completed(String output) implements ExecutionOutcome {}

    /** Not at all: what it needs of this service could not be had. That is no attempt of its own. */
    record NotBegun(String why) implements ExecutionOutcome {}

    /** @param retryable whether another try may help */
    record Failed(String problem, boolean retryable) implements ExecutionOutcome {}
}
