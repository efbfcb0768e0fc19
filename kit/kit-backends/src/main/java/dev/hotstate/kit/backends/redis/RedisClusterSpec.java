package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.acl.AclUser;
import dev.hotstate.kit.backends.process.Owner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a {@link RedisCluster} shall be.
 *
 * @param replicas per master
 * @param basePort the first of consecutive ports, or 0 for free ones; a folder that held a cluster before keeps its ports
 * @param users besides those of the cluster itself ({@code admin}, {@code replication}; {@code default} is off)
 * @param config further redis.conf directives, or other values for the ones that the cluster sets
 */
public record RedisClusterSpec(
        Path folder,
        int masters,
        int replicas,
        int basePort,
        Duration nodeTimeout,
        long maxMemoryBytes,
        List<AclUser> users,
        Map<String, String> config,
        Owner owner) {

    private static final long DEFAULT_MAX_MEMORY_BYTES = 256L * 1024 * 1024;

    public RedisClusterSpec {
        if (masters < 3) {
            throw new IllegalArgumentException("A Redis Cluster needs three masters to agree on a failover");
        }
        folder = folder.toAbsolutePath();
        users = List.copyOf(users);
        config = Map.copyOf(config);
    }

    /** Three masters without replicas on free ports. */
    public static RedisClusterSpec in(Path folder) {
        return new RedisClusterSpec(
                folder, 3, 0, 0, Duration.ofSeconds(5), DEFAULT_MAX_MEMORY_BYTES, List.of(), Map.of(), Owner.thisJvm());
    }

    public RedisClusterSpec masters(int count) {
        return new RedisClusterSpec(
                folder, count, replicas, basePort, nodeTimeout, maxMemoryBytes, users, config, owner);
    }

    public RedisClusterSpec replicas(int perMaster) {
        return new RedisClusterSpec(
                folder, masters, perMaster, basePort, nodeTimeout, maxMemoryBytes, users, config, owner);
    }

    public RedisClusterSpec basePort(int port) {
        return new RedisClusterSpec(folder, masters, replicas, port, nodeTimeout, maxMemoryBytes, users, config, owner);
    }

    public RedisClusterSpec nodeTimeout(Duration timeout) {
        return new RedisClusterSpec(folder, masters, replicas, basePort, timeout, maxMemoryBytes, users, config, owner);
    }

    public RedisClusterSpec maxMemoryBytes(long perNode) {
        return new RedisClusterSpec(folder, masters, replicas, basePort, nodeTimeout, perNode, users, config, owner);
    }

    public RedisClusterSpec users(List<AclUser> all) {
        return new RedisClusterSpec(
                folder, masters, replicas, basePort, nodeTimeout, maxMemoryBytes, all, config, owner);
    }

    public RedisClusterSpec config(Map<String, String> directives) {
        return new RedisClusterSpec(
                folder, masters, replicas, basePort, nodeTimeout, maxMemoryBytes, users, directives, owner);
    }

    public RedisClusterSpec owner(Owner newOwner) {
        return new RedisClusterSpec(
                folder, masters, replicas, basePort, nodeTimeout, maxMemoryBytes, users, config, newOwner);
    }

    int nodes() {
        return masters * (1 + replicas);
    }
}
