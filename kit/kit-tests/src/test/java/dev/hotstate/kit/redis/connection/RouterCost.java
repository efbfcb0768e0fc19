package dev.hotstate.kit.redis.connection;

import com.sun.management.OperatingSystemMXBean;
import dev.hotstate.kit.redis.guard.NodeBreakers;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.faulttolerance.api.Guard;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import jakarta.enterprise.util.TypeLiteral;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * What an INCR costs this process in CPU time, through the router and through a bare Vert.x connection, which ADR 0003
 * quotes. A program, not a test: run its {@code main}. Every command starts in an event-loop task of its own, as those
 * of concurrent HTTP requests do; contestants take turns within one run.
 */
final class RouterCost {

    private static final int ROUNDS = 9;
    private static final int COMMANDS = 150_000;
    private static final RedisKey KEY = RedisKey.of("test:probe:counter:cost");

    /** Sends one INCR and runs the callback when it is answered. */
    interface Contestant {
        void send(Runnable answered);
    }

    private RouterCost() {}

    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try (RedisClusterHarness cluster =
                TestRouter.plan().replicasPerMaster(0).start()) {
            RedisRouter guarded =
                    RedisRouter.open(vertx, TestRouter.options(cluster), new NodeBreakers(new SimpleMeterRegistry()));
            guarded.ready(Duration.ofSeconds(15)).await().indefinitely();
            Context context = vertx.getOrCreateContext();
            Map<String, Contestant> contestants = new LinkedHashMap<>();
            contestants.put("bare Vert.x connection", bare(vertx, context, cluster));
            contestants.put(
                    "router with breaker",
                    answered -> guarded.send(incr()).subscribe().with(reply -> answered.run()));
            contestants.put("router inside a SmallRye guard", inGuard(guarded));
            for (int depth : new int[] {1, 8, 64, 256}) {
                report(depth, context, contestants);
            }
            guarded.close();
        }
        vertx.close();
    }

    private static Command incr() {
        return Command.of("INCR").key(KEY);
    }

    private static Contestant bare(Vertx vertx, Context context, RedisClusterHarness cluster) {
        var address = cluster.address(cluster.masterOf(KEY.value()));
        String url = "redis://%s:%s@%s:%d"
                .formatted(
                        TestRouter.USER, cluster.password(TestRouter.USER), address.getHostString(), address.getPort());
        CompletableFuture<RedisConnection> opened = new CompletableFuture<>();
        context.runOnContext(start -> Redis.createClient(vertx, url)
                .connect()
                .onSuccess(opened::complete)
                .onFailure(opened::completeExceptionally));
        RedisConnection connection = opened.join();
        return answered -> connection
                .send(Request.cmd(io.vertx.redis.client.Command.INCR).arg(KEY.value()))
                .onSuccess(reply -> answered.run());
    }

    private static Contestant inGuard(RedisRouter router) {
        Guard guard = Guard.create()
                .withCircuitBreaker()
                .requestVolumeThreshold(5)
                .failureRatio(1.0)
                .done()
                .build();
        TypeLiteral<Uni<Reply>> type = new TypeLiteral<>() {};
        return answered ->
                guard.get(() -> router.send(incr()), type).subscribe().with(reply -> answered.run());
    }

    private static void report(int depth, Context context, Map<String, Contestant> contestants) throws Exception {
        Map<String, List<Double>> micros = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS + 2; round++) {
            for (var entry : contestants.entrySet()) {
                double cost = cpuMicrosPerCommand(depth, context, entry.getValue());
                if (round >= 2) {
                    micros.computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
                            .add(cost);
                }
            }
        }
        micros.forEach((name, costs) -> {
            Collections.sort(costs);
            System.out.printf(
                    "depth %3d  %-32s %5.2f us CPU per command (median; %.2f to %.2f)%n",
                    depth, name, costs.get(ROUNDS / 2), costs.get(0), costs.get(ROUNDS - 1));
        });
    }

    private static double cpuMicrosPerCommand(int depth, Context context, Contestant contestant) throws Exception {
        int commands = depth == 1 ? COMMANDS / 5 : COMMANDS;
        Run run = new Run(context, contestant, commands);
        long before = cpuNanos();
        context.runOnContext(start -> {
            for (int i = 0; i < depth; i++) {
                run.next();
            }
        });
        run.done.await();
        return (cpuNanos() - before) / 1e3 / commands;
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Keeps as many commands under way as were begun; lives on one event loop. */
    private static final class Run {
        private final Context context;
        private final Contestant contestant;
        private final CountDownLatch done = new CountDownLatch(1);
        private int toSend;
        private int toAnswer;

        Run(Context context, Contestant contestant, int commands) {
            this.context = context;
            this.contestant = contestant;
            this.toSend = commands;
            this.toAnswer = commands;
        }

        void next() {
            if (toSend-- > 0) {
                contestant.send(this::answered);
            }
        }

        private void answered() {
            if (--toAnswer == 0) {
                done.countDown();
            }
            context.runOnContext(task -> next());
        }
    }
}
