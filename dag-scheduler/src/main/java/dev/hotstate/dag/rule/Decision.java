package dev.hotstate.dag.rule;

/** What a trigger rule says. */
public enum Decision {
    /** Its parents have not decided about it yet. */
    WAIT,
    RUN,
    /** It can't run any more, and nothing above it failed. */
    SKIP,
    /** It can't run any more because something above it failed. */
    SKIP_FAILED
}
