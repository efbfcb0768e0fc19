package dev.hotstate.monitor.platform;

import static java.time.Duration.ofSeconds;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.CommandTracer;
import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.script.ScriptMetrics;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.mutiny.MutinyContexts;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** One process' way to Redis, by hand: logged in as the user of this service, under its real ACL. */
public final class MonitorRedis implements AutoCloseable {

    private static final String APP = "monitor";
    private static final Duration PATIENCE = ofSeconds(15);

    /** A machine that is crowded, or stands still for a while, is no subject of these tests. */
    private static final Duration DEADLINE = ofSeconds(10);

    static {
        MutinyContexts.prepare();
    }

    public final Vertx vertx = Vertx.vertx();
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final Partitions partitions = Partitions.lettered('m');
    public final MonitorKeys keys;
    public final RedisRouter router;
    public final Scripts scripts;
    private final AtomicBoolean closed = new AtomicBoolean();
    public final RedisClock clock = new RedisClock(Clock.systemUTC());

    public MonitorRedis(RedisClusterHarness cluster) {
        this(cluster, DEADLINE);
    }

    /** @param deadline of each command, for a test of what follows when it is missed */
    public MonitorRedis(RedisClusterHarness cluster, Duration deadline) {
        this(cluster, deadline, CommandTracer.NONE);
    }

    /** @param tracer told of every command */
    public MonitorRedis(RedisClusterHarness cluster, CommandTracer tracer) {
        this(cluster, DEADLINE, tracer);
    }

    private MonitorRedis(RedisClusterHarness cluster, Duration deadline, CommandTracer tracer) {
        keys = new MonitorKeys(new KeySpace(cluster.env(), APP), partitions);
        router = RedisRouter.open(
                vertx,
                RouterOptions.of(seeds(cluster), new Credentials(APP, cluster.password(APP)))
                        .withDeadline(deadline)
                        .withTracer(tracer),
                node -> NodeGuard.NONE);
        scripts = new Scripts(router, new ScriptMetrics(meters), deadline);
        router.ready(PATIENCE).await().indefinitely();
    }

    /** One cluster for all tests that use this. */
    public static HarnessPlan plan() {
        return RedisClusterHarness.plan().serviceUser();
    }

    /** Every key of every test must pass this. */
    public static KeyScan scan() {
        return KeyScan.strict()
                .permanent(new MonitorKeys(new KeySpace("test", APP), Partitions.lettered('m')).permanent()::covers);
    }

    private static List<NodeAddress> seeds(RedisClusterHarness cluster) {
        return cluster.nodes().stream()
                .map(cluster::address)
                .map(address -> new NodeAddress(address.getHostString(), address.getPort()))
                .toList();
    }

    public Reply send(Command command) {
        return router.send(command).await().atMost(PATIENCE);
    }

    public Map<String, String> hash(RedisKey key) {
        var fields = new HashMap<String, String>();
        var values = send(Command.of("HGETALL").key(key)).list();
        for (int i = 0; i < values.size(); i += 2) {
            fields.put(values.get(i).text(), values.get(i + 1).text());
        }
        return fields;
    }

    public boolean exists(RedisKey key) {
        return send(Command.of("EXISTS").key(key)).integer() == 1;
    }

    public long ttlMillis(RedisKey key) {
        return send(Command.of("PTTL").key(key)).integer();
    }

    /** The score of a member, in milliseconds. */
    public long score(String monitor) {
        return send(Command.of("ZSCORE")
                        .key(keys.schedule(keys.partitionOf(monitor)))
                        .arg(monitor))
                .integer();
    }

    public void schedule(String monitor, long atMillis) {
        send(Command.of("ZADD")
                .key(keys.schedule(keys.partitionOf(monitor)))
                .arg(atMillis)
                .arg(monitor));
    }

    public long nowMillis() {
        var time = send(Command.of("TIME").slot(0)).list();
        return time.get(0).integer() * 1_000 + time.get(1).integer() / 1_000;
    }

    /** From now on the partition hands out work. */
    public void build(Partition partition) {
        send(Command.of("SET").key(keys.epoch(partition)).arg(ServerWord.RUN_ID));
    }

    public void buildAll() {
        partitions.all().forEach(this::build);
    }

    /** The entries of a transitions stream, oldest first. */
    public List<Map<String, String>> transitions(Partition partition) {
        var entries = new ArrayList<Map<String, String>>();
        for (var entry : send(Command.of("XRANGE")
                        .key(keys.transitions(partition))
                        .arg("-")
                        .arg("+"))
                .list()) {
            var fields = new HashMap<String, String>();
            var values = entry.get(1).list();
            for (int i = 0; i < values.size(); i += 2) {
                fields.put(values.get(i).text(), values.get(i + 1).text());
            }
            entries.add(fields);
        }
        return entries;
    }

    public List<String> transitionTypes(String monitor) {
        return transitions(keys.partitionOf(monitor)).stream()
                .filter(entry -> monitor.equals(entry.get("monitor")))
                .map(entry -> entry.get("type"))
                .toList();
    }

    /** May be called again. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        router.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
