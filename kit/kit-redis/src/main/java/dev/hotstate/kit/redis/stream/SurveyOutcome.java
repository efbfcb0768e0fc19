package dev.hotstate.kit.redis.stream;

/** Status words of {@code trim_stream.lua}. */
enum SurveyOutcome {
    SURVEYED,
    /** There is no stream. */
    NOTHING,
    /** The partition is not ours any more; nothing was dropped. */
    STALE
}
