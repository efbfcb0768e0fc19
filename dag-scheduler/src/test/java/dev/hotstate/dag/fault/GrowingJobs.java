package dev.hotstate.dag.fault;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Jobs to which their first task adds others, some of which are stopped, or run again when they have ended; and what was answered. */
final class GrowingJobs implements AutoCloseable {

    private static final Set<String> ENDS = Set.of("COMPLETED", "FAILED", "SKIPPED", "CANCELLED");
    private static final int WORKERS = 3;
    private static final int UNFINISHED_MAX = 12;

    private final Instances service;
    private final Truth truth;
    private final String name;
    private final Set<String> added = ConcurrentHashMap.newKeySet();
    private final Set<String> stopped = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();
    private final List<String> broken = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ordering = true;
    private volatile boolean closed;

    GrowingJobs(Instances service, Truth.Source postgres, String name, long seed) {
        this.service = service;
        this.truth = new Truth(postgres, name + "-");
        this.name = name;
        var random = new Random(seed);
        start(new Random(random.nextLong()), this::order);
        start(new Random(random.nextLong()), this::control);
        for (int i = 0; i < WORKERS; i++) {
            start(new Random(random.nextLong()), this::work);
        }
    }

    void awaitAllEnded() throws SQLException {
        ordering = false;
        join(threads.subList(0, 2));
        try {
            await().atMost(ofSeconds(60))
                    .pollInterval(ofMillis(100))
                    .until(() -> truth.unfinishedJobs().isEmpty());
        } catch (org.awaitility.core.ConditionTimeoutException late) {
            throw new AssertionError("not ended: " + truth.unfinishedTasks(), late);
        }
    }

    void assertHolds() throws SQLException {
        close();
        assertThat(broken).isEmpty();
        var statuses = truth.statuses();
        var jobs = truth.jobs();
        System.out.printf(
                "%s: %d jobs, %d tasks, %d added, %d jobs stopped, %d run again%n",
                name, jobs.size(), statuses.size(), added.size(), stopped.size(), runs.size());
        assertThat(statuses.keySet()).as("what was added").containsAll(added);
        assertThat(statuses)
                .as("ends of tasks")
                .allSatisfy((task, status) -> assertThat(ENDS).as(task).contains(status));
        assertThat(statuses)
                .as("tasks of jobs that nobody stopped")
                .allSatisfy((task, status) -> assertThat(status)
                        .as(task)
                        .isEqualTo(wasStopped(task.substring(0, task.indexOf('.'))) ? status : "COMPLETED"));
        var wrong = new HashSet<String>();
        jobs.forEach((job, found) -> {
            boolean isStopped = found.status().equals("CANCELLED");
            if (isStopped != stopped.contains(job) && !runs.containsKey(job)) {
                wrong.add(job + " is " + found);
            }
            if (found.run() < runs.getOrDefault(job, 1)) {
                wrong.add(job + " was to be run again, " + runs.get(job) + ": " + found);
            }
        });
        assertThat(wrong).isEmpty();
    }

    private boolean wasStopped(String job) {
        return stopped.contains(job);
    }

    // ---- what goes on -----------------------------------------------------------------------------------------------

    private void order(Random random) throws InterruptedException, SQLException {
        for (int number = 0; ordering; number++) {
            var job = name + "-" + number;
            var answer = service.post(
                    "/jobs",
                    "{\"jobId\":\"%1$s\",\"tasks\":[{\"id\":\"split\",\"queue\":\"%2$s\",\"lease\":\"PT2S\"},{\"id\":\"last\",\"queue\":\"%2$s\",\"lease\":\"PT2S\",\"dependsOn\":[\"split\"]}]}"
                            .formatted(job, name));
            if (answer.status() != 201 && answer.status() != 200) {
                throw new AssertionError("order refused: " + answer);
            }
            do {
                LockSupport.parkNanos(ofMillis(20).toNanos());
            } while (ordering && truth.unfinishedJobs().size() > UNFINISHED_MAX);
        }
    }

    /** Stops some that run, and runs some again that have ended; each job only one of the two. */
    private void control(Random random) throws InterruptedException, SQLException {
        while (ordering) {
            LockSupport.parkNanos(ofMillis(random.nextInt(60)).toNanos());
            var jobs = truth.jobs();
            var drawn =
                    jobs.keySet().stream().skip(random.nextInt(jobs.size() + 1)).findFirst();
            if (drawn.isEmpty()) {
                continue;
            }
            var job = drawn.get();
            if (job.hashCode() % 3 == 0) {
                if (service.post("/jobs/" + job + "/cancel", "").status() == 200) {
                    stopped.add(job);
                }
            } else if (jobs.get(job).status().equals("COMPLETED")) {
                int run = jobs.get(job).run() + 1;
                var answer = service.post("/jobs/" + job + "/rerun", "{\"from\":\"all\",\"run\":" + run + "}");
                if (answer.status() == 200) {
                    runs.merge(job, run, Math::max);
                }
            }
        }
    }

    private void work(Random random) throws InterruptedException, SQLException {
        while (!closed) {
            var claimed = service.tryPost("/queues/" + name + "/claims", "{\"worker\":\"g\",\"max\":2,\"waitMs\":200}");
            if (claimed.isPresent()) {
                for (var task : claimed.get().body().path("tasks")) {
                    LockSupport.parkNanos(ofMillis(random.nextInt(20)).toNanos());
                    work(task);
                }
            } else {
                LockSupport.parkNanos(ofMillis(20).toNanos());
            }
        }
    }

    private void work(JsonNode task) throws InterruptedException {
        var id = task.path("id").asText();
        var attempt = "\"attempt\":\"" + task.path("attempt").asText() + "\"";
        if (id.endsWith(".split")) {
            var names = IntStream.range(0, 3).mapToObj(i -> "x" + i).toList();
            var tasks = names.stream()
                    .map(child -> "{\"id\":\"%s\",\"queue\":\"%s\",\"lease\":\"PT2S\"}".formatted(child, name))
                    .collect(Collectors.joining(","));
            var answer = service.post(
                    "/tasks/" + id + "/children", "{" + attempt + ",\"request\":\"r\",\"tasks\":[" + tasks + "]}");
            if (answer.status() == 200) {
                names.forEach(child -> added.add(task.path("jobId").asText() + "." + child));
            } else if (answer.status() != 409 && answer.status() != 404) {
                throw new AssertionError("unforeseen: " + answer);
            }
        }
        service.post("/tasks/" + id + "/complete", "{" + attempt + "}");
    }

    private interface Part {
        void run(Random random) throws InterruptedException, SQLException;
    }

    private void start(Random random, Part part) {
        threads.add(Thread.ofPlatform()
                .name(name + "-" + threads.size())
                .daemon()
                .uncaughtExceptionHandler((thread, failure) -> broken.add(thread.getName() + ": " + failure))
                .start(() -> {
                    try {
                        part.run(random);
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    } catch (SQLException failure) {
                        throw new AssertionError(failure);
                    }
                }));
    }

    private static void join(List<Thread> threads) {
        for (var thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        ordering = false;
        closed = true;
        join(threads);
    }
}
