package dev.hotstate.dag.condition;

/** What a condition says about a task. */
public sealed interface ConditionOutcome {

    /** The task runs. */
    record Holds() implements ConditionOutcome {}

    /** The task is skipped. */
    record DoesNotHold() implements ConditionOutcome {}

    /** The condition asks what these values cannot answer, such as whether a text is less than 3. The task fails. */
    record Undecidable(String message) implements ConditionOutcome {}
}
