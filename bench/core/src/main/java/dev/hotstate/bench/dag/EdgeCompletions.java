package dev.hotstate.bench.dag;

import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.RedisMeter;
import dev.hotstate.kit.backends.redis.RespClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The same by the keys of the design document alone: without counters, every completion looks through all edges. It does less
 * besides: no attempts, leases or events.
 */
final class EdgeCompletions implements Contestant {

    private static final String SCRIPT = "/peers/seed/complete_by_edges.lua";
    private static final int AT_ONCE = 5;
    private static final int WRITTEN_AT_ONCE = 1_000;

    private final PlainRedis plain;
    private final String script;
    private final int tasks;
    private final int jobs;
    private final int completionsPerJob;

    /** @param completions about how many to do; of a large job only so many first ones */
    EdgeCompletions(PlainRedis plain, int tasks, int completions) throws IOException {
        this.plain = plain;
        this.tasks = tasks;
        this.jobs = Math.max(1, completions / tasks);
        this.completionsPerJob = Math.min(tasks, completions);
        try (var resource = Objects.requireNonNull(EdgeCompletions.class.getResourceAsStream(SCRIPT))) {
            this.script = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String name(int tasks) {
        return "edges scanned, %,d tasks".formatted(tasks);
    }

    @Override
    public String name() {
        return name(tasks);
    }

    @Override
    public void warmUp() throws IOException {
        measure();
    }

    @Override
    public Sample measure() throws IOException {
        try (var redis = plain.connect();
                var meter = new RedisMeter(List.of(plain.connect()))) {
            redis.call("FLUSHALL");
            var sha = redis.text("SCRIPT", "LOAD", script);
            for (int job = 0; job < jobs; job++) {
                submit(redis, "job" + job);
            }
            var before = meter.used();
            int completed = 0;
            for (int job = 0; job < jobs; job++) {
                completed += complete(redis, sha, "job" + job);
            }
            var used = meter.used().minus(before);
            return Sample.of(CounterCompletions.REDIS_MICROS, used.cpuMicros() / completed)
                    .and(Sample.of(CounterCompletions.SCRIPT_MICROS, used.scriptMicros() / completed));
        }
    }

    private void submit(RespClient redis, String job) throws IOException {
        var shape = Shape.layers(tasks);
        var commands = new ArrayList<String[]>();
        for (int number = 0; number < tasks; number++) {
            var task = Shape.task(number);
            var dependencies = shape.dependencies(number);
            commands.add(words("HSET", "dag:" + job + ":edges", task, dependencies));
            commands.add(words("HSET", "task:" + job + "." + task, "id", task, "jobId", job, "status", "PENDING"));
            commands.add(words("SET", "task:" + job + "." + task + ":status", "PENDING"));
            if (dependencies.isEmpty()) {
                commands.add(words("SADD", "dag:" + job + ":visited", task));
                commands.add(words("RPUSH", "ready:" + job, task));
            }
        }
        for (int from = 0; from < commands.size(); from += WRITTEN_AT_ONCE) {
            redis.callAll(commands.subList(from, Math.min(commands.size(), from + WRITTEN_AT_ONCE)));
        }
    }

    private int complete(RespClient redis, String sha, String job) throws IOException {
        var running = new ArrayList<String>();
        for (var task = redis.call("LPOP", "ready:" + job); task != null; task = redis.call("LPOP", "ready:" + job)) {
            running.add(task.toString());
        }
        int completed = 0;
        while (!running.isEmpty() && completed < completionsPerJob) {
            var calls = running.stream()
                    .limit(AT_ONCE)
                    .map(task -> words(
                            "EVALSHA",
                            sha,
                            "3",
                            "dag:" + job + ":edges",
                            "dag:" + job + ":visited",
                            "ready:" + job,
                            job,
                            task))
                    .toList();
            completed += calls.size();
            running.clear();
            for (var next : redis.callAll(calls)) {
                if (next instanceof RuntimeException refused) {
                    throw new IOException("The script of the design document failed", refused);
                }
                if (next != null) {
                    running.add(next.toString());
                }
            }
            if (running.isEmpty() && redis.call("LPOP", "ready:" + job) instanceof String left) {
                running.add(left);
            }
        }
        return completed;
    }

    private static String[] words(String... words) {
        return words;
    }
}
