package dev.hotstate.bench.load;

import java.time.Duration;

/**
 * How hard and how long to drive an operation.
 *
 * @param pipeline requests that may be under way on one connection at once
 * @param perSecond arrival rate of an open loop; 0 means closed loop, as fast as answers come back
 */
public record Load(int connections, int pipeline, int perSecond, long millis) {

    public Load {
        if (connections < 1 || pipeline < 1 || perSecond < 0 || millis < 1) {
            throw new IllegalArgumentException("Not a load: " + connections + ", " + pipeline + ", " + perSecond);
        }
    }

    /** Finds the highest throughput. Its latencies are those of a caller who waits politely, so none are reported. */
    public static Load closed(int connections, int pipeline, Duration duration) {
        return new Load(connections, pipeline, 0, duration.toMillis());
    }

    /** Callers arrive at a fixed rate whether or not earlier ones have been served. */
    public static Load open(int connections, int perSecond, Duration duration) {
        return new Load(connections, 1, perSecond, duration.toMillis());
    }

    boolean isOpen() {
        return perSecond > 0;
    }

    public Duration duration() {
        return Duration.ofMillis(millis);
    }
}
