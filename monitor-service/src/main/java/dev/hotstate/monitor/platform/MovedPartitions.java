package dev.hotstate.monitor.platform;

import dev.hotstate.kit.redis.connection.SlotMap;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import java.util.List;
import java.util.Objects;

/** Partitions that another master has now: it may lack the last writes of the one before. */
public final class MovedPartitions {

    private MovedPartitions() {}

    public static List<Partition> between(SlotMap before, SlotMap after, Partitions partitions) {
        return partitions.all().stream()
                .filter(partition -> hasMoved(partition.tag().slot(), before, after))
                .toList();
    }

    private static boolean hasMoved(int slot, SlotMap before, SlotMap after) {
        var old = before.masterOf(slot);
        return old != null && !Objects.equals(old, after.masterOf(slot));
    }
}
