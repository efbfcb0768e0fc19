package dev.hotstate.driver.fault;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two instances, and a master of Redis that comes back in its place without what it was told last. */
class RestartInPlaceIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Nobody lapses while the machine is busy with something else, and nobody says anything that would make up for a loss. */
    private static final Map<String, String> SETTINGS = Map.of("DRIVER_POSITION_HEARTBEAT", "10m");

    /** So many that one of three masters has four of them. */
    private static final int DRIVERS = 12;

    private static Path folder;
    private static ServicePackage service;
    private static OwnBackends backends;
    private static List<PackagedService> instances;
    private static DriverKeys keys;

    @BeforeAll
    static void start() throws IOException {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "restarts-");
        service = ServicePackage.ofModule(Path.of(""));
        backends = new OwnBackends(folder);
        keys = new DriverKeys(new KeySpace(backends.cluster().env(), OwnBackends.APP));
        startInstances("first");
    }

    private static void startInstances(String time) {
        instances = Stream.of("one", "other")
                .map(name -> PackagedService.start(name + "-" + time, folder, service, backends.access(), SETTINGS))
                .toList();
        instances.forEach(PackagedService::awaitReady);
    }

    @AfterAll
    static void stop() {
        instances.forEach(PackagedService::kill);
        backends.close();
    }

    private enum Loss {
        LAST_WORDS,
        /** As when a machine loses its power: nobody lives who has seen the process before. */
        LAST_WORDS_AND_INSTANCES,
        EVERYTHING
    }

    @ParameterizedTest
    @EnumSource
    void what_was_answered_holds_when_a_master_comes_back_in_its_place_without_it(Loss loss) {
        var drivers = driversOfOneMaster();
        var leaves = drivers.getFirst();
        var isClaimed = drivers.get(1);
        var isReleased = drivers.get(2);
        var rests = drivers.get(3);
        var released = accepted(claim(isReleased));
        accepted(change(released, "confirm"));
        await().atMost(PATIENCE).untilAsserted(() -> assertStands(isReleased, "BUSY", "assigned"));
        var marks = marks();
        var master = masterOf(leaves);

        backends.cluster().replicaOf(master).call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
        master.call("CONFIG", "SET", "appendonly", loss == Loss.EVERYTHING ? "yes" : "no");
        accepted(at().admin().post("/drivers/" + leaves.id() + "/offline", "{\"reason\": \"home\"}"));
        accepted(claim(isClaimed));
        accepted(change(released, "release"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(untold()).isZero());
        if (loss == Loss.EVERYTHING) {
            master.call("FLUSHALL");
        }
        if (loss == Loss.LAST_WORDS_AND_INSTANCES) {
            instances.forEach(PackagedService::kill);
        }
        master.kill();
        master.restart();
        if (loss == Loss.LAST_WORDS_AND_INSTANCES) {
            startInstances("again");
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertStands(leaves, "OFFLINE", "home");
            assertStands(isClaimed, "BUSY", "claimed");
            assertStands(isReleased, "AVAILABLE", "");
            assertStands(rests, "AVAILABLE", "");
        });
        assertThat(master.isMaster()).isTrue();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(marks())
                        .as("built anew, those of this master and of no other")
                        .allSatisfy((edge, built) -> {
                            if (masterOf(edge).equals(master)) {
                                assertThat(built).matches("[0-9a-f]{40}").isNotEqualTo(marks.get(edge));
                            } else {
                                assertThat(built).isEqualTo(marks.get(edge));
                            }
                        }));
    }

    private record OneDriver(String id, long number) {}

    /** Who can be had, as Redis and Postgres know. */
    private static List<OneDriver> driversOfOneMaster() {
        var ids = IntStream.range(0, DRIVERS)
                .mapToObj(any -> "drv-" + UUID.randomUUID())
                .toList();
        ids.forEach(id -> accepted(at().admin().post("/drivers", "{\"id\": \"%s\"}".formatted(id))));
        await().atMost(PATIENCE).untilAsserted(() -> {
            var points = ids.stream()
                    .map("{\"id\": \"%s\", \"lat\": 59.33, \"lon\": 18.06}"::formatted)
                    .toList();
            assertThat(accepted(at().admin().post("/drivers/locations", points.toString()))
                            .path("counts")
                            .path("recorded")
                            .asInt())
                    .isEqualTo(DRIVERS);
        });
        await().atMost(PATIENCE).until(() -> count("""
                select count(*) from driver.driver_state join driver.driver on number = driver
                where status = 'AVAILABLE' and id in ('%s')""".formatted(String.join("', '", ids))) == DRIVERS);
        return ids.stream()
                .map(id -> new OneDriver(id, count("select number from driver.driver where id = '" + id + "'")))
                .collect(groupingBy(driver -> masterOf(driver).port()))
                .values()
                .stream()
                .max(Comparator.comparingInt(List::size))
                .orElseThrow();
    }

    private static RedisNode masterOf(OneDriver driver) {
        return backends.cluster().masterOf(keys.status(driver.number()).value());
    }

    private static RedisNode masterOf(int edge) {
        return backends.cluster().masterOf(keys.built(edge).value());
    }

    /** By their slots, in which process they were set. All ranges are built. */
    private static Map<Integer, String> marks() {
        await().atMost(PATIENCE)
                .until(() -> instances.stream().allMatch(instance -> instance.metric("driver_rebuild_missing") == 0));
        return IntStream.range(0, DriverKeys.RANGES)
                .boxed()
                .collect(toMap(
                        DriverKeys::firstSlotOf,
                        range -> masterOf(DriverKeys.firstSlotOf(range))
                                .call(
                                        "HRANDFIELD",
                                        keys.built(DriverKeys.firstSlotOf(range))
                                                .value())));
    }

    private static HttpResponse<String> claim(OneDriver driver) {
        return at().admin()
                .post(
                        "/drivers/" + driver.id() + "/claim",
                        "{\"requestId\": \"rq-%s\", \"ttl\": \"PT10M\"}".formatted(UUID.randomUUID()));
    }

    private static HttpResponse<String> change(JsonNode claim, String how) {
        return at().admin()
                .post(
                        "/drivers/claims/" + claim.get("id").asText() + "/" + how,
                        "{\"token\": %d}".formatted(claim.get("token").asLong()));
    }

    /** What Redis says, not Postgres for it. */
    private static void assertStands(OneDriver driver, String status, String reason) {
        var found = accepted(at().admin().get("/drivers/" + driver.id() + "/status"));
        assertThat(found.path("stale").asBoolean()).as(found.toString()).isFalse();
        assertThat(found.path("status").asText()).as(found.toString()).isEqualTo(status);
        assertThat(found.path("reason").asText()).as(found.toString()).isEqualTo(reason);
    }

    /** Changes of claims of which Redis was not told, as Postgres knows. */
    private static long untold() {
        return count("select count(*) from driver.assignment where told < version");
    }

    private static long count(String sql) {
        try (var connection = backends.postgres().admin().connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PackagedService at() {
        return instances.getFirst();
    }

    private static JsonNode accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
