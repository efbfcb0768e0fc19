package dev.hotstate.kit.redis;

import static java.time.Duration.ofSeconds;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.script.ScriptMetrics;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.testing.mutiny.MutinyContexts;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;

/** What a service has of kit-redis, by hand: logged in as the user of the service {@code probe}, under its real ACL. */
public final class ProbeService implements AutoCloseable {

    /** Longer than that of a service: for commands that must succeed on a crowded machine, in tests that are not about time. */
    public static final Duration UNHURRIED = Duration.ofSeconds(5);

    private static final String APP = "probe";

    static {
        MutinyContexts.prepare();
    }

    public final Vertx vertx = Vertx.vertx();
    public final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    public final KeySpace keys;
    public final RedisRouter router;
    public final Scripts scripts;

    public ProbeService(RedisClusterHarness cluster) {
        this(cluster, UNHURRIED);
    }

    public ProbeService(RedisClusterHarness cluster, Duration deadline) {
        keys = new KeySpace(cluster.env(), APP);
        router = RedisRouter.open(vertx, options(cluster, APP).withDeadline(deadline), node -> NodeGuard.NONE);
        scripts = new Scripts(router, new ScriptMetrics(registry), deadline);
        router.ready(ofSeconds(30)).await().indefinitely();
    }

    /** One cluster for all tests that use this. */
    public static HarnessPlan plan() {
        return RedisClusterHarness.plan().serviceUser();
    }

    public static RouterOptions options(RedisClusterHarness cluster, String user) {
        return RouterOptions.of(seeds(cluster), new Credentials(user, cluster.password(user)));
    }

    private static List<NodeAddress> seeds(RedisClusterHarness cluster) {
        return cluster.nodes().stream()
                .map(cluster::address)
                .map(address -> new NodeAddress(address.getHostString(), address.getPort()))
                .toList();
    }

    public Reply send(Command command) {
        return router.send(command).await().atMost(ofSeconds(20));
    }

    @Override
    public void close() {
        router.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
