package dev.hotstate.metrics.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsRecorderTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private record Call(String query, String body) {}

    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private volatile IntSupplier answer = () -> 200;
    private HttpServer gateway;

    @BeforeEach
    void open() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        gateway.createContext("/observations", this::take);
        gateway.start();
    }

    @AfterEach
    void close() {
        gateway.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(new Call(exchange.getRequestURI().getQuery(), body));
        exchange.sendResponseHeaders(answer.getAsInt(), -1);
        exchange.close();
    }

    private MetricsRecorder.Builder plan() {
        return MetricsRecorder.of(
                        URI.create("http://127.0.0.1:" + gateway.getAddress().getPort()))
                .instance("shop-1")
                .interval(Duration.ofMillis(20))
                .timeout(Duration.ofSeconds(30));
    }

    @Test
    void requests_go_in_batches() {
        try (var recorder = plan().start()) {
            for (int i = 0; i < 2_500; i++) {
                recorder.record(AnsweredRequest.of("GET", "/users/{id}", 200, 1.5));
            }
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(recorder.stats()).isEqualTo(new RecorderStats(2_500, 0, 0, 0)));
        }
        assertThat(calls).hasSizeBetween(3, 200);
        assertThat(calls.getFirst().query()).matches("batchId=[0-9a-f-]{36}");
        assertThat(calls.getFirst().body())
                .startsWith("[{\"instance\":\"shop-1\",\"method\":\"GET\",\"route\":\"/users/{id}\",\"status\":200,"
                        + "\"durationMs\":1.500,\"ts\":");
    }

    @Test
    void what_was_not_taken_goes_again_under_the_same_id() {
        answer = () -> calls.size() < 3 ? 503 : 200;
        try (var recorder = plan().start()) {
            recorder.record(AnsweredRequest.of("GET", "/a", 200, 1));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(recorder.stats().sent()).isEqualTo(1));
        }
        assertThat(calls).hasSize(3).containsOnly(calls.getFirst());
    }

    @Test
    void what_is_refused_is_given_up_and_the_next_goes_on() {
        answer = () -> calls.size() == 1 ? 400 : 200;
        try (var recorder = plan().start()) {
            recorder.record(AnsweredRequest.of("GET", "/a", 200, 1));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(recorder.stats().failed()).isEqualTo(1));
            recorder.record(AnsweredRequest.of("GET", "/b", 200, 1));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(recorder.stats().sent()).isEqualTo(1));
        }
    }

    @Test
    void a_gateway_that_hangs_holds_nobody_up_and_what_finds_no_room_is_dropped() {
        var silence = new CountDownLatch(1);
        answer = () -> {
            try {
                silence.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 200;
        };
        try (var recorder = plan().waitingMax(100).grace(Duration.ofMillis(100)).start()) {
            recorder.record(AnsweredRequest.of("GET", "/a", 200, 1));
            await().atMost(PATIENCE).until(() -> !calls.isEmpty());
            long begun = System.nanoTime();
            for (int i = 0; i < 10_000; i++) {
                recorder.record(AnsweredRequest.of("GET", "/a", 200, 1));
            }
            // Ten thousand calls that would each have waited for an answer take an hour.
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
            assertThat(recorder.stats()).isEqualTo(new RecorderStats(0, 9_900, 0, 100));
        } finally {
            silence.countDown();
        }
    }

    @Test
    void where_nobody_listens_nothing_fails_and_the_end_does_not_wait() {
        gateway.stop(0);
        var recorder = plan().grace(Duration.ofMillis(50)).start();
        recorder.record(AnsweredRequest.of("GET", "/a", 200, 1));
        long begun = System.nanoTime();
        recorder.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        // On a crowded machine the last try may end after those who wait for the end have given up.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(recorder.stats().failed()).isEqualTo(1));
        recorder.record(AnsweredRequest.of("GET", "/a", 200, 1));
        assertThat(recorder.stats().dropped()).isEqualTo(1);
    }

    @Test
    void what_the_gateway_would_refuse_does_not_spoil_a_batch() {
        try (var recorder = plan().start()) {
            recorder.record(AnsweredRequest.of("get", "/a", 200, 1));
            recorder.record(AnsweredRequest.of("GET", "a", 200, 1));
            recorder.record(AnsweredRequest.of("GET", "/a", 0, 1));
            recorder.record(AnsweredRequest.of("GET", "/a", 200, Double.NaN));
            recorder.record(AnsweredRequest.of("GET", "/\"quoted\\\n", 200, 1));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(recorder.stats()).isEqualTo(new RecorderStats(1, 4, 0, 0)));
        }
        assertThat(calls.getFirst().body()).contains("\"route\":\"/\\\"quoted\\\\\\u000a\"");
    }
}
