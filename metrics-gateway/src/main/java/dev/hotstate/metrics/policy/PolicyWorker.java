package dev.hotstate.metrics.policy;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Keeps the policies of this instance up to date. */
@Singleton
final class PolicyWorker {

    private final Policies policies;
    private final PolicyConfig config;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    PolicyWorker(Policies policies, PolicyConfig config, Vertx vertx) {
        this.policies = policies;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.refresh(), "Reading the policies", policies::refresh);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
