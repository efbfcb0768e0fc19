package dev.hotstate.metrics;

import static java.time.Duration.ofSeconds;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.script.ScriptMetrics;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.testing.mutiny.MutinyContexts;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The stores of the service over a cluster of the test's own, logged in as the service. */
public final class MetricsFixture implements AutoCloseable {

    private static final AtomicInteger CALLERS = new AtomicInteger();
    /** These tests crowd the machine and are not about time. */
    public static final Duration DEADLINE = ofSeconds(5);

    static {
        MutinyContexts.prepare();
    }

    public final Vertx vertx = Vertx.vertx();
    public final MetricsKeys keys;
    public final RedisRouter router;
    public final Scripts scripts;

    public MetricsFixture(RedisClusterHarness cluster) {
        this(cluster, node -> NodeGuard.NONE);
    }

    /** @param guards what stands between the service and a sick node */
    public MetricsFixture(RedisClusterHarness cluster, NodeGuard.Factory guards) {
        keys = new MetricsKeys(new KeySpace(cluster.env(), "metrics"));
        var seeds = cluster.nodes().stream()
                .map(cluster::address)
                .map(address -> new NodeAddress(address.getHostString(), address.getPort()))
                .toList();
        var options = RouterOptions.of(seeds, new Credentials("metrics", cluster.password("metrics")));
        router = RedisRouter.open(vertx, options.withDeadline(DEADLINE), guards);
        scripts = new Scripts(router, new ScriptMetrics(new SimpleMeterRegistry()), DEADLINE);
        router.ready(ofSeconds(10)).await().indefinitely();
    }

    /** One cluster for all tests that use this. */
    public static HarnessPlan plan() {
        return RedisClusterHarness.plan().serviceUser();
    }

    /** A caller that no other test of this run uses. */
    public static KeyId newCaller() {
        return KeyId.of("test.caller-" + CALLERS.incrementAndGet());
    }

    public Reply send(Command command) {
        return await(router.send(command));
    }

    public static <T> T await(Uni<T> uni) {
        return uni.await().atMost(ofSeconds(60));
    }

    @Override
    public void close() {
        router.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
