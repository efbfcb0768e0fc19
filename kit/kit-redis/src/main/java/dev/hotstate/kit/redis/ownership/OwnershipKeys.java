package dev.hotstate.kit.redis.ownership;

import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;

/** Where the lease of a partition is kept: beside its other keys, so that a script may compare the fence. */
public final class OwnershipKeys {

    private final KeySpace keys;

    public OwnershipKeys(KeySpace keys) {
        this.keys = keys;
    }

    /** HASH instance, fence; its TTL is the lease. */
    public RedisKey owner(Partition partition) {
        return keys.key("owner", partition.tag().id());
    }
}
