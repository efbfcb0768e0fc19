package dev.hotstate.monitor.probe;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The last thing that is judged: whether all this was quick enough. */
final class LatencyPolicy {

    private LatencyPolicy() {}

    static void judge(Check check, @Nullable Duration latencyMax) {
        long nanos = check.elapsedNanos();
        if (latencyMax == null || nanos <= latencyMax.toNanos()) {
            check.up();
        } else {
            check.down(
                    Reason.ASSERTION, "Took " + nanos / 1_000_000 + " ms, more than " + latencyMax.toMillis() + " ms");
        }
    }
}
