package dev.hotstate.dag.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses between attempts while the service does not answer: doubling, with jitter, so that workers do not come back at once. */
final class Backoff {

    private static final long FIRST_MS = 100;
    private static final long MAX_MS = 5_000;

    private int failures;

    void succeeded() {
        failures = 0;
    }

    int failures() {
        return failures;
    }

    Duration next() {
        return after(failures++);
    }

    /** The pause after so many failures before this one. */
    static Duration after(int failures) {
        long most = Math.min(MAX_MS, FIRST_MS << Math.min(failures, 10));
        return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }
}
