package dev.hotstate.bench.load;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadProcessIT {

    private static final int PER_SECOND = 500;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private LoadProcess load;

    @BeforeEach
    void start() throws IOException {
        // Without this the JDK's server delays each small answer by 40 ms, see JDK-7068416.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        load = LoadProcess.start();
    }

    @AfterEach
    void stop() throws IOException {
        load.close();
        server.stop(0);
        threads.close();
    }

    @Test
    void a_closed_loop_counts_what_the_service_answered() throws IOException {
        // When
        var report = load.drive(Operation.get(port(), "/ok/{n}", 100), Load.closed(4, 2, ofMillis(300)));
        // Then
        assertThat(report.done()).isPositive().isEqualTo(asked.get());
        assertThat(report.failed()).isZero();
        assertThat(report.elapsed()).isGreaterThanOrEqualTo(ofMillis(290));
    }

    @Test
    void a_request_may_be_larger_than_a_buffer() throws IOException {
        var large = new Operation("POST", port(), "/ok", Map.of(), "x".repeat(200_000), 1, Set.of(200));
        assertThat(load.drive(large, Load.closed(2, 1, ofMillis(300))).done()).isPositive();
    }

    @Test
    void an_open_loop_sends_rate_times_duration() throws IOException {
        // When
        var report = load.drive(Operation.get(port(), "/ok/{n}", 100), Load.open(8, PER_SECOND, ofMillis(600)));
        // Then
        assertThat(report.done()).isEqualTo(300).isEqualTo(report.latencies().count());
    }

    /**
     * The service answers nobody between its 100th and the next request for 400 ms, 200 arrivals at this rate. A
     * generator that waits politely would notice at most one slow request per connection, here 2 of 500.
     */
    @Test
    void a_stall_shows_in_all_requests_that_were_due_meanwhile() throws IOException {
        // When
        var report = load.drive(Operation.get(port(), "/stall", 1), Load.open(2, PER_SECOND, ofMillis(1_000)));
        // Then
        assertThat(report.done()).isEqualTo(PER_SECOND);
        assertThat(report.latencies().millisAt(100)).isGreaterThan(350);
        assertThat(report.latencies().millisAt(80)).isGreaterThan(100);
    }

    @Test
    void refusals_are_counted_by_status() throws IOException {
        // When
        var report = load.drive(Operation.get(port(), "/refuse", 1), Load.open(2, PER_SECOND, ofMillis(100)));
        // Then
        assertThat(report.refused()).isEqualTo(Map.of(503, 50L));
        assertThat(report.done()).isZero();
    }

    @Test
    void a_service_that_is_not_there_fails_the_load() {
        // Given
        int port = port();
        server.stop(0);
        // When, Then
        assertThatThrownBy(() -> load.drive(Operation.get(port, "/", 1), Load.closed(1, 1, ofMillis(100))))
                .hasMessageContaining("Connection refused");
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            int number = asked.incrementAndGet();
            var path = exchange.getRequestURI().getPath();
            if (path.equals("/stall")) {
                stallAt(number);
            }
            exchange.sendResponseHeaders(path.equals("/refuse") ? 503 : 200, 2);
            exchange.getResponseBody().write(new byte[] {'o', 'k'});
        }
    }

    private synchronized void stallAt(int number) {
        if (number == 100) {
            long end = System.nanoTime() + ofMillis(400).toNanos();
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }
    }
}
