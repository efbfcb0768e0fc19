package dev.hotstate.kit.redis.ownership;

/** Status words of {@code own_partition.lua}. */
enum OwnOutcome {
    /** Ours from now on, under a new fence. */
    GAINED,
    /** Ours as before. */
    KEPT,
    /** Another process has it. */
    TAKEN
}
