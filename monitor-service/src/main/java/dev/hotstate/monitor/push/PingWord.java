package dev.hotstate.monitor.push;

/** Status words of {@code record_ping.lua}. */
enum PingWord {
    RECORDED,
    DUPLICATE,
    /** It was told again, and the job has said something since, or its deadline has passed. */
    OVERTAKEN,
    STARTED,
    GONE
}
