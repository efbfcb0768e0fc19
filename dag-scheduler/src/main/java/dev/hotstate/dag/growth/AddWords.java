package dev.hotstate.dag.growth;

/** The status words of {@code add_tasks}. */
enum AddWords {
    ADDED,
    ALREADY,
    STALE,
    ENDED,
    FRAME,
    UNKNOWN
}
