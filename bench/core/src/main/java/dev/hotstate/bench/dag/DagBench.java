package dev.hotstate.bench.dag;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.peer.NodePeer;
import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.result.Comparison;
import dev.hotstate.bench.result.Goal;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Precedence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Completions in Redis by the size of their job, beside the scan of all edges; jobs through HTTP, beside flows of BullMQ; the pause
 * between two tasks of a chain; the longest calls of scripts; the submission of a large workflow.
 */
public final class DagBench implements Bench {

    private static final List<Integer> SIZES = List.of(10, 1_000, 10_000);
    private static final Path WORKFLOW = Path.of("../shared/data/wfinstances/montage-chameleon-dss-15d-001.json");
    private static final int WORKFLOW_TASKS = 2_122;

    private static final List<String> WORKER_FLAGS = List.of("-Xms128m", "-Xmx256m", "-XX:+UseSerialGC");
    private static final String PEER = "BullMQ";
    private static final String OURS = "dag-scheduler";
    private static final String GAP = "dag-scheduler, one chain";
    private static final String CALLS = "dag-scheduler, load and fans";
    private static final String UNINTERRUPTED = "the same, Redis not interrupted";
    private static final String SUBMISSION = "Montage, %,d tasks".formatted(WORKFLOW_TASKS);

    private static final Comparison BY_SIZE =
            new Comparison(CounterCompletions.REDIS_MICROS, CounterCompletions.name(SIZES.getFirst()));
    private static final double MICROS_PER_COMPLETION = 30;
    private static final double SAME_FOR_ALL_SIZES = 1.5;
    private static final double TASKS_PER_SECOND = 5_000;
    private static final double GAP_MS = 3;
    private static final double CALL_MS = 1;
    private static final double SUBMIT_MS = 300;

    private record Pace(int rounds, int counted, int scanned, Duration warmUp, int jobs, int chain) {}

    private static final Pace THOROUGH = new Pace(5, 5_000, 200, Duration.ofMinutes(2), 100, 1_000);
    private static final Pace QUICK = new Pace(2, 2_000, 50, Duration.ofSeconds(12), 50, 200);

    @Override
    public String name() {
        return "dag";
    }

    @Override
    public String question() {
        return "What does a task of a graph cost, in Redis by the size of its job and through HTTP, and how soon does the next one start?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) throws IOException, InterruptedException {
        var pace = scope.quick() ? QUICK : THOROUGH;
        var stage = DagStage.start(scope);
        var plain = PlainRedis.start(scope);
        var worker = scope.own(OrderTaker.startJava(
                "The worker",
                WORKER_FLAGS,
                FlowWorker.class,
                DagStage.address(stage.service()).toString()));
        var notes = new ArrayList<String>();
        var races = List.of(
                new Race(completions(scope, stage, plain, pace), pace.rounds()),
                new Race(flows(scope, stage, plain, worker, pace, notes), pace.rounds()),
                new Race(List.of(new ChainGap(GAP, worker, pace.chain())), pace.rounds()),
                new Race(calls(stage, worker, pace, notes), pace.rounds()),
                new Race(submissions(scope, stage, notes), pace.rounds()));
        notes.add(
                "Completions: jobs of layers of five, each task after two of the layer before; the scripts are called directly,"
                        + " five at once in one call as the service does with a batch, on tasks that it has submitted, while it is paused. Edges scanned: what the keys of the"
                        + " design document alone allow, in one script; it keeps no attempts, leases or events.");
        notes.add(
                "Flows: jobs of %d tasks, submitted one after the other while one worker process works, 50 tasks at once,"
                                .formatted(Flows.TASKS)
                        + " each doing nothing, after %d s of the same. Of dag-scheduler the service, three Redis masters, Postgres and the worker are charged"
                                .formatted(pace.warmUp().toSeconds())
                        + " until all events are in Postgres; of BullMQ, which has no HTTP and no database, its process and its Redis."
                        + " All Redis write to disk each second.");
        notes.add(
                "Calls of scripts: while a job of %,d tasks is loaded and then flows run, 50 tasks at once; by INFO latencystats, on the slowest node; beside completions, of those alone. Its clock goes on while other processes have the core. Where it is not interrupted, the three masters have real-time priority."
                        .formatted(ScriptCalls.LOADED));
        notes.add("Conductor is not measured here: it takes a server of 437 MB, and a minute to start.");
        return new LineUp(races, comparisons(), goals(), versions(stage), notes);
    }

    private static List<Contestant> completions(BenchScope scope, DagStage stage, PlainRedis plain, Pace pace)
            throws IOException {
        var contestants = new ArrayList<Contestant>();
        for (int tasks : SIZES) {
            contestants.add(new CounterCompletions(stage, scope.checkout(), tasks, pace.counted()));
        }
        for (int tasks : SIZES) {
            contestants.add(new EdgeCompletions(plain, tasks, pace.scanned()));
        }
        return contestants;
    }

    private static List<Contestant> flows(
            BenchScope scope, DagStage stage, PlainRedis plain, OrderTaker worker, Pace pace, List<String> notes)
            throws IOException, InterruptedException {
        var contestants = new ArrayList<Contestant>();
        contestants.add(new Flows(OURS, worker, stage.pids(), stage::awaitMirrored, pace.warmUp(), pace.jobs()));
        var bullmq = NodePeer.install(scope, "bullmq", "flows.mjs");
        if (bullmq.isPresent()) {
            var node = scope.own(bullmq.get().start(Integer.toString(plain.port())));
            var redis = Map.of("redis", List.of(plain.process().pid()));
            contestants.add(new Flows(PEER, node, redis, () -> {}, pace.warmUp(), pace.jobs()));
        } else {
            notes.add(
                    "BullMQ could not be installed here (node, npm and its registry are needed), so the peer is missing.");
        }
        return contestants;
    }

    private static List<Contestant> calls(DagStage stage, OrderTaker worker, Pace pace, List<String> notes) {
        var contestants = new ArrayList<Contestant>();
        contestants.add(new ScriptCalls(CALLS, stage, worker, pace.jobs(), false));
        if (Precedence.isGranted(stage.backends().redisPids().getFirst())) {
            contestants.add(new ScriptCalls(UNINTERRUPTED, stage, worker, pace.jobs(), true));
        } else {
            notes.add(
                    "Redis can't be given real-time priority here (chrt and root are needed), so how long calls take without interruption is missing.");
        }
        return contestants;
    }

    private static List<Contestant> submissions(BenchScope scope, DagStage stage, List<String> notes)
            throws IOException {
        var file = scope.checkout().resolve(WORKFLOW);
        if (Files.isRegularFile(file)) {
            return List.of(new Submission(SUBMISSION, stage, Files.readString(file), WORKFLOW_TASKS));
        }
        notes.add("The workflow of %,d tasks is not at %s, so its submission is not measured."
                .formatted(WORKFLOW_TASKS, WORKFLOW));
        return List.of();
    }

    private static List<Comparison> comparisons() {
        var comparisons = new ArrayList<>(List.of(BY_SIZE));
        Flows.shapes().forEach(shape -> comparisons.add(new Comparison(Flows.perCpuSecond(shape), PEER)));
        return comparisons;
    }

    private static List<Goal> goals() {
        var goals = new ArrayList<Goal>();
        for (int tasks : SIZES) {
            goals.add(Goal.atMost(
                    CounterCompletions.name(tasks), CounterCompletions.REDIS_MICROS, MICROS_PER_COMPLETION));
            goals.add(Goal.atMost(CounterCompletions.name(tasks), ScriptCalls.P999, CALL_MS));
        }
        SIZES.stream()
                .skip(1)
                .forEach(tasks -> goals.add(Goal.atMost(CounterCompletions.name(tasks), BY_SIZE, SAME_FOR_ALL_SIZES)));
        for (var shape : Flows.shapes()) {
            goals.add(Goal.atLeast(OURS, new Comparison(Flows.perCpuSecond(shape), PEER), 1));
            goals.add(Goal.atLeast(OURS, Flows.perSecond(shape), TASKS_PER_SECOND));
        }
        goals.add(Goal.atMost(GAP, ChainGap.P50, GAP_MS));
        goals.add(Goal.atMost(CALLS, ScriptCalls.P999, CALL_MS));
        goals.add(Goal.atMost(UNINTERRUPTED, ScriptCalls.LONGEST, CALL_MS));
        goals.add(Goal.atMost(SUBMISSION, Submission.MILLIS, SUBMIT_MS));
        return goals;
    }

    private static Map<String, String> versions(DagStage stage) {
        var versions = new LinkedHashMap<String, String>();
        versions.put("Redis", BenchBackends.redisVersion());
        versions.put("Quarkus", stage.service().versionOf("io.quarkus.quarkus-core"));
        versions.put("BullMQ", "6.7.0");
        return versions;
    }
}
