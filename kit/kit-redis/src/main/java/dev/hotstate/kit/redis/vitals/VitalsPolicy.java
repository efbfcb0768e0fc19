package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.key.HashSlot;
import dev.hotstate.kit.redis.vitals.Vitals.CacheVitals;
import dev.hotstate.kit.redis.vitals.Vitals.NodeVitals;
import dev.hotstate.kit.redis.vitals.Vitals.PostgresVitals;
import dev.hotstate.kit.redis.vitals.Vitals.RedisVitals;
import dev.hotstate.kit.redis.vitals.Vitals.Role;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides from the figures what is wrong. */
final class VitalsPolicy {

    private static final String POLICY_WANTED = "noeviction";

    /** Fewer reads than this say nothing about a share. */
    private static final long CACHE_READS_MIN = 20;

    private VitalsPolicy() {}

    /** What the state of Redis as a whole is. */
    static State redisState(List<NodeVitals> nodes, @Nullable String clusterState, int slotsCovered) {
        if (nodes.stream().allMatch(node -> node.state() == State.UNKNOWN)) {
            return State.UNKNOWN;
        }
        if (nodes.stream().noneMatch(node -> node.state() == State.UP)) {
            return State.DOWN;
        }
        boolean whole = slotsCovered == HashSlot.COUNT && "ok".equals(clusterState);
        boolean allUp = nodes.stream().noneMatch(node -> node.state() == State.DOWN);
        return whole && allUp ? State.UP : State.DEGRADED;
    }

    /**
     * All findings.
     *
     * @param isWatched        whether there is a user that may ask the nodes
     * @param isSettled        whether there was time enough to learn something of every node
     * @param evictedPerMinute by node address
     */
    static List<Finding> findings(
            RedisVitals redis,
            boolean isWatched,
            boolean isSettled,
            Map<String, Long> evictedPerMinute,
            PostgresVitals postgres,
            CacheVitals cache) {
        var findings = new ArrayList<Finding>();
        addClusterTroubles(redis, isWatched, isSettled, findings);
        for (var node : redis.nodes()) {
            addNodeFindings(node, evictedPerMinute.getOrDefault(node.address(), 0L), findings);
        }
        if (postgres.state() == State.DOWN) {
            findings.add(Finding.of(Trouble.POSTGRES_DOWN, "postgres", "Postgres does not answer"));
        } else if (postgres.state() == State.UNKNOWN && postgres.poolMax() != null) {
            findings.add(Finding.of(Trouble.NOT_KNOWN_YET, "postgres", "How Postgres is doing is not known yet"));
        }
        var missRatio = cache.missRatio();
        if (missRatio != null
                && cache.hits() + cache.misses() >= CACHE_READS_MIN
                && Threshold.CACHE_MISSES.isExceededBy(missRatio)) {
            findings.add(Finding.of(
                    Threshold.CACHE_MISSES,
                    "cache",
                    "Caches missed %d of %d reads in the last minute"
                            .formatted(cache.misses(), cache.hits() + cache.misses())));
        }
        return findings;
    }

    private static void addClusterTroubles(
            RedisVitals redis, boolean isWatched, boolean isSettled, List<Finding> findings) {
        if (!isWatched) {
            findings.add(Finding.of(
                    Trouble.NO_VITALS_USER,
                    "redis",
                    "How Redis is doing is unknown: hotstate.redis.vitals.username is not set"));
        } else if (redis.state() == State.UNKNOWN && !isSettled || isWaitingForSlots(redis)) {
            findings.add(Finding.of(Trouble.NOT_KNOWN_YET, "redis", "How Redis is doing is not known yet"));
        } else if (redis.state() == State.DOWN || redis.state() == State.UNKNOWN) {
            findings.add(Finding.of(Trouble.REDIS_DOWN, "redis", "No Redis node answers"));
        } else if (redis.state() == State.DEGRADED
                && (redis.slotsCovered() < HashSlot.COUNT || !"ok".equals(redis.clusterState()))) {
            findings.add(Finding.of(
                    Trouble.CLUSTER_INCOMPLETE,
                    "redis",
                    redis.slotsCovered() < HashSlot.COUNT
                            ? String.format(
                                    Locale.ROOT,
                                    "Only %,d of %,d slots are served",
                                    redis.slotsCovered(),
                                    HashSlot.COUNT)
                            : "All slots are assigned, but the cluster state is " + redis.clusterState()));
        }
    }

    /** A node that was not heard of yet says nothing about its slots; it answers, or is down, within a second. */
    private static boolean isWaitingForSlots(RedisVitals redis) {
        return redis.state() == State.DEGRADED
                && redis.nodes().stream().anyMatch(node -> node.state() == State.UNKNOWN && node.slots() > 0);
    }

    private static void addNodeFindings(NodeVitals node, long evictedPerMinute, List<Finding> findings) {
        var address = node.address();
        if (node.state() == State.DOWN) {
            findings.add(Finding.of(
                    Trouble.NODE_DOWN,
                    address,
                    "Redis %s %s does not answer".formatted(node.role().word(), address)));
        }
        if (node.role() == Role.MASTER
                && node.memoryPolicy() != null
                && !node.memoryPolicy().equals(POLICY_WANTED)) {
            findings.add(Finding.of(
                    Trouble.WRONG_MEMORY_POLICY,
                    address,
                    "Redis %s has maxmemory-policy %s: it may drop leases and queues; set it to %s"
                            .formatted(address, node.memoryPolicy(), POLICY_WANTED)));
        }
        addShare(Threshold.MEMORY, address, "memory", node.memoryUsedBytes(), node.memoryMaxBytes(), findings);
        addShare(Threshold.CLIENTS, address, "clients", node.clients(), node.clientsMax(), findings);
        if (Threshold.EVICTIONS.isExceededBy(evictedPerMinute)) {
            findings.add(Finding.of(
                    Threshold.EVICTIONS,
                    address,
                    "Redis %s evicted %d keys in the last minute".formatted(address, evictedPerMinute)));
        }
        var slow = node.slowlogPerMinute();
        if (slow != null && Threshold.SLOWLOG.isExceededBy(slow)) {
            findings.add(Finding.of(
                    Threshold.SLOWLOG,
                    address,
                    "Redis %s logged %d slow commands in the last minute".formatted(address, slow)));
        }
    }

    /** Without a limit there is no share. */
    private static void addShare(
            Threshold threshold,
            String address,
            String what,
            @Nullable Long used,
            @Nullable Long limit,
            List<Finding> findings) {
        if (used != null && limit != null && limit > 0 && threshold.isExceededBy((double) used / limit)) {
            findings.add(Finding.of(
                    threshold, address, "Redis %s uses %d %% of its %s".formatted(address, used * 100 / limit, what)));
        }
    }
}
