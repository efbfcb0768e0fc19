package dev.hotstate.driver.mirror;

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

/** Writes once a period, and a last time when the process is stopped in order. */
@Singleton
final class MirrorWorker {

    private static final Logger LOG = Logger.getLogger(MirrorWorker.class);
    private static final Duration LAST_FLUSH = Duration.ofSeconds(5);

    private final Mirror mirror;
    private final Vertx vertx;
    private final MirrorConfig config;
    private @Nullable Ticker ticker;

    MirrorWorker(Mirror mirror, Vertx vertx, MirrorConfig config) {
        this.mirror = mirror;
        this.vertx = vertx;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.period(), "Writing drivers to Postgres", mirror::flush);
    }

    void stop(@Observes ShutdownEvent event) {
        // What is being written is put back if it fails, and written with the rest.
        var written = ticker == null ? Uni.createFrom().voidItem() : ticker.closeAndAwait();
        LastWork.await(
                event,
                written.chain(mirror::flush),
                LAST_FLUSH,
                failure -> LOG.warnf("The last writing of drivers to Postgres did not succeed: %s", failure));
        mirror.lastWords();
    }
}
