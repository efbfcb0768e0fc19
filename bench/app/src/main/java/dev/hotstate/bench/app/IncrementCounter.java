package dev.hotstate.bench.app;

import dev.hotstate.kit.redis.script.Script;

/** The script that both script endpoints run. */
final class IncrementCounter {

    enum Status {
        COUNT
    }

    static final Script<Status> SCRIPT = Script.load("lua/limits/increment_counter.lua", Status.class);

    static final long TTL_MS = 3_600_000;

    private IncrementCounter() {}
}
