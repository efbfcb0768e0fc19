package dev.hotstate.driver.platform;

import static java.time.Duration.ofSeconds;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** One process' way to Redis, by hand: logged in as the user of this service, under its real ACL. */
public final class DriverRedis implements AutoCloseable {

    private static final String APP = "driver";
    private static final Duration PATIENCE = ofSeconds(20);

    /** A crowded machine is no subject of these tests. */
    private static final Duration DEADLINE = ofSeconds(5);

    static {
        MutinyContexts.prepare();
    }

    public final Vertx vertx = Vertx.vertx();
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final DriverKeys keys;
    public final RedisRouter router;
    public final Scripts scripts;
    public final RedisClock clock = new RedisClock(Clock.systemUTC());

    public DriverRedis(RedisClusterHarness cluster) {
        keys = new DriverKeys(new KeySpace(cluster.env(), APP));
        router = RedisRouter.open(
                vertx,
                RouterOptions.of(seeds(cluster), new Credentials(APP, cluster.password(APP)))
                        .withDeadline(DEADLINE),
                node -> NodeGuard.NONE);
        scripts = new Scripts(router, new ScriptMetrics(meters), DEADLINE);
        router.ready(PATIENCE).await().indefinitely();
    }

    /** One cluster for all tests that use this. */
    public static HarnessPlan plan() {
        return RedisClusterHarness.plan().serviceUser();
    }

    /** Every key of every test must pass this. */
    public static KeyScan scan() {
        return KeyScan.strict().permanent(new DriverKeys(new KeySpace("test", APP)).permanent()::covers);
    }

    private static List<NodeAddress> seeds(RedisClusterHarness cluster) {
        return cluster.nodes().stream()
                .map(cluster::address)
                .map(address -> new NodeAddress(address.getHostString(), address.getPort()))
                .toList();
    }

    /** As if what is there were all there ever was. */
    public void markBuilt() {
        for (int range = 0; range < DriverKeys.RANGES; range++) {
            for (int edge : List.of(DriverKeys.firstSlotOf(range), DriverKeys.lastSlotOf(range))) {
                send(Command.of("DEL").key(keys.built(edge)));
                send(Command.of("HSET")
                        .key(keys.built(edge))
                        .arg(ServerWord.RUN_ID)
                        .arg(1));
            }
        }
    }

    public Reply send(Command command) {
        return router.send(command).await().atMost(PATIENCE);
    }

    /** A field of a hash. */
    public Optional<String> field(RedisKey key, String name) {
        var reply = send(Command.of("HGET").key(key).arg(name));
        return reply.isNil() ? Optional.empty() : Optional.of(reply.text());
    }

    /** The score of a member of a sorted set. */
    public OptionalDouble score(RedisKey key, String member) {
        var reply = send(Command.of("ZSCORE").key(key).arg(member));
        return reply.isNil() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(reply.text()));
    }

    public List<String> members(RedisKey key) {
        return send(Command.of("ZRANGE").key(key).arg(0).arg(-1)).stream()
                .map(Reply::text)
                .toList();
    }

    /** As if its heartbeat ended then, whatever was heard of it. */
    public void setExpiry(long driver, Instant expiry) {
        setExpiry(this::send, keys, driver, expiry);
    }

    /** It is the second of the packed values. */
    public static void setExpiry(Function<Command, Reply> redis, DriverKeys keys, long driver, Instant expiry) {
        var field = "rec" + DriverKeys.who(driver);
        var record = redis.apply(Command.of("HMGET").key(keys.status(driver)).arg(field))
                .get(0)
                .bytes();
        for (int i = 0; i < 6; i++) {
            record[6 + i] = (byte) (expiry.toEpochMilli() >> 8 * (5 - i));
        }
        redis.apply(Command.of("HSET").key(keys.status(driver)).arg(field).arg(record));
    }

    public boolean exists(RedisKey key) {
        return send(Command.of("EXISTS").key(key)).integer() == 1;
    }

    public long ttlMillis(RedisKey key) {
        return send(Command.of("PTTL").key(key)).integer();
    }

    public long nowMillis() {
        var time = send(Command.of("TIME").slot(0)).list();
        return time.get(0).integer() * 1_000 + time.get(1).integer() / 1_000;
    }

    @Override
    public void close() {
        router.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
