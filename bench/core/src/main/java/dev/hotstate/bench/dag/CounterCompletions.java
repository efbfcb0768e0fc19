package dev.hotstate.bench.dag;

import static java.util.stream.Collectors.toList;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RespClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What Redis does for one completion that claims the next task: the scripts of dag-scheduler, called directly, on jobs that the
 * service has submitted. The service is paused meanwhile, so that nothing else is measured.
 */
final class CounterCompletions implements Contestant {

    static final String REDIS_MICROS = "redis µs/completion";
    static final String SCRIPT_MICROS = "script µs/completion";

    private static final Path SCRIPTS = Path.of(DagStage.MODULE, "src/main/resources/lua");
    private static final String KEYS = BenchBackends.ENV + ":dag:";
    private static final String WORKER = "bench";
    private static final String FAN_OUT_BUDGET = Integer.toString(TaskStore.BUDGET);
    private static final int AT_ONCE = 5;

    private final DagStage stage;
    private final String claim;
    private final String complete;
    private final int tasks;
    private final int jobs;

    CounterCompletions(DagStage stage, Path checkout, int tasks, int completions) throws IOException {
        this.stage = stage;
        this.claim = Lua.read(checkout.resolve(SCRIPTS), "task/claim_tasks.lua");
        this.complete = Lua.read(checkout.resolve(SCRIPTS), "task/complete_tasks.lua");
        this.tasks = tasks;
        this.jobs = Math.max(1, completions / tasks);
    }

    static String name(int tasks) {
        return "remaining counters, %,d tasks".formatted(tasks);
    }

    @Override
    public String name() {
        return name(tasks);
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        measure();
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var queue = "q" + UUID.randomUUID().toString().substring(0, 8);
        for (int job = 0; job < jobs; job++) {
            stage.api().submit(Shape.layers(tasks).json(queue + "-" + job, queue));
        }
        stage.service().pause();
        try (var meter = stage.backends().redisMeter()) {
            // Found before it is measured: looking for them is no part of a completion.
            var ready = new LinkedHashMap<RedisNode, List<String>>();
            for (var node : stage.backends().redis().nodes()) {
                ready.put(node, tagsOfReady(node, queue));
            }
            meter.forgetStatistics();
            var before = meter.used();
            int completed = 0;
            for (var node : ready.entrySet()) {
                completed += completeAll(node.getKey(), node.getValue(), queue);
            }
            if (completed != jobs * tasks) {
                throw new IOException("%d of %d tasks were completed".formatted(completed, jobs * tasks));
            }
            var used = meter.used().minus(before);
            return Sample.of(REDIS_MICROS, used.cpuMicros() / completed)
                    .and(Sample.of(SCRIPT_MICROS, used.scriptMicros() / completed))
                    .and(Sample.of(ScriptCalls.P999, meter.scriptP999Micros() / 1e3));
        } finally {
            stage.service().resume();
        }
    }

    private static List<String> tagsOfReady(RedisNode node, String queue) throws IOException {
        try (var redis = node.connect()) {
            var ready = redis.call("KEYS", KEYS + "ready:{*}" + queue);
            return ready instanceof List<?> keys
                    ? keys.stream()
                            .map(key -> key.toString().replaceAll(".*(\\{.*}).*", "$1"))
                            .toList()
                    : List.of();
        }
    }

    private int completeAll(RedisNode node, List<String> tags, String queue) throws IOException {
        int completed = 0;
        try (var redis = node.connect()) {
            var claimSha = redis.text("SCRIPT", "LOAD", claim);
            var completeSha = redis.text("SCRIPT", "LOAD", complete);
            var runId = redis.field("run_id", "INFO", "server");
            for (var tag : tags) {
                completed += new Partition(redis, runId, tag, queue, claimSha, completeSha).completeAll();
            }
        }
        return completed;
    }

    /** The tasks of one partition, worked on by one worker, five at once. */
    private record Partition(
            RespClient redis, String runId, String tag, String queue, String claimSha, String completeSha) {

        private record Claimed(String id, String attempt) {

            String job() {
                return id.substring(0, id.indexOf('.'));
            }

            String name() {
                return id.substring(id.indexOf('.') + 1);
            }
        }

        int completeAll() throws IOException {
            int completed = 0;
            for (var held = claim(); !held.isEmpty(); held = complete(held)) {
                completed += held.size();
            }
            return completed;
        }

        private List<Claimed> claim() throws IOException {
            var keys = ofPartition(
                    "ready:" + tag + queue, "running", "lease", "parked", "slots", "gates", "epoch", "events");
            var reply = redis.call(evalSha(claimSha, keys, WORKER, "-" + ",-".repeat(AT_ONCE - 1), runId));
            var values = accepted(reply, "CLAIMED", "EMPTY");
            return claimed(values.subList(2, values.size()));
        }

        /** As the service does with a batch: in one call per job. */
        private List<Claimed> complete(List<Claimed> held) throws IOException {
            var byJob = held.stream().collect(Collectors.groupingBy(Claimed::job, LinkedHashMap::new, toList()));
            var calls = byJob.entrySet().stream()
                    .map(job -> evalSha(completeSha, keysOf(job.getKey(), job.getValue()), arguments(job.getValue())))
                    .toList();
            var next = new ArrayList<Claimed>();
            var of = byJob.values().iterator();
            for (var reply : redis.callAll(calls)) {
                next.addAll(claimedWith(accepted(reply, "ANSWERED"), of.next().size()));
            }
            return next.isEmpty() ? claim() : next;
        }

        private static List<Claimed> claimedWith(List<?> answered, int tasks) throws IOException {
            int claims = 3 + 2 * tasks;
            for (int verdict = 3; verdict < claims; verdict += 2) {
                if (!"ACCEPTED".equals(answered.get(verdict))) {
                    throw new IOException("A completion was not accepted: " + answered);
                }
            }
            return claimed(answered.subList(claims, answered.size()));
        }

        /** In the order that the header of complete_tasks.lua gives, as are the arguments. */
        private List<String> keysOf(String job, List<Claimed> tasks) {
            var keys = new ArrayList<String>();
            for (var entity : List.of("job", "state", "children", "cursor", "visited", "outputs")) {
                keys.add(KEYS + entity + ":" + tag + job);
            }
            keys.addAll(ofPartition(
                    "running:" + tag, "lease", "parked", "slots", "delay", "gates", "todo", "events", "epoch"));
            keys.add(KEYS + "ready:" + tag + queue);
            for (var task : tasks) {
                keys.add(KEYS + "task:" + tag + task.id());
                keys.add(KEYS + "task:" + tag + task.id() + ":status");
            }
            keys.add(KEYS + "ready:" + tag + queue);
            return keys;
        }

        private String[] arguments(List<Claimed> tasks) {
            var arguments = new ArrayList<>(List.of(
                    tasks.getFirst().job(), queue, FAN_OUT_BUDGET, WORKER, Integer.toString(tasks.size()), runId));
            for (var task : tasks) {
                arguments.addAll(List.of(task.name(), task.attempt(), ""));
            }
            return arguments.toArray(String[]::new);
        }

        private List<String> ofPartition(String first, String... entities) {
            var keys = new ArrayList<>(List.of(KEYS + first));
            for (var entity : entities) {
                keys.add(KEYS + entity + ":" + tag);
            }
            return keys;
        }

        private static String[] evalSha(String sha, List<String> keys, String... arguments) {
            var words = new ArrayList<>(List.of("EVALSHA", sha, Integer.toString(keys.size())));
            words.addAll(keys);
            words.addAll(List.of(arguments));
            return words.toArray(String[]::new);
        }

        private static List<?> accepted(@Nullable Object reply, String... words) throws IOException {
            if (reply instanceof List<?> values && List.of(words).contains(values.getFirst())) {
                return values;
            }
            throw new IOException("A script of dag-scheduler answered " + reply);
        }

        /** Ticket, attempt, end of the lease, time waited of each. */
        private static List<Claimed> claimed(List<?> values) {
            var claimed = new ArrayList<Claimed>();
            for (int at = 0; at < values.size(); at += 4) {
                var ticket = values.get(at).toString();
                claimed.add(new Claimed(
                        ticket.substring(0, ticket.indexOf('|')),
                        values.get(at + 1).toString()));
            }
            return claimed;
        }
    }
}
