package dev.hotstate.metrics.decision;

import dev.hotstate.metrics.limit.Counted;
import dev.hotstate.metrics.limit.Decision;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one demand.
 *
 * @param remaining hits; absent where nobody knows
 * @param retryAfter absent if it may go on, or if it never fits
 * @param counted where Redis has counted it, if that matters
 */
public record Ruling(
        Demand demand,
        boolean allowed,
        @Nullable Long remaining,
        Duration reset,
        @Nullable Duration retryAfter,
        Source source,
        @Nullable Counted counted) {

    /** When Redis is away, it is worth asking again soon. */
    static final Duration SOON = Duration.ofSeconds(1);

    Ruling(
            Demand demand,
            boolean allowed,
            @Nullable Long remaining,
            Duration reset,
            @Nullable Duration retryAfter,
            Source source) {
        this(demand, allowed, remaining, reset, retryAfter, source, null);
    }

    static Ruling of(Demand demand, Decision decision) {
        boolean allowed = demand.looks() ? decision.remaining() >= demand.hits() : decision.isAllowed();
        return new Ruling(
                demand,
                allowed,
                decision.remaining(),
                decision.reset(),
                decision.retryAfter(),
                Source.REDIS,
                decision.counted());
    }

    static Ruling failedOpen(Demand demand) {
        return new Ruling(demand, true, null, Duration.ZERO, null, Source.FAIL_OPEN);
    }

    static Ruling failedClosed(Demand demand) {
        return new Ruling(demand, false, null, Duration.ZERO, SOON, Source.FAIL_CLOSED);
    }

    /** Whether the request must not go on: a policy in the shadow refuses nobody. */
    boolean refuses() {
        return !allowed && demand.policy().isEnforced();
    }

    /** Who lets all pass without asking has counted nothing. */
    boolean hasTaken() {
        return allowed && (source == Source.REDIS || source == Source.LOCAL_SHARE) && demand.takes();
    }
}
