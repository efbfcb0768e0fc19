package dev.hotstate.kit.redis.time;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the clock of Redis shows, as far as this process knows: scripts answer with it many times a second. For choosing the
 * key of an hour, which has to be named before a script runs; all that counts is judged inside of scripts.
 */
@Singleton
public final class RedisClock {

    private record Reading(Instant shown, long atNanos) {}

    private final Clock own;
    private volatile @Nullable Reading last;

    public RedisClock(Clock own) {
        this.own = own;
    }

    /** A script has just answered with this time. */
    public void heard(Instant now) {
        last = new Reading(now, System.nanoTime());
    }

    /** Our own clock, as long as Redis was not heard. */
    public Instant now() {
        return shown().orElseGet(own::instant);
    }

    /** Empty as long as Redis was not heard: what must not be judged by our own clock is judged by this. */
    public Optional<Instant> shown() {
        return Optional.ofNullable(last)
                .map(reading -> reading.shown.plus(Duration.ofNanos(System.nanoTime() - reading.atNanos)));
    }

    public long hour() {
        return Math.floorDiv(now().getEpochSecond(), 3600L);
    }
}
