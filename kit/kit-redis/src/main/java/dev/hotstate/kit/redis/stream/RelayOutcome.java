package dev.hotstate.kit.redis.stream;

/** Status words of {@code relay_entries.lua}. */
enum RelayOutcome {
    ENTRIES,
    /** All is consumed, or there is no stream. */
    NOTHING,
    /** The partition is not ours any more; nothing was acknowledged. */
    STALE
}
