package dev.hotstate.kit.redis.cache;

import java.time.Instant;

/**
 * A cached value with its age.
 *
 * @param stale true when Redis or the owner could not be asked, so that the value may have changed since
 * @param asOf  when it was read from its owner
 */
public record Cached<T>(T value, boolean stale, Instant asOf) {

    Cached<T> asStale() {
        return new Cached<>(value, true, asOf);
    }
}
