package dev.hotstate.monitor.schedule;

import dev.hotstate.kit.redis.partition.Partition;

/** Is told when a partition was asked for work and answers that it is not built. Its user owns it, recovery implements it. */
public interface UnbuiltListener {

    void unbuilt(Partition partition);
}
