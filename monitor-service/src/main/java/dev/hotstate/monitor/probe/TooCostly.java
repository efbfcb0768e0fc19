package dev.hotstate.monitor.probe;

/** To judge an answer costs more than a check may. Says nothing about the target. */
final class TooCostly extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String explanation;

    TooCostly(String explanation) {
        super(explanation, null, false, false);
        this.explanation = explanation;
    }

    String explanation() {
        return explanation;
    }
}
