package dev.hotstate.bench.metrics;

import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.script.ScriptMetrics;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.limit.Algorithm;
import dev.hotstate.metrics.limit.Limit;
import dev.hotstate.metrics.limit.LimitAnswer;
import dev.hotstate.metrics.limit.LimitQuestion;
import dev.hotstate.metrics.limit.LimitStore;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.context.SmallRyeContextManagerProvider;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A process that decides with the engine of metrics-gateway, on that service's own class path. */
final class EngineWorker {

    private static final Limit PLENTY = Limit.of(Algorithm.SUB_WINDOW_RING, Limit.HITS_MAX, Duration.ofHours(1));
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    private static final int KEYS_MAX = 10_000;
    /** As the service has by default. */
    private static final int CONNECTIONS_MAX = 12;

    private final LimitStore store;
    private final List<KeyId> callers =
            IntStream.range(0, KEYS_MAX).mapToObj(i -> KeyId.of("engine." + i)).toList();

    private EngineWorker(LimitStore store) {
        this.store = store;
    }

    /** @param args the nodes with user and password, and the environment in the keys */
    public static void main(String[] args) throws IOException, InterruptedException {
        SmallRyeContextManagerProvider.getManager();
        var nodes = Stream.of(args[0].split(",")).map(URI::create).toList();
        var user = nodes.getFirst().getUserInfo().split(":");
        var options = RouterOptions.of(
                nodes.stream()
                        .map(node -> new NodeAddress(node.getHost(), node.getPort()))
                        .toList(),
                new Credentials(user[0], user[1]));
        var router = RedisRouter.open(
                Vertx.vertx(),
                options.withDeadline(PATIENCE).withConnectionsMax(CONNECTIONS_MAX),
                node -> NodeGuard.NONE);
        router.ready(START_PATIENCE).await().indefinitely();
        var scripts = new Scripts(router, new ScriptMetrics(new SimpleMeterRegistry()), PATIENCE);
        var worker = new EngineWorker(
                new LimitStore(router, scripts, new MetricsKeys(new KeySpace(args[1], "metrics")), PATIENCE));
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = orders.readLine(); line != null; line = orders.readLine()) {
            var words = line.split(" ");
            System.out.println(worker.decide(Integer.parseInt(words[0]), Long.parseLong(words[1])));
        }
        System.exit(0);
    }

    private String decide(int keys, long decisions) throws InterruptedException {
        var run = new Run(keys, decisions);
        long begun = System.nanoTime();
        for (int caller = 0; caller < Deciding.CALLERS; caller++) {
            run.next();
        }
        run.done.await();
        return "{\"decisions\": %d, \"nanos\": %d}".formatted(run.allowed.get(), System.nanoTime() - begun);
    }

    private final class Run {

        private final int keys;
        private final long decisions;
        private final AtomicLong asked = new AtomicLong();
        private final AtomicLong answered = new AtomicLong();
        private final AtomicLong allowed = new AtomicLong();
        private final CountDownLatch done = new CountDownLatch(1);

        Run(int keys, long decisions) {
            this.keys = keys;
            this.decisions = decisions;
        }

        void next() {
            long number = asked.getAndIncrement();
            if (number < decisions) {
                var question = new LimitQuestion(PLENTY, callers.get((int) (number % keys)), 1, 1);
                store.decide(List.of(question)).subscribe().with(this::answered, failure -> answered(List.of()));
            }
        }

        private void answered(List<LimitAnswer> answers) {
            if (!answers.isEmpty()
                    && answers.getFirst() instanceof LimitAnswer.Decided decided
                    && decided.decision().isAllowed()) {
                allowed.incrementAndGet();
            }
            if (answered.incrementAndGet() == decisions) {
                done.countDown();
            }
            next();
        }
    }
}
