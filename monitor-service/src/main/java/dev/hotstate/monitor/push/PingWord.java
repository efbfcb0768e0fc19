package dev.hotstate.monitor.push;

/** Status words of {@code record_ping.lua}. */
enum PingWord {
    RECORDED,
    DUPLICATE,
    STARTED,
    GONE
}
