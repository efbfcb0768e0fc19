package dev.hotstate.dag.webhook;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That jobs ended is told by what was kept when they did. */
@QuarkusTest
class WebhookIT {

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    private record Told(String id, JsonNode body) {}

    private final ObjectMapper json = new ObjectMapper();
    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final String job = "hook-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private DagApiClient dag;
    private HttpServer receiver;
    private volatile int answer = 204;

    @BeforeEach
    void listen() throws IOException {
        dag = new DagApiClient(api);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new Told(
                    exchange.getRequestHeaders().getFirst("webhook-id"),
                    json.readTree(exchange.getRequestBody().readAllBytes())));
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    @Test
    void each_run_is_told_as_it_ended_however_late_it_is_told() {
        // Given: nobody takes the end of the first run
        answer = 503;
        submit("{\"id\":\"a\",\"queue\":\"noop\",\"payload\":\"%s\"}".formatted("x".repeat(20_000)));
        await().atMost(ofSeconds(30)).until(() -> !told.isEmpty());
        // When: it runs again, and ends
        assertThat(dag.post("/jobs/" + job + "/rerun", "{}").status()).isEqualTo(200);
        answer = 204;
        awaitSent(2);
        query("update webhook_delivery set next_attempt_at = now() where job_id = $1 and state = 'pending'");
        awaitSent(1);
        // Then
        var first = bodiesOf(1);
        assertThat(first).hasSizeGreaterThan(1).containsOnly(first.getFirst());
        assertThat(first.getFirst().at("/data/status").asText()).isEqualTo("FAILED");
        assertThat(first.getFirst().at("/data/run").asInt()).isEqualTo(1);
        assertThat(first.getFirst().at("/data/progress/failed").asInt()).isEqualTo(1);
        assertThat(bodiesOf(2).getFirst().at("/data/run").asInt()).isEqualTo(2);
    }

    @Test
    void what_is_given_up_can_be_sent_again() {
        answer = 500;
        submit("{\"id\":\"a\",\"queue\":\"noop\"}");
        await().atMost(ofSeconds(30)).until(() -> !told.isEmpty());
        query("update webhook_delivery set attempts = 100, next_attempt_at = now() where job_id = $1");
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(webhook(1).get("state").asText()).isEqualTo("dead"));
        assertThat(webhook(1).get("lastError").asText()).contains("500");
        answer = 204;
        assertThat(dag.post("/jobs/" + job + "/webhooks/1/resend", "").status()).isEqualTo(200);
        awaitSent(1);
        assertThat(dag.post("/jobs/" + job + "/webhooks/7/resend", "").status()).isEqualTo(404);
    }

    @Test
    void an_address_that_could_never_be_called_is_refused_with_the_order() {
        for (var url : List.of("http:foo", "ftp://example.org/", "http://169.254.169.254/")) {
            var refused = dag.post(
                    "/jobs",
                    "{\"jobId\":\"%s\",\"webhook\":{\"url\":\"%s\"},\"tasks\":[{\"id\":\"a\"}]}".formatted(job, url));
            assertThat(refused.status()).as("%s %s", url, refused.body()).isEqualTo(422);
        }
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private void submit(String task) {
        var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/ended";
        var submitted = dag.post(
                "/jobs", "{\"jobId\":\"%s\",\"webhook\":{\"url\":\"%s\"},\"tasks\":[%s]}".formatted(job, url, task));
        assertThat(submitted.status()).as("%s", submitted.body()).isEqualTo(201);
    }

    private void awaitSent(int run) {
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(webhook(run).path("state").asText()).isEqualTo("sent"));
    }

    private List<JsonNode> bodiesOf(int run) {
        return told.stream()
                .filter(message -> message.id().equals(job + "." + run))
                .map(Told::body)
                .toList();
    }

    private JsonNode webhook(int run) {
        for (var webhook : dag.get("/jobs/" + job + "/webhooks").body()) {
            if (webhook.get("run").asInt() == run) {
                return webhook;
            }
        }
        return json.missingNode();
    }

    private void query(String sql) {
        database.query(sql, job).await().atMost(ofSeconds(5));
    }
}
