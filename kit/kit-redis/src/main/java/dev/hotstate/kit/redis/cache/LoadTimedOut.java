package dev.hotstate.kit.redis.cache;

import java.time.Duration;

/** The owner of a value did not answer in time, and there is no last good value. */
public final class LoadTimedOut extends RuntimeException {

    LoadTimedOut(String cache, Duration deadline) {
        super("Loading a value of cache " + cache + " took longer than " + deadline, null, false, false);
    }
}
