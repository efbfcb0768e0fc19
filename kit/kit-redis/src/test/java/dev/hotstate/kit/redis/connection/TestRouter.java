package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.guard.NodeBreakers;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A router as services have it, over a harness cluster, logged in as the ACL user {@code probe}. */
public final class TestRouter implements AutoCloseable {

    public static final Duration DEADLINE = Duration.ofMillis(400);

    /** What a crowded machine may add to a deadline by the clock of the running JVM; what hangs takes longer. */
    static final Duration SLACK = Duration.ofMillis(500);

    /** What timers and threads add to the deadlines of most calls, whoever else is there. */
    private static final Duration SLACK_OF_MOST = Duration.ofMillis(100);

    /** For commands that must succeed on a crowded machine too. */
    static final Duration UNHURRIED = Duration.ofSeconds(5);

    public static final String USER = "probe";

    private static final int LOOPS = 2;

    private final Vertx vertx;
    private final RedisRouter router;

    private TestRouter(RouterOptions options, int loops) {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(loops));
        router = RedisRouter.open(vertx, options, new NodeBreakers(new SimpleMeterRegistry()));
    }

    /** The cluster plan of these tests; equal plans share a cluster. */
    public static HarnessPlan plan() {
        return RedisClusterHarness.plan()
                .user(
                        USER,
                        "auth",
                        "client|setname",
                        "ping",
                        "info",
                        "cluster|slots",
                        "asking",
                        "get",
                        "set",
                        "incr",
                        "mget",
                        "mset",
                        "del",
                        "hset",
                        "hmget",
                        "blpop",
                        "rpush",
                        "eval",
                        "ssubscribe",
                        "sunsubscribe",
                        "spublish");
    }

    public static TestRouter of(RedisClusterHarness cluster) {
        return of(cluster, UnaryOperator.identity());
    }

    public static TestRouter of(RedisClusterHarness cluster, UnaryOperator<RouterOptions> change) {
        return of(cluster, LOOPS, change);
    }

    /** @param loops as many as a machine with half as many cores has */
    public static TestRouter of(RedisClusterHarness cluster, int loops, UnaryOperator<RouterOptions> change) {
        TestRouter router = new TestRouter(change.apply(options(cluster)), loops);
        router.router.ready(Duration.ofSeconds(30)).await().indefinitely();
        return router;
    }

    /** Does not wait until the cluster was found. */
    public static TestRouter unready(RouterOptions options) {
        return new TestRouter(options, LOOPS);
    }

    public static RouterOptions options(RedisClusterHarness cluster) {
        return RouterOptions.of(seeds(cluster), new Credentials(USER, cluster.password(USER)));
    }

    public static List<NodeAddress> seeds(RedisClusterHarness cluster) {
        return cluster.nodes().stream()
                .map(cluster::address)
                .map(address -> new NodeAddress(address.getHostString(), address.getPort()))
                .toList();
    }

    /** Of calls whose deadline ran out: each was told, and most of them at once. */
    static void assertInTime(List<Duration> took) {
        assertThat(took).allMatch(one -> one.compareTo(DEADLINE.plus(SLACK)) < 0, "within the deadline");
        took.stream()
                .sorted()
                .skip(took.size() / 2)
                .findFirst()
                .ifPresent(median -> assertThat(median)
                        .as("the median of what took %s", took)
                        .isLessThan(DEADLINE.plus(SLACK_OF_MOST)));
    }

    public RedisRouter router() {
        return router;
    }

    public Vertx vertx() {
        return vertx;
    }

    public Reply send(Command command) {
        return router.send(command).await().indefinitely();
    }

    public Reply send(Command command, Duration deadline) {
        return router.send(command, deadline).await().indefinitely();
    }

    @Override
    public void close() {
        router.close();
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("Vert.x did not stop", e);
        }
    }
}
