package dev.hotstate.kit.redis.ownership;

/** Status words of {@code release_partition.lua}. */
enum ReleaseOutcome {
    RELEASED,
    /** It was not ours any more. */
    NOT_OURS
}
