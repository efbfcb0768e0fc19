package dev.hotstate.dag;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** One job of a test and its queue, as submitters and workers see them. */
public final class JobsOverHttp {

    private static final int PATIENCE_SECONDS = 30;
    private static final int UNAVAILABLE = 503;

    private final DagApiClient dag;
    private final String job;
    private final String queue;

    public JobsOverHttp(DagApiClient dag, String job) {
        this.dag = dag;
        this.job = job;
        this.queue = "q-" + job;
    }

    public String queue() {
        return queue;
    }

    /** @param tasks objects by comma, with %1$s for the queue */
    public void submit(String tasks) {
        submit(tasks, "");
    }

    /** @param more fields of the job, each with a comma in front */
    public void submit(String tasks, String more) {
        var answer = post("/jobs", "{\"jobId\":\"%s\",\"tasks\":[%s]%s}".formatted(job, tasks.formatted(queue), more));
        assertThat(answer.status()).as("%s", answer.body()).isIn(200, 201);
    }

    /** So many, waiting for them. */
    public List<JsonNode> claim(int count) {
        var claimed = new ArrayList<JsonNode>();
        await().atMost(ofSeconds(PATIENCE_SECONDS)).untilAsserted(() -> {
            claimed.addAll(claimNow(count - claimed.size(), 1_000));
            assertThat(claimed).hasSize(count);
        });
        return claimed;
    }

    public JsonNode claimOne() {
        return claim(1).getFirst();
    }

    /** One of another queue, waiting for it. */
    public JsonNode claimFrom(String another) {
        return await().atMost(ofSeconds(PATIENCE_SECONDS))
                .until(() -> claimNow(another, 1, 1_000), claimed -> !claimed.isEmpty())
                .getFirst();
    }

    /** Up to so many. */
    public List<JsonNode> claimNow(int max, int waitMs) {
        return claimNow(queue, max, waitMs);
    }

    private List<JsonNode> claimNow(String from, int max, int waitMs) {
        var answer = post(
                "/queues/" + from + "/claims", "{\"worker\":\"w\",\"max\":%d,\"waitMs\":%d}".formatted(max, waitMs));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        var tasks = new ArrayList<JsonNode>();
        answer.body().get("tasks").forEach(tasks::add);
        return tasks;
    }

    public void complete(JsonNode task) {
        complete(task, "null");
    }

    public void complete(JsonNode task, String output) {
        var answer = post(
                "/tasks/" + task.get("id").asText() + "/complete",
                "{\"attempt\":\"%s\",\"output\":%s}".formatted(attempt(task), output));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    }

    public void fail(JsonNode task) {
        var answer = post(
                "/tasks/" + task.get("id").asText() + "/fail",
                "{\"attempt\":\"%s\",\"error\":\"on purpose\",\"retryable\":false}".formatted(attempt(task)));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    }

    /** As any caller does: 503 says that it may be sent again. A node that goes down, or a machine that stalls, brings one. */
    private DagApiClient.Answer post(String path, String body) {
        return await().atMost(ofSeconds(PATIENCE_SECONDS))
                .pollDelay(ZERO)
                .pollInterval(ofMillis(200))
                .until(() -> dag.post(path, body), answer -> answer.status() != UNAVAILABLE);
    }

    public static String attempt(JsonNode task) {
        return task.get("attempt").asText();
    }

    public JsonNode view() {
        return dag.get("/jobs/" + job).body();
    }

    public JsonNode task(String name) {
        return dag.get("/tasks/" + job + "." + name).body();
    }

    public void awaitStatus(String status) {
        await().atMost(ofSeconds(PATIENCE_SECONDS))
                .untilAsserted(() -> assertThat(view().path("status").asText()).isEqualTo(status));
    }

    public DagApiClient.Answer rerun(String body) {
        return dag.post("/jobs/" + job + "/rerun", body);
    }

    /** As soon as its history is complete. */
    public JsonNode rerunWhenEnded(String body) {
        var answers = new ArrayList<DagApiClient.Answer>();
        await().atMost(ofSeconds(PATIENCE_SECONDS)).until(() -> {
            answers.add(rerun(body));
            return answers.getLast().status() == 200;
        });
        return answers.getLast().body();
    }
}
