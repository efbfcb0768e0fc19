package dev.hotstate.kit.backends.host;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits for a condition instead of a time. */
public final class Patience {

    private static final long POLL_MS = 10;

    private Patience() {}

    /**
     * Returns as soon as nothing is objected any more.
     *
     * @param objection what is still missing and who said so; empty once all is well
     * @throws BackendFailure with the last objection, after {@code atMost}
     */
    public static void await(String what, Duration atMost, Supplier<Optional<String>> objection) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            var missing = objection.get();
            if (missing.isEmpty()) {
                return;
            }
            if (System.nanoTime() >= deadline) {
                throw new BackendFailure(what + " is not ready after " + atMost.toMillis() + " ms: " + missing.get());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackendFailure("Interrupted while waiting", e);
        }
    }
}
