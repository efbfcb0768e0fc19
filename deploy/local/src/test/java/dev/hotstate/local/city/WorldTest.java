package dev.hotstate.local.city;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the drivers of the demo arrive, told by what is asked of the service. */
class WorldTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DRIVERS = 2_000;
    /** Two hundred a second, and two rounds in it. */
    private static final int REQUESTS_IN_A_ROUND_MAX = 100;

    private static final int TURNS_MAX = 4;

    @TempDir
    Path folder;

    /** Registered by a run before, or by this one. */
    private final Set<String> known = new ConcurrentSkipListSet<>();
    /** Registered, or said to be available again. */
    private final Set<String> introduced = new ConcurrentSkipListSet<>();

    private HttpServer server;
    private DriverService service;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/drivers/", this::serve);
        server.start();
        var port = server.getAddress().getPort();
        service = new DriverService(new ServiceApi(URI.create("http://127.0.0.1:" + port), null));
    }

    @AfterEach
    void close() throws IOException {
        service.close();
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        var words = exchange.getRequestURI().getPath().split("/");
        if (words[2].equals("locations")) {
            var body = JSON.writeValueAsBytes(
                    Map.of("results", verdicts(exchange.getRequestBody().readAllBytes())));
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } else if (words[2].equals("claims")) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            known.add(words[2]);
            introduced.add(words[2]);
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }

    private List<Map<String, String>> verdicts(byte[] reports) throws IOException {
        return StreamSupport.stream(JSON.readTree(reports).spliterator(), false)
                .map(report -> report.path("id").asText())
                .map(id -> Map.of("id", id, "verdict", known.contains(id) ? "recorded" : "unknown"))
                .toList();
    }

    @Test
    void newcomers_are_introduced_bit_by_bit_or_the_service_would_refuse_them() throws IOException {
        assertThatAllArriveBitByBit();
    }

    @Test
    void so_are_those_whom_a_run_before_has_left() throws IOException {
        known.addAll(everybody());

        assertThatAllArriveBitByBit();
    }

    private void assertThatAllArriveBitByBit() throws IOException {
        var world = world();
        for (int round = 0; round < TURNS_MAX * World.PARTS; round++) {
            int before = introduced.size();

            world.playRound();

            assertThat(introduced.size() - before).isLessThan(REQUESTS_IN_A_ROUND_MAX);
        }
        assertThat(introduced).hasSize(DRIVERS);
    }

    private List<String> everybody() {
        List<String> ids = new ArrayList<>();
        for (var city : City.ALL) {
            for (int number = 1; number <= DRIVERS * city.share() / 100; number++) {
                ids.add("%s-%04d".formatted(city.key(), number));
            }
        }
        return ids;
    }

    private World world() {
        return new World(
                service,
                new OpenRides(folder.resolve("rides.txt")),
                DRIVERS,
                Clock.systemUTC(),
                new SplittableRandom(7));
    }
}
