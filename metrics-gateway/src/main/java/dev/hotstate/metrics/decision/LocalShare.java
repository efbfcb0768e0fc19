package dev.hotstate.metrics.decision;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.limit.Limit;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counts in this process while Redis is away: of a limit as much as falls to one of the living instances, at least one. */
final class LocalShare {

    /** So long a window is not over; a longer one begins anew sooner, and Redis is back long before. */
    private static final Duration KEPT = Duration.ofHours(1);

    private record Window(long sinceNanos, long used) {}

    private final Cache<KeyId, Window> windows;
    private final LongSupplier nanoClock;

    LocalShare(int callersMax, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.windows = Caffeine.newBuilder()
                .maximumSize(callersMax)
                .expireAfterAccess(KEPT)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    Ruling decide(Demand demand, long instances) {
        var limit = demand.policy().limit();
        long share = Math.max(1, limit.hits() / instances);
        long now = nanoClock.getAsLong();
        var ruling = new Ruling[1];
        windows.asMap().compute(demand.caller(), (caller, before) -> {
            var window = current(before, limit, now);
            ruling[0] = rule(demand, window, share, limit, now);
            return ruling[0].allowed() && !demand.looks()
                    ? new Window(window.sinceNanos, Math.max(0, window.used + demand.hits()))
                    : window;
        });
        return ruling[0];
    }

    private static Window current(@Nullable Window before, Limit limit, long now) {
        return before == null || now - before.sinceNanos >= limit.window().toNanos() ? new Window(now, 0) : before;
    }

    private static Ruling rule(Demand demand, Window window, long share, Limit limit, long now) {
        boolean allowed = window.used + demand.hits() <= share;
        long taken = allowed && !demand.looks() ? demand.hits() : 0;
        var left = limit.window().minusNanos(now - window.sinceNanos);
        return new Ruling(
                demand,
                allowed,
                Math.clamp(share - window.used - taken, 0, share),
                left,
                allowed || demand.hits() > share ? null : left,
                Source.LOCAL_SHARE);
    }
}
