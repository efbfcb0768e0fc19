package dev.hotstate.dag.platform;

import dev.hotstate.kit.redis.partition.Partitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * The tags {@code {d00..}} to {@code {d63..}}: what must change together in one script shares one of them. Their number is
 * compared with Postgres at start, because the same id would otherwise live in two places.
 */
@ApplicationScoped
class DagPartitions {

    @Produces
    @Singleton
    Partitions partitions() {
        return Partitions.lettered('d');
    }
}
