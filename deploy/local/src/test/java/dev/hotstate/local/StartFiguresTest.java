package dev.hotstate.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the start page is told of monitors, whatever the service says of them. */
class StartFiguresTest {

    private HttpServer monitorService;
    private String answer = "";

    @BeforeEach
    void a_service_answers() throws IOException {
        monitorService = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        monitorService.createContext("/", exchange -> {
            var bytes = answer.getBytes(UTF_8);
            exchange.sendResponseHeaders(bytes.length == 0 ? 503 : 200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        monitorService.start();
    }

    @AfterEach
    void stop() {
        monitorService.stop(0);
    }

    @Test
    void where_all_are_up_nothing_else_is_told() throws IOException {
        answer = monitors("up", "up");

        assertThat(figures()).startsWith("up 2.0", "down 0.0").hasSize(3);
    }

    @Test
    void who_is_neither_up_nor_down_is_told_by_its_state() throws IOException {
        answer = monitors("paused", "up", "unknown", "down", "unknown", "confirming", "maintenance");

        assertThat(figures())
                .startsWith("up 1.0", "down 1.0", "confirming 1.0", "unknown 2.0", "maintenance 1.0", "paused 1.0");
    }

    @Test
    void of_a_service_that_does_not_answer_nothing_is_known() throws IOException {
        assertThat(figures()).startsWith("up ", "down ").hasSize(3);
    }

    private static String monitors(String... states) {
        return Arrays.stream(states)
                .map("{\"state\": \"%s\"}"::formatted)
                .collect(Collectors.joining(",", "{\"checksPerSecond\": 2.5, \"items\": [", "]}"));
    }

    /** Name and value each; a value that is not known is missing. */
    private List<String> figures() throws IOException {
        int port = monitorService.getAddress().getPort();
        var service = LocalService.ALL.getFirst().onPorts(port, port);
        var access = new StartFigures.Access(Set.of(), Map.of(), true);
        var now = new StartFigures(List.of(service), access, Optional.empty(), false).now();
        return new ObjectMapper()
                .readTree(now)
                .at("/services/0/figures")
                .valueStream()
                .map(figure -> figure.path("name").asText() + " "
                        + figure.path("value").asText())
                .toList();
    }
}
