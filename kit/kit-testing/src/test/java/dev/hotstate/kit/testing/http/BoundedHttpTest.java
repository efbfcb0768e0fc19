package dev.hotstate.kit.testing.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedHttpTest {

    /** Where the answer does not come. */
    private static final Duration SHORT = Duration.ofMillis(300);

    /** Where it comes: the first client of a JVM takes a while on a crowded machine. */
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_server_that_never_answers_fails_the_test() {
        answer("");

        assertThatThrownBy(() -> get(SHORT))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("/hello within PT0.3S");
    }

    @Test
    void a_body_that_never_ends_fails_the_test() {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel");

        assertThatThrownBy(() -> get(SHORT)).isInstanceOf(AssertionError.class);
    }

    @Test
    void asks_for_no_upgrade() {
        answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");

        assertThat(get(LONG)).isEqualTo("hello");
        assertThat(asked).first().isEqualTo("GET /hello HTTP/1.1");
        assertThat(asked).noneMatch(line -> line.contains("Upgrade"));
    }

    @Test
    void a_refused_connection_is_said_as_such() throws IOException {
        server.close();

        assertThatThrownBy(() -> get(LONG)).isInstanceOf(UncheckedIOException.class);
    }

    private String get(Duration patience) {
        try (var http = new BoundedHttp(HttpClient.newBuilder(), patience)) {
            return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/hello")))
                    .body();
        }
    }

    /** To the first request, and leaves the connection open. */
    private void answer(String bytes) {
        Thread.startVirtualThread(() -> {
            try (var connection = server.accept()) {
                var reader = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
                var line = reader.readLine();
                while (line != null && !line.isEmpty()) {
                    asked.add(line);
                    line = reader.readLine();
                }
                connection.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
                reader.readLine();
            } catch (IOException ended) {
                // The client has left.
            }
        });
    }
}
