package dev.hotstate.kit.redis.instance;

import dev.hotstate.kit.redis.worker.LastWork;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Keeps this process among the living. */
@Singleton
final class InstanceWorker {

    private static final Logger LOG = Logger.getLogger(InstanceWorker.class);
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final InstanceRegistry registry;
    private final Vertx vertx;
    private final Duration period;
    private @Nullable Ticker ticker;

    InstanceWorker(InstanceRegistry registry, Vertx vertx, InstanceConfig config) {
        this.registry = registry;
        this.vertx = vertx;
        this.period = config.lifetime().dividedBy(3);
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, period, "Renewal of this instance", this::tick);
    }

    Uni<LiveInstances> tick() {
        return registry.renew();
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
            // The last chance to say so: after this event the router closes. Unheard, this process lapses.
            LastWork.await(
                    event,
                    registry.leave(),
                    FAREWELL,
                    unheard -> LOG.debugf("%s lapses by itself: %s", registry.self(), unheard));
        }
    }
}
