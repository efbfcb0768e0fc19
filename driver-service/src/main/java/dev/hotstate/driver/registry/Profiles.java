package dev.hotstate.driver.registry;

import dev.hotstate.driver.platform.DriverFailure.DriverNotFound;
import dev.hotstate.kit.redis.cache.CacheSpec;
import dev.hotstate.kit.redis.cache.Cached;
import dev.hotstate.kit.redis.cache.EnvelopeCache;
import dev.hotstate.kit.redis.cache.EnvelopeCaches;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.guard.Retries;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Drivers with their profiles, through a cache in Redis that nobody can read who does not have our key. */
@Singleton
class Profiles {

    private static final Logger LOG = Logger.getLogger(Profiles.class);
    private static final int VERSION = 1;

    private final RegistryStore store;
    private final DriverIds ids;
    private final Retries retries;
    private final EnvelopeCache<Driver> cache;

    Profiles(RegistryStore store, DriverIds ids, EnvelopeCaches caches, Retries retries, RegistryConfig config) {
        this.store = store;
        this.ids = ids;
        this.retries = retries;
        this.cache = caches.create(CacheSpec.of("profile", Driver.class, VERSION, config.profileTtl())
                .withEncryption());
    }

    /** The key in Redis is the number: ids of people stay out of it. */
    Uni<Cached<Driver>> get(String id) {
        return ids.numberOf(id)
                .chain(number ->
                        cache.get(Long.toString(number), any -> store.find(id).map(found -> found.orElse(null))))
                .onItem()
                .ifNull()
                .failWith(() -> {
                    ids.forget(id);
                    return new DriverNotFound();
                });
    }

    /** After a change. Nobody waits for a cache that can't be reached: it is told again, and forgets by itself in time. */
    Uni<Void> changed(long number) {
        return forget(number)
                .onFailure(RedisFailure::isOutage)
                .invoke(outage -> retries.run(() -> forget(number))
                        .subscribe()
                        .with(done -> {}, late -> LOG.debugf("Profile %d is old for a while: %s", number, late)))
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Void> forget(long number) {
        return cache.invalidate(Long.toString(number));
    }
}
