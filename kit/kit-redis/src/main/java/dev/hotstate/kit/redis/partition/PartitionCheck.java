package dev.hotstate.kit.redis.partition;

import dev.hotstate.kit.redis.key.Namespace;
import dev.hotstate.kit.redis.start.StartGuard;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Checks the partitions of a service that has any: one that produces a {@link Partitions} bean. */
@Singleton
final class PartitionCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Instance<Partitions> partitions;
    private final Instance<Pool> postgres;
    private final String app;

    PartitionCheck(Instance<Partitions> partitions, Instance<Pool> postgres, Namespace namespace) {
        this.partitions = partitions;
        this.postgres = postgres;
        this.app = namespace.app();
    }

    /** Blocks the start on purpose: no worker may touch a key before the answer is known. */
    void check(@Observes @Priority(StartGuard.REGISTER_PRIORITY) StartupEvent event) {
        if (partitions.isResolvable()) {
            new PartitionRegister(postgres.get())
                    .check(app, partitions.get())
                    .await()
                    .atMost(PATIENCE);
        }
    }
}
