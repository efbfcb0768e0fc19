package dev.hotstate.dag.job;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.client.DagWorker;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs near the limits, as real bodies over HTTP. */
@QuarkusTest
class LargeJobIT {

    private static final int LAYER = 300;
    private static final int TASKS_MAX = 100_000;

    @TestHTTPResource
    URI api;

    private final String id = "large-" + DagFixture.newJob();
    private DagApiClient dag;

    @BeforeEach
    void open() {
        dag = new DagApiClient(api);
    }

    @Test
    void a_job_that_nobody_waits_for_begins_soon() {
        assertBegins(12_000);

        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
    }

    @Test
    @Tag("long")
    void a_job_of_100000_tasks_is_run_to_its_end() {
        var runs = new ConcurrentHashMap<String, Integer>();
        assertBegins(TASKS_MAX);

        long begun = System.nanoTime();
        try (var worker = worker(runs)) {
            awaitStatus("COMPLETED", ofMinutes(5));
        }
        System.out.printf("%,d tasks: run in %d ms%n", TASKS_MAX, (System.nanoTime() - begun) / 1_000_000);

        assertThat(runs)
                .hasSize(TASKS_MAX)
                .allSatisfy((task, times) -> assertThat(times).as(task).isOne());
        await().atMost(ofMinutes(1))
                .pollInterval(ofSeconds(1))
                .untilAsserted(() ->
                        assertThat(job().at("/progress/completed").asInt()).isEqualTo(TASKS_MAX));
    }

    private DagWorker worker(Map<String, Integer> runs) {
        return DagWorker.of(api)
                .key(ServiceContract.ADMIN_KEY)
                .queue("q-" + id, 100, task -> {
                    runs.merge(task.name(), 1, Integer::sum);
                    return null;
                })
                .start();
    }

    private void assertBegins(int tasks) {
        assertAccepted(tasks);

        awaitStatus("RUNNING", ofMinutes(1));
        assertThat(job().get("tasks").asInt()).isEqualTo(tasks);
    }

    private void awaitStatus(String status, Duration patience) {
        await().atMost(patience)
                .pollInterval(ofSeconds(1))
                .untilAsserted(() -> assertThat(job().get("status").asText()).isEqualTo(status));
    }

    private JsonNode job() {
        return dag.get("/jobs/" + id).body();
    }

    @Test
    void a_job_of_2122_tasks_runs_when_the_call_returns() {
        assertAccepted(2_122);

        assertThat(dag.get("/jobs/" + id).body().get("status").asText()).isEqualTo("RUNNING");
        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
    }

    @Test
    void one_task_too_many_is_refused() {
        var answer = dag.post("/jobs", body(100_001));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().toString()).contains("100,000");
    }

    private void assertAccepted(int tasks) {
        var body = body(tasks);
        long begun = System.nanoTime();
        // A crowded machine may be told to come again (503), which the id makes safe.
        var answer = await().atMost(ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(ofSeconds(1))
                .until(() -> dag.post("/jobs", body), told -> told.status() != 503);
        System.out.printf(
                "%,d tasks, %,d bytes: answered in %d ms%n",
                tasks, body.length(), (System.nanoTime() - begun) / 1_000_000);
        assertThat(answer.status()).as("%s", answer.body()).isIn(200, 201);
    }

    /** Layers in which each task waits for two of the layer before. */
    private String body(int tasks) {
        return "{\"jobId\":\"%s\",\"name\":\"a large one\",\"tasks\":[".formatted(id)
                + IntStream.range(0, tasks).mapToObj(this::task).collect(Collectors.joining(","))
                + "]}";
    }

    private String task(int number) {
        var parents = number < LAYER
                ? ""
                : "\"t%d\",\"t%d\"".formatted(number - LAYER, number - LAYER + (number % LAYER == LAYER - 1 ? -1 : 1));
        return "{\"id\":\"t%d\",\"name\":\"step number %d of a large job\",\"queue\":\"q-%s\",\"dependsOn\":[%s],\"maxRetries\":2,\"payload\":{\"file\":\"s3://a-bucket/some/folder/part-%d.parquet\",\"rows\":%d}}"
                .formatted(number, number, id, parents, number, 7 * number);
    }
}
