package dev.hotstate.monitor.schedule;

import java.util.Locale;

/** Why nothing new is begun in a partition, though something may be due; what is under way still ends. */
enum Pause {
    /** The memory of its node is nearly used up. */
    MEMORY,
    /** State changes wait for their consumer. */
    BACKLOG;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
