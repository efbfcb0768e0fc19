package dev.hotstate.dag.worker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.client.DagWorker;
import dev.hotstate.dag.client.Task;
import dev.hotstate.dag.graph.WfInstances;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real workflows as their files, imported over HTTP and run by eight workers over HTTP, with all of it in Postgres. */
@QuarkusTest
class RealGraphsIT {

    private static final int WORKERS = 8;

    @TestHTTPResource
    URI api;

    private final String queue =
            "real-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private final List<DagWorker> workers = new ArrayList<>();
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();
    private final Map<String, Long> begun = new ConcurrentHashMap<>();
    private final Map<String, Long> ended = new ConcurrentHashMap<>();
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @AfterEach
    void close() {
        workers.forEach(DagWorker::close);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WfInstances.CHAIN,
                WfInstances.FORK_JOIN,
                WfInstances.BLAST,
                WfInstances.VIRALRECON,
                WfInstances.EPIGENOMICS,
                WfInstances.MONTAGE
            })
    void a_real_graph_runs_to_its_end(String name) {
        var text = WfInstances.text(name);
        for (int i = 0; i < WORKERS; i++) {
            workers.add(DagWorker.of(api)
                    .key(ServiceContract.ADMIN_KEY)
                    .name("w" + i)
                    .grace(ofSeconds(2))
                    .queue(queue, 8, this::run)
                    .start());
        }
        var imported = client.post("/jobs/import?queue=" + queue, text);
        assertThat(imported.status()).as("%s", imported.body()).isEqualTo(201);
        var job = imported.body().get("jobId").asText();

        await().atMost(ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(view(job).path("status").asText()).isEqualTo("COMPLETED"));

        var parents = parents(job);
        assertThat(runs.keySet()).isEqualTo(parents.keySet());
        assertThat(runs.values()).containsOnly(1);
        parents.forEach((task, before) -> assertThat(before)
                .as("what %s depends on ended before it began", task)
                .allMatch(parent -> ended.get(parent) <= begun.get(task)));
        assertThat(client.get("/jobs/" + job + "/verify").body().get("found").asInt())
                .isZero();
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(view(job).at("/progress/completed").asInt()).isEqualTo(parents.size()));
    }

    private Object run(Task task) {
        begun.put(task.name(), System.nanoTime());
        runs.merge(task.name(), 1, Integer::sum);
        ended.put(task.name(), System.nanoTime());
        return null;
    }

    private JsonNode view(String job) {
        return client.get("/jobs/" + job).body();
    }

    private Map<String, List<String>> parents(String job) {
        var parents = new HashMap<String, List<String>>();
        var path = "/jobs/" + job + "/tasks?limit=1000";
        for (var next = ""; next != null; ) {
            var page = client.get(path + next).body();
            for (var task : page.get("items")) {
                var before = new ArrayList<String>();
                task.path("dependsOn").forEach(parent -> before.add(parent.asText()));
                parents.put(task.get("task").asText(), before);
            }
            next = page.hasNonNull("nextCursor")
                    ? "&cursor=" + page.get("nextCursor").asText()
                    : null;
        }
        return parents;
    }
}
