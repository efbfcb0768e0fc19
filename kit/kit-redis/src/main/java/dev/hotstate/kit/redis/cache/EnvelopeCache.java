package dev.hotstate.kit.redis.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Reads values of one kind through Redis from their owner.
 *
 * <p>A read goes: Redis; on a miss the loader, then Redis again ({@code SET} with its TTL). All readers of one key in
 * this process share one such flight. A hit in the last fifth of its life may start another flight in the background
 * ({@link EarlyRefreshPolicy}); its reader does not wait.
 *
 * <p>In trouble: when Redis does not answer, a last good value that is younger than the TTL is served, else the loader
 * is asked; when the loader fails too, or takes longer than its deadline, any last good value up to {@code staleMax}
 * is served. Both say {@code stale}. Only when there is none does the read fail, with the loader's failure.
 *
 * <p>What is not guaranteed: another process may write an older value after {@link #invalidate}, if it began to load
 * before. The TTL bounds how long that is seen.
 */
public final class EnvelopeCache<T> {

    private static final Logger LOG = Logger.getLogger(EnvelopeCache.class);

    private final CacheSpec<T> spec;
    private final KeySpace keys;
    private final RedisRouter router;
    private final EnvelopeCodec codec;
    private final ObjectMapper json;
    private final Clock clock;
    private final EarlyRefreshPolicy earlyRefresh;
    private final Duration loadDeadline;
    private final CacheMetrics metrics;
    private final CacheStatistics statistics;
    private final LastGood<T> lastGood;
    /** Bounded by the reads under way: a flight ends with its deadlines. */
    private final Map<RedisKey, Flight<T>> flights = new ConcurrentHashMap<>();

    private final Map<RedisKey, Flight<T>> refreshes = new ConcurrentHashMap<>();

    EnvelopeCache(EnvelopeCaches caches, CacheSpec<T> spec) {
        this.spec = spec;
        this.keys = caches.keys;
        this.router = caches.router;
        this.json = caches.json;
        this.codec = new EnvelopeCodec(json, spec.version(), spec.encrypted() ? caches.encryptionKeys() : null);
        this.clock = caches.clock;
        this.earlyRefresh = new EarlyRefreshPolicy(caches.random);
        this.loadDeadline = caches.config.loadDeadline();
        this.metrics = new CacheMetrics(caches.registry, spec.name());
        this.statistics = caches.statistics;
        this.lastGood = new LastGood<>(caches.config.lastGoodMax());
    }

    /**
     * Reads one value.
     *
     * @param loader asks the owner; its null item means that there is no such thing, which is passed on and not cached
     */
    public Uni<Cached<T>> get(String id, Function<String, Uni<T>> loader) {
        var key = key(id);
        return Uni.createFrom()
                .deferred(() -> onOwnContext(join(flights, key, flight -> read(key, flight, () -> loader.apply(id)))));
    }

    /** Forgets a value that has changed at its owner, here and in Redis. */
    public Uni<Void> invalidate(String id) {
        var key = key(id);
        return Uni.createFrom().deferred(() -> {
            overtake(flights, key);
            overtake(refreshes, key);
            lastGood.forget(key.value());
            return delete(key);
        });
    }

    private RedisKey key(String id) {
        return keys.key("cache", spec.name() + "." + id);
    }

    /** One flight per key: the first reader starts it, the others wait for the same answer. */
    private Uni<Cached<T>> join(
            Map<RedisKey, Flight<T>> underWay, RedisKey key, Function<Flight<T>, Uni<Cached<T>>> course) {
        return underWay.computeIfAbsent(key, k -> {
                    var flight = new Flight<T>();
                    flight.answer = course.apply(flight)
                            .onTermination()
                            .invoke(() -> underWay.remove(k, flight))
                            .memoize()
                            .indefinitely();
                    return flight;
                })
                .answer;
    }

    /** Readers share a flight, not its context: each goes on in its own request. */
    private static <V> Uni<V> onOwnContext(Uni<V> shared) {
        var own = Vertx.currentContext();
        return own == null
                ? shared
                : shared.emitOn(task -> {
                    if (Vertx.currentContext() == own) {
                        task.run();
                    } else {
                        own.runOnContext(ignored -> task.run());
                    }
                });
    }

    private void overtake(Map<RedisKey, Flight<T>> underWay, RedisKey key) {
        underWay.computeIfPresent(key, (k, flight) -> {
            flight.overtaken = true;
            return null;
        });
    }

    private Uni<Cached<T>> read(RedisKey key, Flight<T> flight, Loader<T> loader) {
        return router.send(Command.of("GET").key(key).idempotent())
                .map(reply -> decode(key, reply))
                .onItemOrFailure()
                .transformToUni((found, failure) -> {
                    if (failure != null) {
                        return withoutRedis(key, flight, loader);
                    }
                    return found.map(cached -> hit(key, flight, cached, loader))
                            .orElseGet(() -> miss(key, flight, loader));
                });
    }

    private Uni<Cached<T>> hit(RedisKey key, Flight<T> flight, Cached<T> cached, Loader<T> loader) {
        metrics.hits.increment();
        statistics.hit();
        keep(key, flight, cached);
        if (earlyRefresh.refreshes(Duration.between(cached.asOf(), clock.instant()), spec.ttl())) {
            refreshInBackground(key, loader);
        }
        return Uni.createFrom().item(cached);
    }

    private Uni<Cached<T>> miss(RedisKey key, Flight<T> flight, Loader<T> loader) {
        countMiss();
        return load(key, flight, loader)
                .onItem()
                .ifNotNull()
                .transformToUni(loaded -> write(key, flight, loaded))
                .onFailure()
                .recoverWithUni(failure -> lastResort(key, failure));
    }

    /** A young value is as good as the one in Redis would be; only nobody can say so. An older one is asked for. */
    private Uni<Cached<T>> withoutRedis(RedisKey key, Flight<T> flight, Loader<T> loader) {
        var young = lastGood.find(key.value()).filter(cached -> isYoungerThan(spec.ttl(), cached));
        if (young.isPresent()) {
            metrics.stale.increment();
            return Uni.createFrom().item(young.get().asStale());
        }
        countMiss();
        return load(key, flight, loader).onFailure().recoverWithUni(failure -> lastResort(key, failure));
    }

    private void countMiss() {
        metrics.misses.increment();
        metrics.loadsOnMiss.increment();
        statistics.miss();
    }

    /** The bare recovery is meant: whatever the loader's trouble is, an old value is better than none. */
    private Uni<Cached<T>> lastResort(RedisKey key, Throwable failure) {
        metrics.failedLoads.increment();
        var old = lastGood.find(key.value()).filter(cached -> isYoungerThan(spec.staleMax(), cached));
        if (old.isEmpty()) {
            return Uni.createFrom().failure(failure);
        }
        LOG.debugf("Cache %s serves a stale value: %s", spec.name(), failure.getMessage());
        metrics.stale.increment();
        return Uni.createFrom().item(old.get().asStale());
    }

    private void refreshInBackground(RedisKey key, Loader<T> loader) {
        join(refreshes, key, flight -> {
                    metrics.earlyLoads.increment();
                    return load(key, flight, loader)
                            .onItem()
                            .ifNotNull()
                            .transformToUni(loaded -> write(key, flight, loaded));
                })
                .subscribe()
                .with(refreshed -> {}, failure -> metrics.failedLoads.increment());
    }

    private Uni<Cached<T>> load(RedisKey key, Flight<T> flight, Loader<T> loader) {
        return abandonedAfter(loadDeadline, loader).map(value -> {
            if (value == null) {
                lastGood.forget(key.value());
                return null;
            }
            var loaded = new Cached<>(value, false, clock.instant());
            keep(key, flight, loaded);
            return loaded;
        });
    }

    /** Looks at the flight afterwards: an invalidation that it does not see yet forgets the value itself. */
    private void keep(RedisKey key, Flight<T> flight, Cached<T> good) {
        lastGood.keep(key.value(), good);
        if (flight.overtaken) {
            lastGood.forget(key.value());
        }
    }

    /**
     * The loader runs on a subscription of its own: at the deadline it is left alone, not cancelled, because cancelling
     * while it waits for a pooled connection would leak that connection.
     */
    private Uni<T> abandonedAfter(Duration deadline, Loader<T> loader) {
        return Uni.createFrom()
                .<T>emitter(emitter ->
                        Uni.createFrom().deferred(loader::load).subscribe().with(emitter::complete, emitter::fail))
                .ifNoItem()
                .after(deadline)
                .failWith(() -> new LoadTimedOut(spec.name(), deadline));
    }

    /** Waits for Redis, so that a reader who comes right after this flight finds the value. */
    private Uni<Cached<T>> write(RedisKey key, Flight<T> flight, Cached<T> loaded) {
        if (flight.overtaken) {
            return Uni.createFrom().item(loaded);
        }
        var envelope = new Envelope(loaded.asOf(), json.valueToTree(loaded.value()));
        // Not idempotent: sent again, it could arrive after the DEL of an invalidation.
        var set = Command.of("SET")
                .key(key)
                .arg(codec.encode(key, envelope))
                .arg("PX")
                .arg(spec.ttl().toMillis());
        return router.send(set)
                .onFailure(RedisFailure.class)
                .recoverWithNull()
                .chain(() -> flight.overtaken ? takeBack(key) : Uni.createFrom().voidItem())
                .replaceWith(loaded);
    }

    /** Invalidated while it was written, over another connection: nobody knows which of the two came first. */
    private Uni<Void> takeBack(RedisKey key) {
        return delete(key).onFailure(RedisFailure.class).recoverWithNull();
    }

    private Uni<Void> delete(RedisKey key) {
        return router.send(Command.of("DEL").key(key).idempotent()).replaceWithVoid();
    }

    private Optional<Cached<T>> decode(RedisKey key, Reply reply) {
        return reply.isNil()
                ? Optional.empty()
                : codec.decode(key, reply.bytes()).flatMap(this::toCached);
    }

    private Optional<Cached<T>> toCached(Envelope envelope) {
        try {
            return Optional.of(
                    new Cached<>(json.treeToValue(envelope.data(), spec.type()), false, envelope.writtenAt()));
        } catch (JsonProcessingException e) {
            // The type changed and its version did not: a miss, like any other entry that cannot be read.
            return Optional.empty();
        }
    }

    private boolean isYoungerThan(Duration age, Cached<T> cached) {
        return cached.asOf().plus(age).isAfter(clock.instant());
    }

    @FunctionalInterface
    private interface Loader<T> {
        Uni<T> load();
    }

    private static final class Flight<T> {
        /** Written once, before the flight is published by the map. */
        Uni<Cached<T>> answer = Uni.createFrom().nothing();
        /** Set when the value was invalidated meanwhile: what was read or loaded may be the old one. */
        volatile boolean overtaken;
    }
}
