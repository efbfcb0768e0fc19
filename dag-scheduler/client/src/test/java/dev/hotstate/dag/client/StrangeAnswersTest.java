package dev.hotstate.dag.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What stands between a worker and the service answers in its place: with something, and 200. */
class StrangeAnswersTest {

    private static final String TASK = """
            {"tasks":[{"id":"j.a","jobId":"j","task":"a","queue":"q","attempt":"7","leaseEnd":"2026-01-02T03:04:05Z","lease":"PT30S","retryCount":0}]}""";
    private static final Map<String, String> SOUND = Map.of(
            "/queues/q/claims",
            TASK,
            "/tasks/complete",
            "{\"answers\":[{\"id\":\"j.a\",\"verdict\":\"ACCEPTED\"}],\"tasks\":[]}");

    @Test
    void a_worker_asks_again_until_it_has_an_answer_of_the_service() throws Exception {
        var answeredStrangely = ConcurrentHashMap.<String>newKeySet();
        var completed = new CountDownLatch(1);
        var proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            var path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            boolean strange = answeredStrangely.add(path);
            var body = (strange ? "{}" : SOUND.getOrDefault(path, "{}")).getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
            if (!strange && path.equals("/tasks/complete")) {
                completed.countDown();
            }
        });
        proxy.start();
        var service = URI.create("http://127.0.0.1:" + proxy.getAddress().getPort());
        try (var worker = DagWorker.of(service)
                .grace(Duration.ofSeconds(1))
                .queue("q", 1, task -> null)
                .start()) {
            assertThat(completed.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(answeredStrangely).containsAll(Set.of("/queues/q/claims", "/tasks/complete"));
        } finally {
            proxy.stop(0);
        }
    }
}
