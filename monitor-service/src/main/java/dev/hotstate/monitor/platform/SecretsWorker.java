package dev.hotstate.monitor.platform;

import dev.hotstate.kit.http.secret.SecretRenewal;
import dev.hotstate.kit.http.secret.SecretRenewal.Outcome;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Seals the secrets of monitors and channels anew after the key was changed; the owner of the first partition does it for all. */
@Singleton
class SecretsWorker {

    private static final Logger LOG = Logger.getLogger(SecretsWorker.class);

    /** A key is changed by a restart, and may be taken away by a later one: in between there is time. */
    private static final Duration PERIOD = Duration.ofMinutes(5);

    private final SecretRenewal renewal;
    private final PartitionOwnership ownership;
    private final Partitions partitions;
    private final Vertx vertx;
    private final Counter renewed;
    private @Nullable Ticker ticker;

    SecretsWorker(
            SecretRenewal renewal,
            PartitionOwnership ownership,
            Partitions partitions,
            Vertx vertx,
            MeterRegistry meters) {
        this.renewal = renewal;
        this.ownership = ownership;
        this.partitions = partitions;
        this.vertx = vertx;
        this.renewed = Counter.builder("monitor.secret.renewed")
                .description("Secrets of monitors and channels that were sealed anew under the current key")
                .register(meters);
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Sealing secrets under the current key", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return ownership.owns(partitions.at(0))
                ? renewAll().replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    Uni<Outcome> renewAll() {
        return renewal.renew("monitor", "monitor")
                .chain(ofMonitors -> renewal.renew("channel", "channel").map(ofMonitors::plus))
                .invoke(this::tell);
    }

    private void tell(Outcome outcome) {
        renewed.increment(outcome.renewed());
        if (outcome.renewed() > 0) {
            LOG.infof("%d secrets are sealed under the current key now", outcome.renewed());
        }
        if (outcome.lost() > 0) {
            LOG.warnf(
                    "%d secrets were sealed under keys that are not configured: they have to be set again",
                    outcome.lost());
        }
    }
}
