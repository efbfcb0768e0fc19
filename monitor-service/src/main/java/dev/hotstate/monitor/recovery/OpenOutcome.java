package dev.hotstate.monitor.recovery;

/** Status words of {@code open_partition.lua}. */
enum OpenOutcome {
    OPENED,
    /** The lease under which the building began has ended since. */
    STALE,
    /** Another process of Redis serves the partition now. */
    ANOTHER
}
