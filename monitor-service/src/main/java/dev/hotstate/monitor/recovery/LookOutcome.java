package dev.hotstate.monitor.recovery;

/** Status words of {@code look_at_partition.lua}. */
enum LookOutcome {
    BUILT,
    UNBUILT
}
