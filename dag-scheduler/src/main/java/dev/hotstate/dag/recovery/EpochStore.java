package dev.hotstate.dag.recovery;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.ownership.OwnershipKeys;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Whether partitions hand out work, and which process of Redis was looked at before they did. */
@Singleton
class EpochStore {

    static final Script<RecoveryWords.Open> OPEN_PARTITION =
            Script.load("lua/recovery/open_partition.lua", RecoveryWords.Open.class);
    static final Script<RecoveryWords.Close> CLOSE_PARTITION =
            Script.load("lua/recovery/close_partition.lua", RecoveryWords.Close.class);

    private final Scripts scripts;
    private final DagKeys keys;
    private final OwnershipKeys ownershipKeys;
    private final PartitionOwnership ownership;

    EpochStore(Scripts scripts, DagKeys keys, OwnershipKeys ownershipKeys, PartitionOwnership ownership) {
        this.scripts = scripts;
        this.keys = keys;
        this.ownershipKeys = ownershipKeys;
        this.ownership = ownership;
    }

    /** What a partition is now. */
    sealed interface Gate {

        /** It was compared with Postgres in the process that serves it. */
        record Open() implements Gate {}

        /**
         * It hands out nothing until it has been compared.
         *
         * @param fence of our lease: what was lost in the middle of a comparison took the lease along
         * @param runId of the process that serves it: another one may know less
         */
        record Closed(long fence, String runId) implements Gate {}

        record NotOurs() implements Gate {}
    }

    /** Closes the partition unless it was compared in the process that serves it now. */
    Uni<Gate> closeUnlessCompared(Partition partition) {
        long fence = ownership.fence(partition);
        return scripts.run(CLOSE_PARTITION, ownershipKeys.owner(partition), keys.epoch(partition))
                .idempotent()
                .args(Long.toString(fence), ServerWord.RUN_ID)
                .map(reply -> gate(fence, reply));
    }

    private static Gate gate(long fence, ScriptReply<RecoveryWords.Close> reply) {
        return switch (reply.status()) {
            case OPEN -> new Gate.Open();
            case CLOSED -> new Gate.Closed(fence, reply.text(0));
            case STALE -> new Gate.NotOurs();
        };
    }

    /** @param closed as it was when the comparison began */
    Uni<RecoveryWords.Open> open(Partition partition, Gate.Closed closed, long attemptMin) {
        return scripts.run(OPEN_PARTITION, ownershipKeys.owner(partition), keys.epoch(partition))
                .idempotent()
                .args(Long.toString(closed.fence()), closed.runId(), ServerWord.RUN_ID, attemptMin)
                .map(ScriptReply::status);
    }
}
