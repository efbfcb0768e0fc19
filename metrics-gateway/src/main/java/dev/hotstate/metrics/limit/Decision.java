package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.script.ScriptReply;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of some equal calls that asked together.
 *
 * @param granted how many of them may go on
 * @param remaining hits that are left now
 * @param reset until everything that was counted is forgotten
 * @param retryAfter when the next of these calls would fit; absent if none was refused, or if it never fits
 * @param counted where, if the question wanted to know
 */
public record Decision(
        long granted,
        long remaining,
        Duration reset,
        @Nullable Duration retryAfter,
        @Nullable Counted counted) {

    private static final long NEVER = -1;
    private static final long NONE_REFUSED = 0;
    private static final int COUNTED = 4;

    static Decision of(ScriptReply<LimitWords.Decide> reply) {
        long retryMs = reply.integer(3);
        return new Decision(
                reply.integer(0),
                reply.integer(1),
                Duration.ofMillis(reply.integer(2)),
                retryMs == NEVER || retryMs == NONE_REFUSED ? null : Duration.ofMillis(retryMs),
                reply.values().size() == COUNTED ? null : new Counted(reply.integer(COUNTED), 0));
    }

    /** For a single call. */
    public boolean isAllowed() {
        return granted > 0;
    }

    public Optional<Duration> retry() {
        return Optional.ofNullable(retryAfter);
    }
}
