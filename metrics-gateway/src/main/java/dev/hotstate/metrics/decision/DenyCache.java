package dev.hotstate.metrics.decision;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hotstate.kit.redis.key.KeyId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers refusals until they may have changed: a caller who hammers costs Redis one question a second per instance. Refused
 * hits count nowhere, so nothing is missed. What another instance gave back or reset is noticed after {@code longest}.
 */
final class DenyCache {

    private record Key(String policy, int version, KeyId caller) {}

    private record Denial(Ruling ruling, long sinceNanos) {}

    private final Cache<Key, Denial> denials;
    private final long longestNanos;
    private final LongSupplier nanoClock;

    /** @param longest nothing is remembered if it is zero */
    DenyCache(Duration longest, int callersMax, LongSupplier nanoClock) {
        this.longestNanos = longest.toNanos();
        this.nanoClock = nanoClock;
        this.denials = Caffeine.newBuilder()
                .maximumSize(callersMax)
                .expireAfterWrite(longest)
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    /** The refusal that also holds for this demand: a smaller one might fit. */
    Optional<Ruling> refusal(Demand demand) {
        if (!demand.takes()) {
            return Optional.empty();
        }
        var denial = denials.getIfPresent(keyOf(demand));
        if (denial == null || demand.hits() < denial.ruling.demand().hits()) {
            return Optional.empty();
        }
        var passed = Duration.ofNanos(nanoClock.getAsLong() - denial.sinceNanos);
        var retryAfter = denial.ruling.retryAfter();
        return isOver(retryAfter, passed) ? Optional.empty() : Optional.of(later(denial.ruling, demand, passed));
    }

    void learn(Ruling ruling) {
        if (ruling.source() != Source.REDIS || longestNanos == 0) {
            return;
        }
        if (!ruling.demand().takes()) {
            if (!ruling.demand().looks()) {
                forget(ruling.demand());
            }
        } else if (!ruling.allowed()) {
            denials.put(keyOf(ruling.demand()), new Denial(ruling, nanoClock.getAsLong()));
        }
    }

    void forget(Demand demand) {
        denials.invalidate(keyOf(demand));
    }

    private static boolean isOver(@Nullable Duration retryAfter, Duration passed) {
        return retryAfter != null && retryAfter.compareTo(passed) <= 0;
    }

    private static Ruling later(Ruling ruling, Demand demand, Duration passed) {
        var reset = ruling.reset().minus(passed);
        return new Ruling(
                demand,
                false,
                ruling.remaining(),
                reset.isNegative() ? Duration.ZERO : reset,
                ruling.retryAfter() == null ? null : ruling.retryAfter().minus(passed),
                Source.DENY_CACHE);
    }

    private static Key keyOf(Demand demand) {
        return new Key(demand.policy().id(), demand.policy().version(), demand.caller());
    }
}
