package dev.hotstate.dag;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.client.DagWorker;
import dev.hotstate.dag.client.NotRetryable;
import dev.hotstate.dag.client.TaskHandler;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java client against the real service. */
@QuarkusTest
class WorkerClientIT {

    @TestHTTPResource
    URI api;

    private final List<DagWorker> workers = new ArrayList<>();
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @AfterEach
    void close() {
        workers.forEach(DagWorker::close);
    }

    @Test
    void every_task_runs_once_and_parents_before_children() {
        var tasks = new StringBuilder("{\"id\": \"root\", \"queue\": \"client-fan\"}");
        for (int task = 0; task < 300; task++) {
            tasks.append(", {\"id\": \"t%d\", \"queue\": \"client-fan\", \"dependsOn\": [\"root\"]}".formatted(task));
        }
        var ran = ConcurrentHashMap.<String>newKeySet();
        var twice = ConcurrentHashMap.<String>newKeySet();
        work("client-fan", 32, task -> {
            assertThat(task.name().equals("root") || ran.contains("root")).isTrue();
            if (!ran.add(task.name())) {
                twice.add(task.name());
            }
            return null;
        });
        var job = submit(tasks.toString());
        awaitStatus(job, "COMPLETED");
        assertThat(ran).hasSize(301);
        assertThat(twice).isEmpty();
    }

    @Test
    void payload_comes_in_and_output_reaches_the_children() {
        var seen = new ConcurrentHashMap<String, JsonNode>();
        work("client-data", 2, task -> {
            seen.put(
                    task.name(),
                    task.name().equals("double")
                            ? task.payload()
                            : task.parent("double").orElseThrow());
            return task.name().equals("double")
                    ? Map.of("result", 2 * task.payload().get("number").asInt())
                    : null;
        });
        var job = submit("{\"id\": \"double\", \"queue\": \"client-data\", \"payload\": {\"number\": 21}},"
                + "{\"id\": \"use\", \"queue\": \"client-data\", \"dependsOn\": [\"double\"]}");
        awaitStatus(job, "COMPLETED");
        assertThat(seen.get("double").get("number").asInt()).isEqualTo(21);
        assertThat(seen.get("use").get("result").asInt()).isEqualTo(42);
    }

    @Test
    void a_task_adds_tasks_to_its_job() {
        var ran = ConcurrentHashMap.<String>newKeySet();
        work("client-grow", 2, task -> {
            ran.add(task.name());
            if (task.name().equals("split")) {
                var parts = List.of(
                        Map.of("id", "left", "queue", "client-grow"), Map.of("id", "right", "queue", "client-grow"));
                task.addTasks("parts", parts);
                task.addTasks("parts", parts);
            }
            return null;
        });
        var job = submit("{\"id\": \"split\", \"queue\": \"client-grow\"}");
        awaitStatus(job, "COMPLETED");
        assertThat(ran).containsExactlyInAnyOrder("split", "left", "right");
    }

    @Test
    void a_failure_is_tried_again_and_a_hopeless_one_is_not() {
        var tries = new ConcurrentHashMap<String, AtomicInteger>();
        work("client-fail", 2, task -> {
            int count = tries.computeIfAbsent(task.name(), name -> new AtomicInteger())
                    .incrementAndGet();
            if (task.name().equals("hopeless")) {
                throw new NotRetryable("wrong number");
            }
            if (count < 3) {
                throw new IllegalStateException("not yet");
            }
            return null;
        });
        var job = submit("{\"id\": \"shaky\", \"queue\": \"client-fail\", \"maxRetries\": 5, \"backoff\": \"PT0.01S\"},"
                + "{\"id\": \"hopeless\", \"queue\": \"client-fail\", \"maxRetries\": 5}");
        awaitStatus(job, "FAILED");
        assertThat(tries.get("shaky")).hasValue(3);
        assertThat(tries.get("hopeless")).hasValue(1);
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(client.get("/tasks/" + job + ".hopeless")
                                .body()
                                .path("reason")
                                .asText(""))
                        .contains("wrong number"));
    }

    @Test
    void a_result_that_is_too_large_fails_its_task_and_no_other() {
        var tries = new AtomicInteger();
        var together = new CountDownLatch(4);
        work("client-large", 4, task -> {
            together.countDown();
            together.await(30, TimeUnit.SECONDS);
            if (task.name().equals("large")) {
                tries.incrementAndGet();
                return "x".repeat(20_000);
            }
            return "small";
        });
        var job = submit("{\"id\": \"large\", \"queue\": \"client-large\", \"maxRetries\": 5},"
                + "{\"id\": \"a\", \"queue\": \"client-large\"}, {\"id\": \"b\", \"queue\": \"client-large\"},"
                + "{\"id\": \"c\", \"queue\": \"client-large\"}");
        awaitStatus(job, "FAILED");
        assertThat(tries).hasValue(1);
        for (var task : List.of("a", "b", "c")) {
            assertThat(status(job, task)).isEqualTo("COMPLETED");
        }
    }

    @Test
    void a_long_task_keeps_its_lease() {
        var runs = new AtomicInteger();
        var leaseOver = new CountDownLatch(1);
        work("client-lease", 1, task -> {
            runs.incrementAndGet();
            leaseOver.await(60, TimeUnit.SECONDS);
            return null;
        });
        var job = submit("{\"id\": \"slow\", \"queue\": \"client-lease\", \"lease\": \"PT4S\"}");
        var first = new String[1];
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            first[0] = client.get("/tasks/" + job + ".slow")
                    .body()
                    .path("leaseEnd")
                    .asText("");
            assertThat(first[0]).isNotEmpty();
        });
        // The lease that it got with the task is over and was extended more than once.
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(client.get("/tasks/" + job + ".slow")
                                .body()
                                .path("leaseEnd")
                                .asText(""))
                        .isGreaterThan(Instant.parse(first[0]).plusSeconds(5).toString()));
        leaseOver.countDown();
        awaitStatus(job, "COMPLETED");
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_cancelled_job_stops_its_tasks() {
        var interrupted = new AtomicBoolean();
        var begun = new CountDownLatch(1);
        work("client-cancel", 1, task -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                interrupted.set(task.stopped());
            }
            return null;
        });
        var job = submit("{\"id\": \"endless\", \"queue\": \"client-cancel\", \"lease\": \"PT2S\"}");
        await().atMost(ofSeconds(30)).until(() -> begun.getCount() == 0);
        client.post("/jobs/" + job + "/cancel", "");
        await().atMost(ofSeconds(30)).untilTrue(interrupted);
        awaitStatus(job, "CANCELLED");
    }

    @Test
    void closing_hands_in_what_runs_and_takes_nothing_more() {
        var begun = new CountDownLatch(1);
        var closing = new CountDownLatch(1);
        var worker = work("client-close", 1, task -> {
            begun.countDown();
            closing.await(60, TimeUnit.SECONDS);
            return null;
        });
        var job = submit(
                "{\"id\": \"first\", \"queue\": \"client-close\"}, {\"id\": \"second\", \"queue\": \"client-close\"}");
        await().atMost(ofSeconds(30)).until(() -> begun.getCount() == 0);
        var closer = Thread.ofPlatform().start(worker::close);
        // From then on it claims nothing more.
        await().atMost(ofSeconds(30)).until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        closing.countDown();
        await().atMost(ofSeconds(30)).until(() -> !closer.isAlive());
        var states = Set.of(status(job, "first"), status(job, "second"));
        assertThat(states).containsExactlyInAnyOrder("COMPLETED", "READY");
    }

    @Test
    void two_workers_share_a_queue() {
        var byWorker = new ConcurrentHashMap<String, AtomicInteger>();
        for (var name : List.of("one", "two")) {
            workers.add(DagWorker.of(api)
                    .key(ServiceContract.ADMIN_KEY)
                    .name(name)
                    .queue("client-share", 4, task -> {
                        byWorker.computeIfAbsent(name, any -> new AtomicInteger())
                                .incrementAndGet();
                        await().atMost(ofSeconds(60)).until(() -> byWorker.size() == 2);
                        return null;
                    })
                    .start());
        }
        var tasks = new StringBuilder();
        for (int task = 0; task < 100; task++) {
            tasks.append(task == 0 ? "" : ",").append("{\"id\": \"t%d\", \"queue\": \"client-share\"}".formatted(task));
        }
        var job = submit(tasks.toString());
        awaitStatus(job, "COMPLETED");
        assertThat(byWorker.values().stream().mapToInt(AtomicInteger::get).sum())
                .isEqualTo(100);
        assertThat(byWorker).hasSize(2);
    }

    private DagWorker work(String queue, int concurrency, TaskHandler handler) {
        var worker = DagWorker.of(api)
                .key(ServiceContract.ADMIN_KEY)
                .grace(ofSeconds(20))
                .queue(queue, concurrency, handler)
                .start();
        workers.add(worker);
        return worker;
    }

    private String submit(String tasks) {
        var answer = client.post("/jobs", "{\"name\": \"client\", \"tasks\": [" + tasks + "]}");
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
        return answer.body().get("jobId").asText();
    }

    private String status(String job, String task) {
        return client.get("/tasks/" + job + "." + task).body().get("status").asText();
    }

    private void awaitStatus(String job, String status) {
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                client.get("/jobs/" + job).body().get("status").asText())
                        .isEqualTo(status));
    }
}
