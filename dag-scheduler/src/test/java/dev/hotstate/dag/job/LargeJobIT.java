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
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs near the limits, as real bodies over HTTP. */
@QuarkusTest
@TestProfile(LargeJobIT.OneAfterTheOther.class)
class LargeJobIT {

    /** What is left of one makes room for the next, and no limit of requests decides how quickly a chain runs. */
    public static class OneAfterTheOther implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("dag.job.kept-after-end", "1s", "hotstate.http.limit.enabled", "false");
        }
    }

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
        assertBegins(layers(12_000));

        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
    }

    @Test
    @Tag("long")
    void a_job_of_100000_tasks_is_run_to_its_end() {
        assertRuns(layers(TASKS_MAX));
    }

    @Test
    @Tag("long")
    void a_fan_of_100000_tasks_is_run_to_its_end() {
        assertRuns(fan(TASKS_MAX));
    }

    @Test
    @Tag("long")
    void a_chain_of_10000_tasks_is_run_to_its_end() {
        assertRuns(chain(10_000));
    }

    @Test
    @Tag("long")
    void a_job_of_100000_tasks_is_cancelled() {
        assertBegins(layers(TASKS_MAX));

        long begun = System.nanoTime();
        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
        awaitStatus("CANCELLED", ofMinutes(2));
        System.out.printf("%,d tasks: cancelled in %d ms%n", TASKS_MAX, (System.nanoTime() - begun) / 1_000_000);

        awaitProgress("cancelled", TASKS_MAX);
    }

    private void assertRuns(List<List<Integer>> parents) {
        var runs = new ConcurrentHashMap<String, Integer>();
        assertBegins(parents);

        long begun = System.nanoTime();
        try (var worker = worker(runs)) {
            awaitStatus("COMPLETED", ofMinutes(5));
        }
        System.out.printf("%,d tasks: run in %d ms%n", parents.size(), (System.nanoTime() - begun) / 1_000_000);

        assertThat(runs)
                .hasSize(parents.size())
                .allSatisfy((task, times) -> assertThat(times).as(task).isOne());
        awaitProgress("completed", parents.size());
    }

    private void awaitProgress(String ended, int tasks) {
        await().atMost(ofMinutes(1))
                .pollInterval(ofSeconds(1))
                .untilAsserted(
                        () -> assertThat(job().at("/progress/" + ended).asInt()).isEqualTo(tasks));
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

    private void assertBegins(List<List<Integer>> parents) {
        assertAccepted(parents);

        awaitStatus("RUNNING", ofMinutes(1));
        assertThat(job().get("tasks").asInt()).isEqualTo(parents.size());
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
        assertAccepted(layers(2_122));

        assertThat(dag.get("/jobs/" + id).body().get("status").asText()).isEqualTo("RUNNING");
        assertThat(dag.post("/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
    }

    @Test
    void one_task_too_many_is_refused() {
        var answer = dag.post("/jobs", body(layers(TASKS_MAX + 1)));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().toString()).contains("100,000");
    }

    private void assertAccepted(List<List<Integer>> parents) {
        var body = body(parents);
        long begun = System.nanoTime();
        // A crowded machine may be told to come again (503), which the id makes safe.
        var answer = await().atMost(ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(ofSeconds(1))
                .until(() -> dag.post("/jobs", body), told -> told.status() != 503);
        System.out.printf(
                "%,d tasks, %,d bytes: answered in %d ms%n",
                parents.size(), body.length(), (System.nanoTime() - begun) / 1_000_000);
        assertThat(answer.status()).as("%s", answer.body()).isIn(200, 201);
    }

    // ---- shapes: of each task the numbers of those before it ----

    /** Layers in which each task waits for two of the layer before. */
    private static List<List<Integer>> layers(int tasks) {
        return IntStream.range(0, tasks)
                .mapToObj(task -> task < LAYER
                        ? List.<Integer>of()
                        : List.of(task - LAYER, task - LAYER + (task % LAYER == LAYER - 1 ? -1 : 1)))
                .toList();
    }

    /** One task, then all others at once, then the last one. */
    private static List<List<Integer>> fan(int tasks) {
        var parents = new ArrayList<>(Collections.nCopies(tasks, List.of(0)));
        parents.set(0, List.of());
        parents.set(tasks - 1, IntStream.range(1, tasks - 1).boxed().toList());
        return parents;
    }

    private static List<List<Integer>> chain(int tasks) {
        return IntStream.range(0, tasks)
                .mapToObj(task -> task == 0 ? List.<Integer>of() : List.of(task - 1))
                .toList();
    }

    private String body(List<List<Integer>> parents) {
        return "{\"jobId\":\"%s\",\"name\":\"a large one\",\"tasks\":[".formatted(id)
                + IntStream.range(0, parents.size())
                        .mapToObj(task -> task(task, parents.get(task)))
                        .collect(Collectors.joining(","))
                + "]}";
    }

    private String task(int number, List<Integer> parents) {
        var names = parents.stream().map("\"t%d\""::formatted).collect(Collectors.joining(","));
        return "{\"id\":\"t%d\",\"name\":\"step number %d of a large job\",\"queue\":\"q-%s\",\"dependsOn\":[%s],\"maxRetries\":2,\"payload\":{\"file\":\"s3://a-bucket/some/folder/part-%d.parquet\",\"rows\":%d}}"
                .formatted(number, number, id, names, number, 7 * number);
    }
}
