package dev.hotstate.monitor.incident;

/** What became of an entry of the stream. */
enum Recorded {
    OPENED,
    RESOLVED,
    REOPENED,
    CONTINUED,
    /** Postgres already knew. */
    REPEATED,
    /** The monitor was deleted, and its incidents with it. */
    MONITOR_GONE
}
