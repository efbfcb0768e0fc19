package dev.hotstate.dag.recovery;

import static java.time.Duration.ofSeconds;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.HashMap;

/**
 * Whether each partition was compared with Postgres in the very process that serves it. One that was restarted has the epoch of
 * the process before it: until somebody looks it seems to be open, and then its jobs are loaded again.
 */
public final class ComparedPartitions {

    private final RedisClusterHarness cluster;
    private final RedisRouter router;
    private final DagKeys keys;
    private final Partitions partitions;

    public ComparedPartitions(RedisClusterHarness cluster, RedisRouter router, DagKeys keys, Partitions partitions) {
        this.cluster = cluster;
        this.router = router;
        this.keys = keys;
        this.partitions = partitions;
    }

    public boolean areAll() {
        var processes = new HashMap<RedisNode, String>();
        return partitions.all().stream().allMatch(partition -> {
            var master = cluster.masterOf(keys.epoch(partition).value());
            return isCompared(partition, processes.computeIfAbsent(master, ComparedPartitions::process));
        });
    }

    private boolean isCompared(Partition partition, String process) {
        var epoch = Command.of("HMGET").key(keys.epoch(partition)).arg("epoch").arg("process");
        var found = router.send(epoch, ofSeconds(5)).await().atMost(ofSeconds(10));
        return !found.get(0).isNil()
                && !found.get(1).isNil()
                && found.get(1).text().equals(process);
    }

    private static String process(RedisNode node) {
        try (var client = node.connect()) {
            return client.field("run_id", "INFO", "server");
        }
    }
}
