package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.worker.Ticker;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Each second: puts together what the watches know, tells everybody, and starts the next polls. It never waits for a
 * poll, so a frozen node or database delays neither the others nor the picture.
 */
final class VitalsWorker implements VitalsSource, AutoCloseable {

    private static final Logger LOG = Logger.getLogger(VitalsWorker.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** In this time the nodes have been found and have answered, or they are in trouble. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final RedisWatch redis;
    private final PostgresWatch postgres;
    private final CacheWatch cache;
    private final CommandWatch commands;
    private final VitalsMeters meters;
    private final Clock clock;
    private final Instant settledAt;
    private final Reasons reasons = new Reasons();
    private final List<Consumer<Vitals>> listeners = new CopyOnWriteArrayList<>();
    private final HistoryRing history;
    private volatile Vitals current;
    private @Nullable Ticker ticker;

    VitalsWorker(
            RedisWatch redis,
            PostgresWatch postgres,
            CacheWatch cache,
            CommandWatch commands,
            VitalsMeters meters,
            Clock clock) {
        this.redis = redis;
        this.postgres = postgres;
        this.cache = cache;
        this.commands = commands;
        this.meters = meters;
        this.clock = clock;
        this.settledAt = clock.instant().plus(SETTLING);
        this.history = new HistoryRing(clock.instant());
        this.current = look();
    }

    void start(Vertx vertx) {
        pollAll();
        ticker = Ticker.every(vertx, PERIOD, "The look at Redis and Postgres", this::tick);
    }

    Uni<Void> tick() {
        pollAll();
        var look = look();
        current = look;
        meters.update(look);
        history.add(look);
        listeners.forEach(listener -> tell(listener, look));
        return Uni.createFrom().voidItem();
    }

    private void pollAll() {
        redis.poll();
        postgres.poll();
    }

    private Vitals look() {
        var now = clock.instant();
        var redisVitals = redis.look();
        var postgresVitals = postgres.vitals();
        var cacheVitals = cache.look(now);
        var findings = VitalsPolicy.findings(
                redisVitals,
                redis.isWatched(),
                !now.isBefore(settledAt),
                redis.evictedPerMinute(),
                postgresVitals,
                cacheVitals);
        var held = reasons.update(findings, now);
        return new Vitals(now, !held.isEmpty(), held, redisVitals, postgresVitals, cacheVitals, commands.look());
    }

    private static void tell(Consumer<Vitals> listener, Vitals look) {
        try {
            listener.accept(look);
        } catch (RuntimeException e) {
            LOG.warn("A listener to the vitals failed", e);
        }
    }

    @Override
    public Vitals current() {
        return current;
    }

    @Override
    public VitalsHistory history() {
        return history.picture();
    }

    @Override
    public Subscription onPoll(Consumer<Vitals> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        if (ticker != null) {
            ticker.close();
        }
    }
}
