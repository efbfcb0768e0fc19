package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps the labels of this instance up to date. */
@Singleton
final class LabelWorker {

    private static final Duration REFRESH = Duration.ofSeconds(5);

    private final Labels labels;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    LabelWorker(Labels labels, Vertx vertx) {
        this.labels = labels;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, REFRESH, "Reading the labels", labels::refresh);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }
}
