package dev.hotstate.dag.insight;

import org.jspecify.annotations.Nullable;

/** What somebody has decided about a queue. */
record QueueSettings(String name, boolean paused, @Nullable Integer concurrencyMax) {

    static QueueSettings usual(String name) {
        return new QueueSettings(name, false, null);
    }
}
