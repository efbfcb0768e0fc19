package dev.hotstate.kit.redis.partition;

import dev.hotstate.kit.redis.key.HashTag;

/** One of the partitions of a service. */
public record Partition(int number, HashTag tag) {

    @Override
    public String toString() {
        return tag.name();
    }
}
