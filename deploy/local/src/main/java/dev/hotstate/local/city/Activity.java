package dev.hotstate.local.city;

/** What a driver does. */
enum Activity {
    /** Drives around and can be had. */
    CRUISING,
    /** Was claimed and drives to whoever waits. */
    TO_RIDER,
    /** Has somebody on board. */
    RIDING,
    /** Busy by its own word. */
    BREAK,
    /** Logged out. */
    HOME,
    /** Drives on without a connection: its heartbeat ends. */
    SILENT;

    /** Whether anything is heard of it. */
    boolean isHeard() {
        return this != HOME && this != SILENT;
    }
}
