package dev.hotstate.bench.limits;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.load.ServedOperation;
import dev.hotstate.bench.load.ServedOperation.Loads;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.result.Comparison;
import dev.hotstate.bench.result.Goal;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.BenchService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The price of Redis in an endpoint: none, by a bare connection, by kit-redis, by the client that comes with Quarkus. */
public final class LimitsBench implements Bench {

    /** Few enough to stay in every cache, enough to reach all three masters alike. */
    static final int KEYS = 1_000;

    private static final String APP = "bench/app";
    private static final Path SCRIPT = Path.of(APP, "src/main/resources/lua/limits/increment_counter.lua");
    private static final String KEY_PREFIX = BenchBackends.ENV + ":bench:";
    private static final String TTL_MS = "3600000";

    private static final int CONNECTIONS = 64;
    private static final int PER_SECOND = 5_000;

    private static final Pace THOROUGH = new Pace(5, ofSeconds(15), ofSeconds(5), ofSeconds(5));
    private static final Pace QUICK = new Pace(2, ofSeconds(2), ofMillis(800), ofMillis(800));

    private static final String SERVICE_CPU = CpuMeter.metric(ServedOperation.SERVICE);
    private static final String INCR_LIMIT = "redis-benchmark INCR";
    private static final double KIT_AT_MOST = 1.15;

    /** How long to measure: rounds, and the parts of each turn. */
    private record Pace(int rounds, Duration warmUp, Duration closed, Duration open) {}

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public String question() {
        return "What does one Redis command cost an endpoint, and how much of that is kit-redis?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) throws IOException {
        var backends = BenchBackends.start(scope);
        var service = BenchService.start(scope, APP, backends.admit(APP), "/q/health/ready");
        var load = scope.own(LoadProcess.start());
        var pace = scope.quick() ? QUICK : THOROUGH;

        var contestants = new ArrayList<>(endpoints(service, backends, load, pace));
        var notes = new ArrayList<String>();
        RedisBenchmark.program()
                .ifPresentOrElse(
                        program -> contestants.addAll(limits(program, backends, pace, scope)),
                        () -> notes.add("redis-benchmark is not installed here, so the physical limit is missing."));
        return new LineUp(
                List.of(new Race(contestants, pace.rounds())),
                List.of(
                        new Comparison(SERVICE_CPU, "raw"),
                        new Comparison(ServedOperation.pacedMetric(SERVICE_CPU, PER_SECOND), "raw"),
                        new Comparison(ServedOperation.THROUGHPUT, INCR_LIMIT)),
                List.of(
                        Goal.atMost("kit-redis", new Comparison(SERVICE_CPU, "raw"), KIT_AT_MOST),
                        Goal.atMost("kit-redis script", new Comparison(SERVICE_CPU, "raw script"), KIT_AT_MOST)),
                versions(backends, service),
                notes);
    }

    private static List<Contestant> endpoints(
            BenchService service, BenchBackends backends, LoadProcess load, Pace pace) {
        var pids = new LinkedHashMap<String, List<Long>>();
        pids.put(ServedOperation.SERVICE, List.of(service.pid()));
        pids.put("redis", backends.redisPids());
        pids.put("load", List.of(load.pid()));
        var meter = new CpuMeter(pids);
        var loads = new Loads(
                Load.closed(CONNECTIONS, 1, pace.warmUp()),
                Load.closed(CONNECTIONS, 1, pace.closed()),
                Load.open(CONNECTIONS, PER_SECOND, pace.open()));
        BiFunction<String, String, Contestant> endpoint = (name, path) ->
                new ServedOperation(name, Operation.get(service.port(), path + "?n={n}", KEYS), load, meter, loads);
        return List.of(
                endpoint.apply("bare", "/bare"),
                endpoint.apply("raw", "/raw"),
                endpoint.apply("kit-redis", "/router"),
                endpoint.apply("quarkus-redis-client", "/stock"),
                endpoint.apply("raw script", "/raw/script"),
                endpoint.apply("kit-redis script", "/script"));
    }

    private static List<Contestant> limits(Path program, BenchBackends backends, Pace pace, BenchScope scope) {
        var incr = List.of("INCR", KEY_PREFIX + "limit:{tag}:__rand_int__");
        var evalSha = List.of(
                "EVALSHA", loadScript(backends, scope), "1", KEY_PREFIX + "limitscript:{tag}:__rand_int__", TTL_MS);
        return List.of(
                new RedisBenchmark(INCR_LIMIT, program, backends.redis(), 1, pace.closed(), incr),
                new RedisBenchmark(
                        "redis-benchmark INCR, pipeline 16", program, backends.redis(), 16, pace.closed(), incr),
                new RedisBenchmark("redis-benchmark EVALSHA", program, backends.redis(), 1, pace.closed(), evalSha),
                new RedisBenchmark(
                        "redis-benchmark EVALSHA, pipeline 16", program, backends.redis(), 16, pace.closed(), evalSha));
    }

    private static String loadScript(BenchBackends backends, BenchScope scope) {
        try {
            var text = Files.readString(scope.checkout().resolve(SCRIPT));
            return backends.redis().nodes().stream()
                    .map(node -> node.call("SCRIPT", "LOAD", text))
                    .reduce((one, same) -> same)
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read " + SCRIPT, e);
        }
    }

    private static Map<String, String> versions(BenchBackends backends, BenchService service) {
        var versions = new LinkedHashMap<String, String>();
        versions.put("Redis", BenchBackends.redisVersion());
        versions.put("Quarkus", service.versionOf("io.quarkus.quarkus-core"));
        versions.put("Vert.x", service.versionOf("io.vertx.vertx-core"));
        versions.put("vertx-redis-client", service.versionOf("io.vertx.vertx-redis-client"));
        return versions;
    }
}
