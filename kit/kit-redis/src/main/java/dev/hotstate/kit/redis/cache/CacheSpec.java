package dev.hotstate.kit.redis.cache;

import java.time.Duration;

/**
 * What one cache holds.
 *
 * @param name      a lower-case word; the key is <code>{env}:{app}:cache:name.id</code>
 * @param version   raised with every change of the type that old readers or old entries would not survive
 * @param ttl       of each entry in Redis
 * @param staleMax  how old a last good value may be when nothing better can be had
 * @param encrypted for personal data
 */
public record CacheSpec<T>(
        String name, Class<T> type, int version, Duration ttl, Duration staleMax, boolean encrypted) {

    /** Unencrypted; in trouble, values up to a day older than their TTL are served. */
    public static <T> CacheSpec<T> of(String name, Class<T> type, int version, Duration ttl) {
        return new CacheSpec<>(name, type, version, ttl, ttl.plusDays(1), false);
    }

    public CacheSpec<T> withEncryption() {
        return new CacheSpec<>(name, type, version, ttl, staleMax, true);
    }

    public CacheSpec<T> withStaleMax(Duration staleMax) {
        return new CacheSpec<>(name, type, version, ttl, staleMax, encrypted);
    }
}
