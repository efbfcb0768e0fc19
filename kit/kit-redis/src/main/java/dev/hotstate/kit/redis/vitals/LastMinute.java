package dev.hotstate.kit.redis.vitals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How much a total has grown during the last minute. A total that shrinks was reset (a restart, SLOWLOG RESET): growth
 * goes on from there. Not thread-safe.
 */
final class LastMinute {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private record Step(Instant at, long growth) {}

    /** Bounded by one step per poll. */
    private final Deque<Step> steps = new ArrayDeque<>();

    private long total = -1;
    private long sum;

    /** Takes the present total; the first one is where counting begins. */
    long update(Instant now, long newTotal) {
        if (!steps.isEmpty() && steps.getLast().at().isAfter(now)) {
            // The clock was set back: nobody can say how old these are.
            steps.clear();
            sum = 0;
        }
        if (total >= 0 && newTotal > total) {
            steps.addLast(new Step(now, newTotal - total));
            sum += newTotal - total;
        }
        total = newTotal;
        while (!steps.isEmpty() && steps.getFirst().at().isBefore(now.minus(MINUTE))) {
            sum -= steps.removeFirst().growth();
        }
        return sum;
    }
}
