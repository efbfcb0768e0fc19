package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.redis.worker.LastWork;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * When each key was last used, written for all keys together now and then instead of at each request, and when the process
 * stops. What a crash loses is one interval. Bounded by the number of keys.
 */
@Singleton
class LastUses {

    private static final Logger LOG = Logger.getLogger(LastUses.class);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final ApiKeyStore store;
    private final AuthConfig config;
    private final Vertx vertx;
    private final Map<String, Instant> unwritten = new ConcurrentHashMap<>();
    private @Nullable Ticker ticker;

    LastUses(ApiKeyStore store, AuthConfig config, Vertx vertx) {
        this.store = store;
        this.config = config;
        this.vertx = vertx;
    }

    void note(String id, Instant at) {
        unwritten.put(id, at);
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.lastUsedInterval(), "Writing when API keys were last used", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        // What is being written is put back if it fails, and written with the rest.
        var written = ticker == null ? Uni.createFrom().voidItem() : ticker.closeAndAwait();
        // The last chance: after this event the pool closes. A Postgres that is away does not hold up the stop.
        LastWork.await(
                event,
                written.chain(this::tick),
                FAREWELL,
                failure -> LOG.warnf("Not all last uses of API keys got to Postgres: %s", failure));
    }

    Uni<Void> tick() {
        var written = new HashMap<>(unwritten);
        written.forEach(unwritten::remove);
        return written.isEmpty()
                ? Uni.createFrom().voidItem()
                : store.markUsed(written).onFailure().invoke(() -> written.forEach(unwritten::putIfAbsent));
    }
}
