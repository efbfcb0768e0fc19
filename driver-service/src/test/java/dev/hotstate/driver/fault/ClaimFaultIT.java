package dev.hotstate.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * 64 claimers and 500 drivers over two instances, while a master of Redis is killed and then one of the instances: whatever is
 * lost on the way, nobody gets a driver that somebody else has, and who got one keeps it.
 */
class ClaimFaultIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration AGAIN_AFTER = Duration.ofMillis(100);

    /** Nobody lapses before somebody gets it, however long the machine is busy with something else. */
    private static final Map<String, String> SETTINGS = Map.of("DRIVER_POSITION_HEARTBEAT", "5m");

    private static final int DRIVERS = 500;
    private static final int CLAIMERS = 64;
    private static final double LAT = 41.9;
    private static final double LON = 12.5;

    /** Held by requests that died, and found by nobody until their claims end. */
    private static final int MISSED_MAX = CLAIMERS * 2;

    private final Queue<String> got = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void no_driver_is_given_twice_while_a_master_and_an_instance_die() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "claims-");
        var service = ServicePackage.ofModule(Path.of(""));
        try (var backends = new OwnBackends(folder);
                var one = PackagedService.start("one", folder, service, backends.access(), SETTINGS);
                var other = PackagedService.start("other", folder, service, backends.access(), SETTINGS)) {
            one.awaitReady();
            other.awaitReady();
            placeDrivers(backends, one);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < CLAIMERS; i++) {
                    var first = i % 2 == 0 ? List.of(one, other) : List.of(other, one);
                    threads.submit(() -> claimUntilOver(first));
                }
                await().atMost(PATIENCE).until(() -> got.size() >= DRIVERS / 5);
                backends.cluster()
                        .killAndAwaitPromotion(backends.cluster().masters().getFirst());
                await().atMost(PATIENCE)
                        .until(() -> one.metric("driver_rebuild_drivers_total")
                                        + other.metric("driver_rebuild_drivers_total")
                                > 0);
                int before = got.size();
                await().atMost(PATIENCE).until(() -> got.size() >= before + 50 || got.size() >= DRIVERS - MISSED_MAX);
                other.kill();
                await().atMost(PATIENCE).until(() -> got.size() >= DRIVERS - MISSED_MAX);
                over.set(true);
            }

            assertThat(got).doesNotHaveDuplicates();
            assertThat(assigned(backends))
                    .as("what was answered is in Postgres, whoever died since, and nobody is in it twice")
                    .containsAll(got)
                    .doesNotHaveDuplicates();
        }
    }

    private void claimUntilOver(List<PackagedService> instances) {
        while (!over.get()) {
            var request = """
                    {"requestId": "rq-%s", "lat": %s, "lon": %s, "radius": 5, "count": 2, "ttl": "PT10M"}""".formatted(UUID.randomUUID(), LAT, LON);
            claim(instances, request).forEach(driver -> got.add(driver));
        }
    }

    /** The same request, to one instance after the other, until it has an answer. */
    private List<String> claim(List<PackagedService> instances, String request) {
        var turns = Stream.iterate(0, turn -> 1 - turn).map(instances::get).iterator();
        return await().pollDelay(Duration.ZERO)
                .pollInterval(AGAIN_AFTER)
                .forever()
                .until(
                        () -> over.get() ? Optional.of(List.<String>of()) : claimed(turns.next(), request),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Empty if it was refused, or there is nobody to answer. */
    private static Optional<List<String>> claimed(PackagedService instance, String request) {
        try {
            var answer = instance.admin().post("/drivers/claims", request);
            return answer.statusCode() == 200 ? Optional.of(drivers(answer)) : Optional.empty();
        } catch (UncheckedIOException gone) {
            return Optional.empty();
        }
    }

    private static List<String> drivers(HttpResponse<String> answer) {
        var ids = new ArrayList<String>();
        tree(answer)
                .get("claims")
                .forEach(claim -> ids.add(claim.get("driverId").asText()));
        return ids;
    }

    private static void placeDrivers(OwnBackends backends, PackagedService service) throws Exception {
        execute(
                backends,
                "insert into driver (id, profile, version) select 'drv-' || n, '{}', 1 from generate_series(1, "
                        + DRIVERS + ") n");
        try (var http = HttpClient.newHttpClient();
                var threads = Executors.newFixedThreadPool(8)) {
            var placed = IntStream.rangeClosed(1, DRIVERS)
                    .mapToObj(n -> threads.submit(() -> place(http, location(service, n))))
                    .toList();
            for (var each : placed) {
                each.get();
            }
        }
    }

    /** As a phone does: until it was heard. On a crowded machine Redis may not answer in time. */
    private static void place(HttpClient http, HttpRequest location) {
        await().atMost(PATIENCE)
                .until(() -> http.send(location, BodyHandlers.discarding()).statusCode() == 200);
    }

    private static HttpRequest location(PackagedService service, int n) {
        var point = "{\"lat\": %s, \"lon\": %s}".formatted(LAT + n * 1e-5, LON + n * 1e-5);
        return HttpRequest.newBuilder(service.api().resolve("/drivers/drv-" + n + "/location"))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(point))
                .build();
    }

    /** Whom somebody has, as often as somebody has them. */
    private static List<String> assigned(OwnBackends backends) {
        try (var connection = backends.postgres().admin().connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        select driver.id from driver.assignment join driver.driver on driver.number = assignment.driver
                        where assignment.state in ('claimed', 'confirmed')""")) {
            var drivers = new ArrayList<String>();
            while (rows.next()) {
                drivers.add(rows.getString(1));
            }
            return drivers;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void execute(OwnBackends backends, String sql) {
        try (var connection = backends.postgres().admin().connect();
                var statement = connection.createStatement()) {
            statement.execute("set search_path = driver");
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode tree(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
