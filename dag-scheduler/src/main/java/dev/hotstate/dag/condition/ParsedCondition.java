package dev.hotstate.dag.condition;

/** What became of the text of a condition. */
public sealed interface ParsedCondition {

    record Understood(Condition condition) implements ParsedCondition {}

    /** @param column where the text stops making sense; the first character is column 1 */
    record Malformed(String message, int column) implements ParsedCondition {}
}
