package dev.hotstate.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two real instances as processes of their own: what one learns the other tells, and what both see is told once. */
class TwoInstancesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A crowded machine is no subject of these tests. */
    private static final Map<String, String> PATIENT = Map.of("HOTSTATE_REDIS_DEADLINE", "5s");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static OwnBackends backends;
    private static PackagedService one;
    private static PackagedService other;

    @BeforeAll
    static void start() throws IOException {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "instances-");
        var service = ServicePackage.ofModule(Path.of(""));
        backends = new OwnBackends(folder);
        one = PackagedService.start("one", folder, service, backends.access(), PATIENT);
        other = PackagedService.start("other", folder, service, backends.access(), PATIENT);
        one.awaitReady();
        other.awaitReady();
    }

    @AfterAll
    static void stop() {
        Stream.of(one, other).filter(Objects::nonNull).forEach(PackagedService::kill);
        backends.close();
        HTTP.close();
    }

    @Test
    void a_map_at_one_shows_who_moves_at_the_other() throws Exception {
        register("map");
        try (var map = stream(other, "/drivers/stream?bbox=1.9,47.9,2.1,48.1")) {
            await().atMost(PATIENCE).until(() -> map.values("event").contains("snapshot"));

            await().atMost(PATIENCE).untilAsserted(() -> {
                locate(one, "map", 48, 2);
                assertThat(map.values("data")).anyMatch(data -> data.contains("\"gone\"") && data.contains("\"map\""));
            });
        }
    }

    @Test
    void a_crossing_is_told_once_however_many_see_it() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        var receiver = receiver(told);
        register("crosser");
        var fence = tree(one.admin()
                        .post("/geofences", """
                {"name": "f", "shape": {"kind": "circle", "lat": 45, "lon": 7, "radius": 200},
                 "webhook": {"url": "http://127.0.0.1:%d/"}}""".formatted(receiver.getAddress().getPort())))
                .path("id")
                .asText();
        try (var here = stream(one, "/geofences/events/stream");
                var there = stream(other, "/geofences/events/stream")) {
            await().atMost(PATIENCE)
                    .until(() -> here.values("event").contains("snapshot")
                            && there.values("event").contains("snapshot"));
            // Both know of the fence when both have noticed a driver in it.
            await().atMost(PATIENCE).until(() -> knowsOfFences(one) && knowsOfFences(other));

            for (int crossings = 0; crossings < 10; crossings++) {
                boolean enters = crossings % 2 == 0;
                int known = crossings + 1;
                // Both are told of it, one after the other.
                locate(crossings % 4 < 2 ? one : other, "crosser", enters ? 45 : 45.004, 7);
                locate(crossings % 4 < 2 ? other : one, "crosser", enters ? 45.000_1 : 45.004_1, 7);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(kinds(fence, "crosser")).hasSize(known));
            }

            assertThat(kinds(fence, "crosser"))
                    .startsWith("enter", "exit", "enter")
                    .endsWith("exit");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).hasSize(10));
            for (var stream : List.of(here, there)) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(toldOf(fence, stream))
                                .hasSize(10)
                                .startsWith("enter", "exit")
                                .endsWith("exit"));
            }
            assertThat(told).doesNotHaveDuplicates().hasSize(10);
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void who_was_in_a_fence_leaves_it_after_a_restart() throws Exception {
        register("sleeper");
        var fence = tree(one.admin().post("/geofences", """
                {"name": "f", "shape": {"kind": "circle", "lat": 46, "lon": 8, "radius": 200}}""")).path("id").asText();
        // An instance may learn of a fence a second late.
        await().atMost(PATIENCE).untilAsserted(() -> {
            locate(one, "sleeper", 46, 8);
            assertThat(kinds(fence, "sleeper")).containsExactly("enter");
        });

        for (var instance : List.of(one, other)) {
            instance.kill();
            instance.startAgain();
            instance.awaitReady();
        }
        await().atMost(PATIENCE).until(() -> knowsOfFences(other));
        locate(other, "sleeper", 46.004, 8);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(kinds(fence, "sleeper")).containsExactly("enter", "exit"));
    }

    private static boolean knowsOfFences(PackagedService service) {
        return service.metric("driver_geofence_known") >= 1;
    }

    /** Oldest first. */
    private static List<String> kinds(String fence, String driver) {
        var kinds = new ArrayList<String>();
        tree(one.admin().get("/geofences/events?driver=%s&fence=%s".formatted(driver, fence)))
                .path("items")
                .forEach(event -> kinds.addFirst(event.path("kind").asText()));
        return kinds;
    }

    /** A stream tells of all fences; what another test has done may come late. */
    private static List<String> toldOf(String fence, EventStreamClient stream) {
        return stream.values("data").stream()
                .map(TwoInstancesIT::tree)
                .filter(event -> event.path("fenceId").asText().equals(fence))
                .map(event -> event.path("kind").asText())
                .toList();
    }

    private static void register(String driver) {
        assertThat(one.admin()
                        .post("/drivers", "{\"id\": \"%s\"}".formatted(driver))
                        .statusCode())
                .isEqualTo(201);
    }

    private static void locate(PackagedService service, String driver, double lat, double lon) throws Exception {
        var request = HttpRequest.newBuilder(service.api().resolve("/drivers/" + driver + "/location"))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"lat\": %s, \"lon\": %s}".formatted(lat, lon)))
                .build();
        assertThat(HTTP.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    private static EventStreamClient stream(PackagedService service, String path) throws IOException {
        return EventStreamClient.open(
                service.api().resolve(path), "Authorization: Bearer " + PackagedService.ADMIN_KEY + "\r\n");
    }

    private static HttpServer receiver(List<String> ids) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            ids.add(exchange.getRequestHeaders().getFirst("webhook-id"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static JsonNode tree(HttpResponse<String> answer) {
        return tree(answer.body());
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
