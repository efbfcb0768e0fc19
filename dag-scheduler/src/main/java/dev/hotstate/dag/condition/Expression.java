package dev.hotstate.dag.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A condition as a tree. Chains of "and" and of "or" are one node each, so that the tree is only as deep as its brackets. */
sealed interface Expression {

    record Literal(JsonNode value) implements Expression {}

    record Items(List<Expression> items) implements Expression {}

    record StatusOf(String task) implements Expression {}

    record OutputOf(String task, List<Step> steps) implements Expression {}

    record Not(Expression operand) implements Expression {}

    record And(List<Expression> operands) implements Expression {}

    record Or(List<Expression> operands) implements Expression {}

    record Comparison(Expression left, Operator operator, Expression right) implements Expression {}

    record Call(Function function, List<Expression> arguments) implements Expression {}

    /** One step into a value. */
    sealed interface Step {

        record Field(String name) implements Step {}

        record Element(int index) implements Step {}
    }

    enum Operator {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        IN("in");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        String symbol() {
            return symbol;
        }
    }

    enum Function {
        EXISTS("exists", 1),
        SIZE("size", 1),
        LOWER("lower", 1),
        CONTAINS("contains", 2),
        STARTS_WITH("startsWith", 2),
        ENDS_WITH("endsWith", 2);

        private final String word;
        private final int arguments;

        Function(String word, int arguments) {
            this.word = word;
            this.arguments = arguments;
        }

        String word() {
            return word;
        }

        int arguments() {
            return arguments;
        }
    }
}
