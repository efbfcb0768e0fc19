package dev.hotstate.kit.redis.ownership;

import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.instance.InstanceRegistry;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.worker.LastWork;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Lets a service that has partitions share them among its processes, from its start to its stop. */
@Singleton
final class OwnershipWorker {

    private static final Logger LOG = Logger.getLogger(OwnershipWorker.class);

    /** After all observers that name no priority: who wants to know of gains has had its say. */
    private static final int LAST = 5_000;

    private static final Duration FAREWELL = Duration.ofSeconds(4);

    /** As the script has them. */
    private static final Duration LEASE_MIN = Duration.ofSeconds(1);

    private static final Duration LEASE_MAX = Duration.ofMinutes(10);

    private final Instance<Partitions> partitions;
    private final Instance<PartitionOwnership> ownership;

    OwnershipWorker(Instance<Partitions> partitions, Instance<PartitionOwnership> ownership) {
        this.partitions = partitions;
        this.ownership = ownership;
    }

    @Produces
    @Singleton
    static OwnershipKeys ownershipKeys(KeySpace keys) {
        return new OwnershipKeys(keys);
    }

    @Produces
    @Singleton
    static PartitionOwnership partitionOwnership(
            Vertx vertx,
            RedisRouter router,
            Scripts scripts,
            Clock clock,
            KeySpace keys,
            OwnershipKeys ownershipKeys,
            Instance<Partitions> partitions,
            InstanceId self,
            OwnershipConfig config,
            MeterRegistry meters) {
        var lease = checked(config.lease());
        return new PartitionOwnership(
                vertx,
                router,
                scripts,
                ownershipKeys,
                partitions.get(),
                InstanceRegistry.ofOwners(router, scripts, clock, keys, self, lease),
                lease,
                new OwnershipMetrics(meters));
    }

    static Duration checked(Duration lease) {
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException("hotstate.ownership.lease is %s; it must lie between %s and %s"
                    .formatted(lease, LEASE_MIN, LEASE_MAX));
        }
        return lease;
    }

    void start(@Observes @Priority(LAST) StartupEvent event) {
        if (partitions.isResolvable()) {
            ownership.get().start();
        }
    }

    void stop(@Observes ShutdownEvent event) {
        if (partitions.isResolvable()) {
            // After this event the router closes. What was not given up by then, others get when its lease ends.
            LastWork.await(
                    event,
                    ownership.get().leave(),
                    FAREWELL,
                    late -> LOG.debugf("Not all partitions were given up: %s", late));
        }
    }
}
