package dev.hotstate.dag.condition;

/** Leaves the parser at the first thing it does not understand. Never leaves the package. */
final class SyntaxProblem extends RuntimeException {

    private final int column;

    SyntaxProblem(String message, int column) {
        super(message, null, false, false);
        this.column = column;
    }

    int column() {
        return column;
    }
}
