package dev.hotstate.monitor.schedule;

import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.VitalsSource;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions lie on a node whose memory is nearly used up. Nothing new is begun there, so that there is room for what is
 * under way: its results, the transitions that follow from them, and their way to Postgres. A node of which nothing is known is
 * not full.
 */
@Singleton
class MemoryGate {

    private final Supplier<Vitals> vitals;
    private final Function<Partition, @Nullable String> masterOf;
    private final double shareMax;

    @Inject
    MemoryGate(VitalsSource vitals, RedisRouter router, ScheduleConfig config) {
        this(vitals::current, partition -> masterOf(router, partition), config.memoryMax());
    }

    MemoryGate(Supplier<Vitals> vitals, Function<Partition, @Nullable String> masterOf, double shareMax) {
        this.vitals = vitals;
        this.masterOf = masterOf;
        this.shareMax = shareMax;
    }

    boolean isFull(Partition partition) {
        var full = vitals.get().redis().nodes().stream().filter(this::isFull).toList();
        if (full.isEmpty()) {
            return false;
        }
        var master = masterOf.apply(partition);
        return full.stream().anyMatch(node -> node.address().equals(master));
    }

    private boolean isFull(NodeVitals node) {
        var used = node.memoryUsedBytes();
        var max = node.memoryMaxBytes();
        return used != null && max != null && max > 0 && used > shareMax * max;
    }

    private static @Nullable String masterOf(RedisRouter router, Partition partition) {
        var master = router.slotMap().masterOf(partition.tag().slot());
        return master == null ? null : master.toString();
    }
}
