package dev.hotstate.bench.metrics;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.load.ServedOperation;
import dev.hotstate.bench.load.ServedOperation.Loads;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.peer.NodePeer;
import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.result.Comparison;
import dev.hotstate.bench.result.Goal;
import dev.hotstate.bench.stage.BenchBackends;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A decision over HTTP beside a bare counter; batches of decisions and of observations; the engine in process beside other
 * limiters; memory.
 */
public final class MetricsBench implements Bench {

    private static final String CHECK = "a check over HTTP";
    private static final String INCR = "a bare endpoint with one INCR";
    private static final List<Integer> CALLERS = List.of(1_000, 10_000, 100_000);
    private static final List<Integer> ENDPOINTS = List.of(50, 500, 2_000);
    private static final List<String> ALGORITHMS =
            List.of("sub_window_ring", "sliding_log", "fixed_window", "sliding_counter", "token_bucket", "gcra");
    private static final String SEED = "one command per counter";

    private static final String HOT = "one hot key";
    private static final String MANY = "10,000 keys";
    private static final String OURS = "metrics-gateway";
    private static final String BUCKET4J = "Bucket4j-Lettuce";
    private static final String REDISSON = "Redisson";
    private static final String FLEXIBLE = "rate-limiter-flexible";

    private static final int CHECKS_AT_ONCE = 100;
    private static final int OBSERVATIONS_AT_ONCE = 1_000;
    private static final int CONNECTIONS = 64;
    private static final int PER_SECOND = 1_000;
    private static final String PLENTY = "bench";

    private static final double OF_A_COUNTER = 0.7;
    private static final double DECISIONS_PER_SECOND = 100_000;
    private static final double REDIS_PER_DECISION = 7;
    private static final double OBSERVATIONS_PER_SECOND = 150_000;
    private static final double REDIS_PER_OBSERVATION = 3;
    private static final double OF_BUCKET4J = 20;
    private static final double OF_FLEXIBLE = 1;
    /** Of Redis, per item, with a hundred times as many callers or forty times as many endpoints. */
    private static final double GROWTH = 1.5;

    private static final List<String> JVM_FLAGS = List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC");

    /**
     * How much to measure; a hot key of Bucket4j takes a millisecond for each decision.
     *
     * @param warmUp of a service, whose just-in-time compiler goes by the number of requests: before that, a path that does more
     *     than another is compiled later and looks dearer than it is
     * @param warmUpEach of each contestant that comes later or runs alone
     */
    private record Pace(
            int rounds,
            Duration warmUp,
            Duration warmUpEach,
            Duration turn,
            long decisions,
            long slowDecisions,
            int memory) {}

    private static final Pace THOROUGH = new Pace(5, ofSeconds(30), ofSeconds(10), ofSeconds(3), 200_000, 3_000, 2_000);
    private static final Pace QUICK = new Pace(2, ofSeconds(8), ofSeconds(2), ofMillis(800), 40_000, 500, 200);

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public String question() {
        return "What do a decision and an observation cost, over HTTP and in Redis, and how much memory do they take?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) throws IOException, InterruptedException {
        var pace = scope.quick() ? QUICK : THOROUGH;
        var stage = MetricsStage.start(scope);
        var plain = PlainRedis.start(scope);
        stage.putPolicy(PLENTY, MetricsStage.PLENTY.formatted("sub_window_ring"));
        var notes = new ArrayList<String>();
        var races = new ArrayList<Race>();
        races.add(new Race(single(stage, pace), pace.rounds()));
        races.add(new Race(checks(stage, pace), pace.rounds()));
        races.add(new Race(observations(stage, plain, pace), pace.rounds()));
        races.add(new Race(engines(scope, stage, plain, pace, notes), pace.rounds()));
        memory(stage, pace).forEach(each -> races.add(Race.alone(each)));
        notes.add(
                "A check and the bare INCR: closed loop of %d connections, then %d a second; each check is of one of 10,000"
                                .formatted(CONNECTIONS, PER_SECOND)
                        + " callers under a sub-window ring that is never used up, so each asks Redis.");
        notes.add(
                "Batches: %d connections; items are checks (100 in a request) or observations (1,000 in a request, answered when"
                                .formatted(8)
                        + " Redis has counted them). One command per counter: the keys of the design document on one Redis, the ten"
                        + " commands of an observation in one pipeline, without HTTP and without percentiles.");
        notes.add(
                "Engines: called in their own process by %d callers at once, limits that are never used up. Ours asks a cluster"
                                .formatted(Deciding.CALLERS)
                        + " of three masters, the others a single Redis; all write to disk. The window is an hour; Redisson's, which"
                        + " keeps an entry for each hit of it, a second.");
        return new LineUp(races, comparisons(), goals(), versions(stage), notes);
    }

    private static List<Contestant> single(MetricsStage stage, Pace pace) {
        var loads = new Loads(
                Load.closed(CONNECTIONS, 1, pace.warmUp()),
                Load.closed(CONNECTIONS, 1, pace.turn()),
                Load.open(CONNECTIONS, PER_SECOND, pace.turn()));
        var check = new Operation(
                "POST",
                stage.gateway().port(),
                "/limits/check",
                Map.of("Content-Type", "application/json"),
                "{\"policy\":\"%s\",\"identifier\":\"s{n}\"}".formatted(PLENTY),
                10_000,
                Set.of(200));
        var increment = Operation.get(stage.bare().port(), "/router?n={n}", 10_000);
        return List.of(
                new ServedOperation(CHECK, check, stage.load(), stage.meter(stage.gateway()), loads),
                new ServedOperation(INCR, increment, stage.load(), stage.meter(stage.bare()), loads));
    }

    private static String checks(int callers) {
        return "batches of 100 checks, %,d callers".formatted(callers);
    }

    private static List<Contestant> checks(MetricsStage stage, Pace pace) {
        var contestants = new ArrayList<Contestant>();
        for (int callers : CALLERS) {
            contestants.add(Batches.checks(
                    stage,
                    checks(callers),
                    PLENTY,
                    CHECKS_AT_ONCE,
                    callers / CHECKS_AT_ONCE,
                    pace.warmUpEach(),
                    pace.turn()));
        }
        return contestants;
    }

    private static String observations(int endpoints) {
        return "batches of 1,000 observations, %,d endpoints".formatted(endpoints);
    }

    private static List<Contestant> observations(MetricsStage stage, PlainRedis plain, Pace pace) {
        var contestants = new ArrayList<Contestant>();
        for (int endpoints : ENDPOINTS) {
            contestants.add(Batches.observations(
                    stage, observations(endpoints), OBSERVATIONS_AT_ONCE, endpoints, pace.warmUpEach(), pace.turn()));
        }
        contestants.add(new SeedCounters(plain, SEED, (int) pace.decisions() / 10));
        return contestants;
    }

    private static String engine(String name, String keys) {
        return name + ", " + keys;
    }

    private static List<Contestant> engines(
            BenchScope scope, MetricsStage stage, PlainRedis plain, Pace pace, List<String> notes)
            throws IOException, InterruptedException {
        var contestants = new ArrayList<Contestant>();
        var cluster = stage.backends().redisPids();
        var single = List.of(plain.process().pid());
        var ours = scope.own(startEngine(scope, stage));
        contestants.add(new Deciding(engine(OURS, HOT), ours, cluster, 1, pace.warmUpEach(), pace.decisions()));
        contestants.add(new Deciding(engine(OURS, MANY), ours, cluster, 10_000, pace.warmUpEach(), pace.decisions()));
        var bucket4j = scope.own(
                OrderTaker.startJava(BUCKET4J, JVM_FLAGS, Bucket4jWorker.class, Integer.toString(plain.port())));
        contestants.add(
                new Deciding(engine(BUCKET4J, HOT), bucket4j, single, 1, pace.warmUpEach(), pace.slowDecisions()));
        contestants.add(new Deciding(
                engine(BUCKET4J, MANY), bucket4j, single, 10_000, pace.warmUpEach(), pace.decisions() / 10));
        var redisson = scope.own(
                OrderTaker.startJava(REDISSON, JVM_FLAGS, RedissonWorker.class, Integer.toString(plain.port())));
        contestants.add(
                new Deciding(engine(REDISSON, HOT), redisson, single, 1, pace.warmUpEach(), pace.decisions() / 10));
        contestants.add(new Deciding(
                engine(REDISSON, MANY), redisson, single, 10_000, pace.warmUpEach(), pace.decisions() / 10));
        var node = NodePeer.install(scope, FLEXIBLE, "decide.mjs");
        if (node.isPresent()) {
            var flexible = scope.own(node.get().start(Integer.toString(plain.port())));
            contestants.add(
                    new Deciding(engine(FLEXIBLE, HOT), flexible, single, 1, pace.warmUpEach(), pace.decisions()));
            contestants.add(new Deciding(
                    engine(FLEXIBLE, MANY), flexible, single, 10_000, pace.warmUpEach(), pace.decisions()));
        } else {
            notes.add("rate-limiter-flexible could not be installed here (node, npm and its registry are needed), so"
                    + " that peer is missing.");
        }
        return contestants;
    }

    /** The classes of the packaged service, with the main class of the benchmark before them. */
    static OrderTaker startEngine(BenchScope scope, MetricsStage stage) throws IOException {
        var application = scope.application(MetricsStage.MODULE).getParent();
        var path = String.join(
                File.pathSeparator,
                scope.checkout().resolve("bench/core/target/classes").toString(),
                application.resolve("app") + "/*",
                application.resolve("lib/main") + "/*",
                application.resolve("lib/boot") + "/*");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", path, EngineWorker.class.getName(), stage.redisHosts(), BenchBackends.ENV));
        return OrderTaker.start("The engine of metrics-gateway", new ProcessBuilder(command));
    }

    private static List<Contestant> memory(MetricsStage stage, Pace pace) {
        var contestants = new ArrayList<Contestant>();
        for (var algorithm : ALGORITHMS) {
            contestants.add(Memory.ofCaller(stage, algorithm, 10 * pace.memory()));
        }
        contestants.add(Memory.ofEndpoint(stage, pace.memory() / 10));
        return contestants;
    }

    private static List<Comparison> comparisons() {
        return List.of(
                new Comparison(ServedOperation.THROUGHPUT, INCR),
                new Comparison(Batches.REDIS_MICROS, SEED),
                new Comparison(Deciding.PER_SECOND, engine(BUCKET4J, HOT)),
                new Comparison(Deciding.PER_SECOND, engine(FLEXIBLE, HOT)),
                new Comparison(Deciding.PER_SECOND, engine(FLEXIBLE, MANY)));
    }

    private static List<Goal> goals() {
        var goals = new ArrayList<Goal>();
        goals.add(Goal.atLeast(CHECK, new Comparison(ServedOperation.THROUGHPUT, INCR), OF_A_COUNTER));
        goals.add(Goal.atLeast(checks(10_000), Batches.ITEMS_PER_SECOND, DECISIONS_PER_SECOND));
        goals.add(Goal.atMost(checks(10_000), Batches.REDIS_MICROS, REDIS_PER_DECISION));
        CALLERS.forEach(callers -> goals.add(Goal.atMost(checks(callers), Batches.FAILED_OPEN, 0)));
        goals.add(Goal.atMost(
                checks(CALLERS.getLast()), new Comparison(Batches.REDIS_MICROS, checks(CALLERS.getFirst())), GROWTH));
        goals.add(Goal.atLeast(observations(50), Batches.ITEMS_PER_SECOND, OBSERVATIONS_PER_SECOND));
        goals.add(Goal.atMost(observations(50), Batches.REDIS_MICROS, REDIS_PER_OBSERVATION));
        goals.add(Goal.atLeast(
                engine(OURS, HOT), new Comparison(Deciding.PER_SECOND, engine(BUCKET4J, HOT)), OF_BUCKET4J));
        goals.add(Goal.atLeast(
                engine(OURS, HOT), new Comparison(Deciding.PER_SECOND, engine(FLEXIBLE, HOT)), OF_FLEXIBLE));
        goals.add(Goal.atLeast(
                engine(OURS, MANY), new Comparison(Deciding.PER_SECOND, engine(FLEXIBLE, MANY)), OF_FLEXIBLE));
        return goals;
    }

    private static Map<String, String> versions(MetricsStage stage) {
        var versions = new LinkedHashMap<String, String>();
        versions.put("Redis", BenchBackends.redisVersion());
        versions.put("Quarkus", stage.gateway().versionOf("io.quarkus.quarkus-core"));
        versions.put(BUCKET4J, "8.19.0");
        versions.put(REDISSON, "4.7.0");
        versions.put(FLEXIBLE, "11.4.0");
        return versions;
    }
}
