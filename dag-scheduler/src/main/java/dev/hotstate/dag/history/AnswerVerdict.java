package dev.hotstate.dag.history;

/** What was said of a worker's answer. */
public enum AnswerVerdict {
    ACCEPTED,
    DUPLICATE,
    STALE
}
