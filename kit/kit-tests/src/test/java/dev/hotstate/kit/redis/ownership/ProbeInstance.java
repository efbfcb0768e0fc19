package dev.hotstate.kit.redis.ownership;

import static java.time.Duration.ofSeconds;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.instance.InstanceRegistry;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Clock;
import java.time.Duration;

/** One of several processes of the service {@code probe}, with its share of the partitions. */
public final class ProbeInstance implements AutoCloseable {

    public static final Duration LEASE = ofSeconds(3);

    public final ProbeService service;
    public final PartitionOwnership ownership;
    public final OwnershipKeys keys;
    public final Partitions partitions = Partitions.lettered('x');

    private ProbeInstance(RedisClusterHarness cluster, String name, Duration lease) {
        service = new ProbeService(cluster);
        keys = new OwnershipKeys(service.keys);
        ownership = new PartitionOwnership(
                service.vertx,
                service.router,
                service.scripts,
                keys,
                partitions,
                InstanceRegistry.ofOwners(
                        service.router, service.scripts, Clock.systemUTC(), service.keys, new InstanceId(name), lease),
                lease,
                new OwnershipMetrics(service.registry));
    }

    /** Lives on its own, with a short lease. */
    public static ProbeInstance started(RedisClusterHarness cluster, String name) {
        return started(cluster, name, LEASE);
    }

    public static ProbeInstance started(RedisClusterHarness cluster, String name, Duration lease) {
        var instance = new ProbeInstance(cluster, name, lease);
        instance.ownership.start();
        return instance;
    }

    /** Does nothing on its own: without ticks it is as a frozen process. */
    public static ProbeInstance waiting(RedisClusterHarness cluster, String name) {
        return waiting(cluster, name, LEASE);
    }

    public static ProbeInstance waiting(RedisClusterHarness cluster, String name, Duration lease) {
        return new ProbeInstance(cluster, name, lease);
    }

    public ProbeInstance tick() {
        ownership.tick().await().atMost(ofSeconds(20));
        return this;
    }

    public int owned() {
        return ownership.owned().size();
    }

    /** An orderly stop. */
    public void leave() {
        ownership.leave().await().atMost(ofSeconds(20));
    }

    /** The end without a farewell, as by kill -9: no lease is given up. */
    @Override
    public void close() {
        service.close();
    }
}
