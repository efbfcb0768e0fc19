package dev.hotstate.monitor.result;

/** Status words of {@code commit_result.lua}. */
enum CommitWord {
    APPLIED,
    DUPLICATE,
    STALE,
    OUTDATED,
    GONE
}
