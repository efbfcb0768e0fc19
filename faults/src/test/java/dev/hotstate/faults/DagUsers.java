package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/**
 * People who submit jobs, and workers who do them. They know which jobs were taken, and of each task when a worker had done it.
 *
 * <p>A job is a diamond with a tail: {@code a} before {@code b1} to {@code b4}, all four before {@code c}, then {@code d}.
 */
final class DagUsers extends Users {

    private static final String QUEUE = "faults";
    private static final List<String> MIDDLE = List.of("b1", "b2", "b3", "b4");
    private static final Map<String, List<String>> PARENTS = new LinkedHashMap<>();

    static {
        PARENTS.put("a", List.of());
        MIDDLE.forEach(task -> PARENTS.put(task, List.of("a")));
        PARENTS.put("c", MIDDLE);
        PARENTS.put("d", List.of("c"));
    }

    private static final String TASKS = PARENTS.entrySet().stream()
            .map(task -> """
                    {"id": "%s", "queue": "faults", "lease": "PT3S", "dependsOn": [%s]}""".formatted(
                    task.getKey(),
                    task.getValue().stream().map(parent -> '"' + parent + '"').collect(Collectors.joining(", "))))
            .collect(Collectors.joining(", ", "[", "]"));

    /** Jobs that go on at the same time: the workers must keep up with them. */
    private static final int JOBS_MAX = 20;

    private final Set<String> going = ConcurrentHashMap.newKeySet();
    /** Jobs that have ended, whatever broke since. */
    private final Set<String> completed = ConcurrentHashMap.newKeySet();
    /** Tasks that a worker has begun to answer for. */
    private final Set<String> ending = ConcurrentHashMap.newKeySet();
    /** Tasks whose end was acknowledged, and when. */
    private final Map<String, Span> ended = new ConcurrentHashMap<>();
    /** Those of them that were handed out again, with the end that was forgotten. */
    private final Map<String, Span> again = new ConcurrentHashMap<>();

    private final AtomicInteger names = new AtomicInteger();
    private Instant begin = Instant.now();

    DagUsers(World world) {
        super(world, "dag");
    }

    @Override
    void begin() throws Exception {
        awaitWell();
    }

    @Override
    void work(Scenario scenario) {
        scenario.operation("dag: submit", 1, random -> going.size() < JOBS_MAX ? submit() : Outcome.REFUSED)
                .operation("dag: work", 5, random -> takeTasks());
    }

    @Override
    void expect(Fault fault) {
        super.expect(fault);
        again.clear();
        begin = Instant.now();
    }

    private Outcome submit() {
        var job = "job-" + names.incrementAndGet();
        var body = "{\"jobId\": \"%s\", \"tasks\": %s}".formatted(job, TASKS);
        var seen = ask(() -> service.post("/jobs", body));
        // The id makes it repeatable: who has no answer asks again.
        for (int more = 0; more < 3 && seen.outcome() == Outcome.UNKNOWN; more++) {
            seen = ask(() -> service.post("/jobs", body));
        }
        if (seen.isAcked()) {
            going.add(job);
        }
        return seen.outcome();
    }

    private Outcome takeTasks() {
        var seen = ask(() ->
                service.post("/queues/" + QUEUE + "/claims", "{\"worker\": \"someone\", \"max\": 2, \"waitMs\": 300}"));
        if (seen.isAcked()) {
            seen.answer().body().path("tasks").forEach(this::check);
            seen.answer().body().path("tasks").forEach(this::complete);
        }
        return seen.outcome();
    }

    private void check(JsonNode task) {
        var id = task.path("id").asText();
        int dot = id.indexOf('.');
        for (var parent : PARENTS.get(id.substring(dot + 1))) {
            if (!ending.contains(id.substring(0, dot + 1) + parent)) {
                violation(id + " was handed out before " + parent + " had ended");
            }
        }
        var end = ended.get(id);
        if (end != null) {
            again.putIfAbsent(id, end);
        }
    }

    private void complete(JsonNode task) {
        var id = task.path("id").asText();
        for (int more = 0; more < 4; more++) {
            var seen = ask(() -> {
                ending.add(id);
                return service.post(
                        "/tasks/" + id + "/complete",
                        "{\"attempt\": \"%s\"}".formatted(task.path("attempt").asText()));
            });
            if (seen.outcome() != Outcome.UNKNOWN) {
                if (seen.isAcked()) {
                    ended.put(id, seen.span());
                }
                return;
            }
        }
    }

    @Override
    void awaitWell() {
        for (var instance : world.instancesOf(app)) {
            await().atMost(patience())
                    .ignoreExceptions()
                    .until(() -> service.send(instance, "GET", "/overview", null)
                                    .body()
                                    .path("incomplete")
                                    .asBoolean(true)
                            == false);
        }
        await().atMost(patience()).until(() -> submit() == Outcome.ACKED);
    }

    /** The workers go on until everything that was taken has ended; what had ended before still has. */
    @Override
    void check(Fault fault) {
        long end = System.nanoTime() + patience().toNanos();
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                workers.submit(() -> {
                    while (!going.isEmpty() && System.nanoTime() < end) {
                        takeTasks();
                    }
                });
            }
            while (!going.isEmpty() && System.nanoTime() < end) {
                going.stream().filter(this::hasEnded).forEach(completed::add);
                going.removeAll(completed);
            }
        }
        going.forEach(job -> violation(job + " was taken and has not ended: " + status(job)));
        going.clear();
        completed.stream()
                .filter(job -> !hasEnded(job) && !isSeenToHaveEnded(job))
                .forEach(job -> violation(job + " had completed and now is: " + status(job)));
        world.losses().look();
        // Postgres hears of an end a moment later: until then Redis alone knows it, and no longer.
        again.forEach((task, forgotten) -> {
            if (!forgotten.ended().isAfter(begin) || !world.losses().mayHold(forgotten)) {
                violation("%s had ended, which was acknowledged at %s, and was handed out again"
                        .formatted(task, forgotten));
            }
        });
    }

    private boolean isSeenToHaveEnded(String job) {
        try {
            await().atMost(patience()).until(() -> hasEnded(job));
            return true;
        } catch (ConditionTimeoutException never) {
            return false;
        }
    }

    private boolean hasEnded(String job) {
        return status(job).equals("COMPLETED");
    }

    private String status(String job) {
        try {
            return service.get("/jobs/" + job).body().path("status").asText();
        } catch (IOException nobody) {
            return "unknown";
        }
    }

    @Override
    String lost() {
        return again.isEmpty() ? "nothing" : "nothing; %d tasks ran a second time".formatted(again.size());
    }
}
