package dev.hotstate.dag.condition;

/** Leaves the evaluation at the first question that the values cannot answer. Never leaves the package. */
final class UnanswerableQuestion extends RuntimeException {

    UnanswerableQuestion(String message) {
        super(message, null, false, false);
    }
}
