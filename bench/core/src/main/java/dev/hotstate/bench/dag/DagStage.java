package dev.hotstate.bench.dag;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.BenchService;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.redis.RedisNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A packaged dag-scheduler with its own Redis Cluster and Postgres. */
record DagStage(BenchBackends backends, BenchService service, DagApi api, Map<RedisNode, List<String>> streams) {

    static final String MODULE = "dag-scheduler";

    private static final String EPOCHS = BenchBackends.ENV + ":dag:epoch:";
    private static final String EVENTS = BenchBackends.ENV + ":dag:events:";
    private static final int PARTITIONS = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(50);

    static DagStage start(BenchScope scope) {
        var backends = BenchBackends.start(scope);
        var environment = new HashMap<>(backends.admit(MODULE));
        // No access control, no limit of requests; all else is as in production.
        environment.put("QUARKUS_PROFILE", "local");
        environment.put("HOTSTATE_HTTP_LIMIT_ENABLED", "false");
        environment.putAll(BenchService.PATIENT);
        var service = BenchService.start(scope, MODULE, environment, "/about");
        Patience.await("dag-scheduler", PATIENCE, () -> objection(backends));
        return new DagStage(backends, service, new DagApi(address(service)), streams(backends));
    }

    /** It answers before it hands out work: partition by partition, each after a look at what Redis has of it. */
    private static Optional<String> objection(BenchBackends backends) {
        long open = 0;
        for (var node : backends.redis().nodes()) {
            try (var redis = node.connect()) {
                for (var epoch : list(redis.call("KEYS", EPOCHS + "*"))) {
                    open += redis.number("HEXISTS", epoch.toString(), "epoch");
                }
            }
        }
        return open == PARTITIONS ? Optional.empty() : Optional.of(open + " of " + PARTITIONS + " partitions are open");
    }

    /** Learned once, before there are jobs: looking through all keys costs Redis more than what is measured. */
    private static Map<RedisNode, List<String>> streams(BenchBackends backends) {
        var streams = new HashMap<RedisNode, List<String>>();
        for (var node : backends.redis().nodes()) {
            try (var redis = node.connect()) {
                streams.put(
                        node,
                        list(redis.call("KEYS", EPOCHS + "*")).stream()
                                .map(epoch -> EVENTS + epoch.toString().substring(EPOCHS.length()))
                                .toList());
            }
        }
        return streams;
    }

    static URI address(BenchService service) {
        return URI.create("http://127.0.0.1:" + service.port());
    }

    /** All that takes part, but for who works on the tasks. */
    Map<String, List<Long>> pids() {
        var pids = new LinkedHashMap<String, List<Long>>();
        pids.put("service", List.of(service.pid()));
        pids.put("redis", backends.redisPids());
        pids.put("postgres", List.of(backends.postgresPid()));
        return pids;
    }

    /** Until all that happened is in Postgres: it belongs to what a task costs. */
    void awaitMirrored() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (unmirrored() > 0) {
            if (System.nanoTime() > end) {
                throw new IOException("dag-scheduler does not get its events into Postgres");
            }
            Thread.sleep(LOOK);
        }
    }

    private long unmirrored() {
        long entries = 0;
        for (var node : streams.entrySet()) {
            var looks = node.getValue().stream()
                    .map(stream -> new String[] {"XINFO", "GROUPS", stream})
                    .toList();
            try (var redis = node.getKey().connect()) {
                // A stream that nothing was written to is not there.
                for (var groups : redis.callAll(looks)) {
                    for (var group : list(groups)) {
                        entries += number(list(group), "pending") + number(list(group), "lag");
                    }
                }
            }
        }
        return entries;
    }

    /** A field of what XINFO answers: names and values by turns. */
    private static long number(List<?> fields, String name) {
        return fields.get(fields.indexOf(name) + 1) instanceof Long number ? number : 0;
    }

    private static List<?> list(@Nullable Object reply) {
        return reply instanceof List<?> list ? list : List.of();
    }
}
