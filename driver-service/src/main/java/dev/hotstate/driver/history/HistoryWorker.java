package dev.hotstate.driver.history;

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

/** Writes points once a period and forgets old ones, also when nothing is kept any more. */
@Singleton
final class HistoryWorker {

    private static final Logger LOG = Logger.getLogger(HistoryWorker.class);
    private static final Duration CLEANING = Duration.ofMinutes(10);
    private static final Duration LAST_FLUSH = Duration.ofSeconds(5);

    private final Recorder recorder;
    private final HistoryStore store;
    private final HistoryConfig config;
    private final Vertx vertx;
    private @Nullable Ticker writer;
    private @Nullable Ticker cleaner;

    HistoryWorker(Recorder recorder, HistoryStore store, HistoryConfig config, Vertx vertx) {
        this.recorder = recorder;
        this.store = store;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        if (config.enabled()) {
            writer = Ticker.every(vertx, config.period(), "Writing where drivers were", recorder::flush);
        }
        cleaner = Ticker.every(vertx, CLEANING, "Forgetting where drivers were", this::clean);
    }

    void stop(@Observes ShutdownEvent event) {
        if (cleaner != null) {
            cleaner.close();
        }
        // What is being written is put back if it fails, and written with the rest.
        var written = writer == null ? Uni.createFrom().voidItem() : writer.closeAndAwait();
        LastWork.await(
                event,
                written.chain(recorder::flush),
                LAST_FLUSH,
                failure -> LOG.warnf("Not all of where drivers were got to Postgres: %s", failure));
    }

    Uni<Void> clean() {
        return store.forget(config.keep(), config.batch())
                .chain(removed -> removed < config.batch() ? Uni.createFrom().voidItem() : clean());
    }
}
