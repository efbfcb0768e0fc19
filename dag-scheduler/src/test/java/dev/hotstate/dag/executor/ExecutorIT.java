package dev.hotstate.dag.executor;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.testing.contract.ServiceClient;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that need no worker: this service runs their tasks itself. */
@QuarkusTest
class ExecutorIT {

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys dagKeys;

    private final ObjectMapper json = new ObjectMapper();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private ServiceClient client;
    private HttpServer target;
    private String job;

    @BeforeEach
    void listen() throws IOException {
        client = ServiceClient.anonymous(api).with(ServiceContract.ADMIN_KEY);
        job = "exec-%08x".formatted(ThreadLocalRandom.current().nextInt());
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        target.createContext("/", exchange -> {
            var path = exchange.getRequestURI().getPath();
            calls.add(exchange.getRequestMethod() + " " + path + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            int status = path.equals("/flaky") && calls.size() < 3 ? 503 : path.equals("/missing") ? 404 : 200;
            var text = path.equals("/blank")
                    ? "\n"
                    : path.equals("/two")
                            ? "1 2"
                            : path.equals("/twice")
                                    ? "{\"a\":1,\"a\":2}"
                                    : path.equals("/binary")
                                            ? "\u0000".repeat(8_000)
                                            : "{\"calls\":%d}".formatted(calls.size());
            var body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        target.start();
    }

    @AfterEach
    void close() {
        target.stop(0);
    }

    @Test
    void a_job_of_built_in_tasks_runs_by_itself() throws IOException {
        // When
        submit("""
                {"id":"begin","queue":"noop"},
                {"id":"wait","queue":"delay","dependsOn":["begin"],"payload":{"duration":"PT0.2S"}},
                {"id":"call","queue":"http","dependsOn":["wait"],"payload":{"url":"%s","body":{"n":1}}}""".formatted(url("/ok")));
        // Then
        awaitStatus("COMPLETED");
        assertThat(calls).containsExactly("POST /ok {\"n\":1}");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(get("/tasks/" + job + ".call").toString())
                        .contains("\"status\":200", "\"calls\":1"));
    }

    @Test
    void secrets_reach_the_target_and_nobody_else() throws IOException {
        var secret = "Bearer very-secret-" + job;
        submit("""
                {"id":"call","queue":"http","payload":{"url":"%s","secrets":{"Authorization":"%s"}}}""".formatted(url("/ok"), secret));
        awaitStatus("COMPLETED");
        assertThat(authorizations).containsExactly(secret);
        assertThat(get("/tasks/" + job + ".call").toString()).doesNotContain("very-secret");
        assertThat(storedIn("select payload from task where job_id = $1", job)).doesNotContain("very-secret");
        // What is shown of it is of no use to anybody.
        var shown = get("/tasks/" + job + ".call").at("/payload/secrets").asText();
        var stolen = client.post("/jobs", """
                {"jobId":"%s-2","tasks":[{"id":"a","queue":"http","payload":{"url":"%s","secrets":"%s"}}]}""".formatted(job, url("/ok"), shown));
        assertThat(stolen.statusCode()).isEqualTo(422);
    }

    @Test
    void secrets_of_a_template_are_sealed_until_it_runs() throws IOException {
        var secret = "Bearer very-secret-" + job;
        var template = """
                {"job":{"webhook":{"url":"%1$s","secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},"tasks":[
                 {"id":"call","queue":"http","payload":{"url":"%1$s","secrets":{"Authorization":"%2$s"}}}]}}""".formatted(url("/ok"), secret);
        assertThat(put("/templates/" + job, template)).isEqualTo(200);
        var shown = client.get("/templates/" + job).body();
        assertThat(shown).doesNotContain("very-secret", "whsec_");
        assertThat(storedIn("select job from template where name = $1", job)).doesNotContain("very-secret", "whsec_");
        assertThat(put("/templates/" + job, "{\"job\":" + json.readTree(shown).get("job") + "}"))
                .isEqualTo(400);
        assertThat(put("/templates/" + job, template.replace(secret, "${token}")))
                .isEqualTo(400);

        var run = client.post("/templates/" + job + "/runs", "{\"jobId\":\"" + job + "\"}");
        assertThat(run.statusCode()).as(run.body()).isEqualTo(201);
        awaitStatus("COMPLETED");
        assertThat(authorizations).contains(secret);
    }

    @Test
    void a_declared_status_is_tried_again_under_the_same_key() throws IOException {
        submit("""
                {"id":"call","queue":"http","maxRetries":5,"backoff":"PT0.01S","payload":{"url":"%s"}}""".formatted(url("/flaky")));
        awaitStatus("COMPLETED");
        assertThat(calls).hasSize(3);
        assertThat(keys).containsOnly(job + ".1.call");
    }

    @Test
    void another_status_fails_the_task_at_once() throws IOException {
        submit("""
                {"id":"call","queue":"http","maxRetries":5,"payload":{"url":"%s"}}""".formatted(url("/missing")));
        awaitStatus("FAILED");
        assertThat(calls).hasSize(1);
    }

    @Test
    void an_answer_that_is_no_json_is_a_text_or_nothing_and_the_children_run() throws IOException {
        submit("""
                {"id":"blank","queue":"http","payload":{"url":"%s"}},
                {"id":"two","queue":"http","payload":{"url":"%s"}},
                {"id":"child","queue":"noop","dependsOn":["blank","two"],
                 "condition":"outputs.blank.status == 200 and outputs.two.body == '1 2'"}""".formatted(url("/blank"), url("/two")));
        awaitStatus("COMPLETED");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                get("/tasks/" + job + ".child").get("status").asText())
                        .isEqualTo("COMPLETED"));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                get("/tasks/" + job + ".blank").path("output").toString())
                        .isEqualTo("{\"status\":200}"));
    }

    /** As JSON it would be six times as long, and too large for an output. */
    @Test
    void an_answer_that_is_no_text_is_cut_and_fails_nothing() throws IOException {
        submit("{\"id\":\"binary\",\"queue\":\"http\",\"payload\":{\"url\":\"%s\"}}".formatted(url("/binary")));
        awaitStatus("COMPLETED");
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            var output = get("/tasks/" + job + ".binary").path("output");
            assertThat(output.path("truncated").asBoolean()).isTrue();
            assertThat(output.path("body").asText()).matches("\u0000{1000,}");
        });
    }

    /** Redis has lost the job for a moment: that is no attempt, and no call either. */
    @Test
    void a_call_that_can_not_be_made_now_is_given_back_and_not_counted() throws IOException {
        submit("""
                {"id":"gate","queue":"gate-%1$s"},
                {"id":"call","queue":"http","maxRetries":0,"dependsOn":["gate"],"payload":{"url":"%2$s"}}""".formatted(job, url("/later")));
        var gate = new JobsOverHttp(new DagApiClient(api), job).claimFrom("gate-" + job);
        var hash = dagKeys.job(job);
        assertThat(send(Command.of("HDEL").key(hash).arg("run")).integer()).isOne();
        new JobsOverHttp(new DagApiClient(api), job).complete(gate);
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(get("/tasks/" + job + ".call/attempts").toString())
                                .contains("released"));
        assertThat(calls).isEmpty();
        send(Command.of("HSET").key(hash).arg("run").arg(1));
        awaitStatus("COMPLETED");
        assertThat(calls).hasSize(1);
    }

    @Test
    void an_answer_with_a_key_twice_is_still_json() throws IOException {
        submit("""
                {"id":"twice","queue":"http","payload":{"url":"%s"}},
                {"id":"child","queue":"noop","dependsOn":["twice"],"condition":"outputs.twice.body.a == 2"}""".formatted(url("/twice")));
        awaitStatus("COMPLETED");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                get("/tasks/" + job + ".child").get("status").asText())
                        .isEqualTo("COMPLETED"));
    }

    @Test
    void an_output_that_is_too_large_fails_its_task_at_once() throws IOException {
        submit("""
                {"id":"copy","queue":"noop","maxRetries":5,"payload":"%s"}""".formatted("x".repeat(20_000)));
        awaitStatus("FAILED");
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(get("/tasks/" + job + ".copy/attempts").toString())
                                .contains("16384"));
    }

    @Test
    void the_address_that_hands_out_credentials_is_never_called() throws IOException {
        submit("""
                {"id":"call","queue":"http","maxRetries":5,"payload":{"url":"http://169.254.169.254/latest/meta-data"}}""");
        awaitStatus("FAILED");
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(get("/tasks/" + job + ".call/attempts")).hasSize(1));
    }

    @Test
    void a_payload_that_makes_no_sense_fails_its_task_and_says_why() throws IOException {
        submit("""
                {"id":"wait","queue":"delay","maxRetries":5,"payload":{"duration":"P2D"}}""");
        awaitStatus("FAILED");
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(get("/tasks/" + job + ".wait/attempts").toString())
                                .contains("PT24H"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            delay | {"duration":"5s"}            | payload/duration must be an ISO-8601 duration such as PT30S
            delay | {"for":"PT5S"}               | payload/for is not a known field
            http  | {"url":"not an address"}     | payload/url must be an address such as https://example.org/
            http  | {"url":"http://x","body":1,"expect":200} | payload/expect must be an array
            """)
    void a_payload_of_another_form_is_refused_in_words_that_its_author_knows(String queue, String payload, String why)
            throws IOException {
        submit("{\"id\":\"a\",\"queue\":\"%s\",\"maxRetries\":5,\"payload\":%s}".formatted(queue, payload));
        awaitStatus("FAILED");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                get("/tasks/" + job + ".a").path("reason").asText())
                        .isEqualTo(why));
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private void submit(String tasks) {
        var answer = client.post("/jobs", "{\"jobId\":\"%s\",\"tasks\":[%s]}".formatted(job, tasks));
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    }

    private void awaitStatus(String status) {
        await().atMost(ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(get("/jobs/" + job).get("status").asText()).isEqualTo(status));
    }

    private int put(String path, String body) {
        return new DagApiClient(api).put(path, body).status();
    }

    private Reply send(Command command) {
        return router.send(command).await().atMost(ofSeconds(10));
    }

    private String storedIn(String sql, String id) {
        return database.query(sql, id)
                .await()
                .atMost(ofSeconds(5))
                .iterator()
                .next()
                .getString(0);
    }

    private JsonNode get(String path) throws IOException {
        return json.readTree(client.get(path).body());
    }

    private String url(String path) {
        return "http://127.0.0.1:" + target.getAddress().getPort() + path;
    }
}
