package dev.hotstate.monitor.platform;

import dev.hotstate.kit.redis.partition.Partitions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * The tags {@code {m00..}} to {@code {m63..}}: what must change together in one script shares one of them. Their number is
 * compared with Postgres at start, because the same id would otherwise live in two places.
 */
@ApplicationScoped
class MonitorPartitions {

    @Produces
    @Singleton
    Partitions partitions() {
        return Partitions.lettered('m');
    }
}
