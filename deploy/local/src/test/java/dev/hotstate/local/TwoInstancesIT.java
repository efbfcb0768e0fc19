package dev.hotstate.local;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import dev.hotstate.kit.testing.http.BoundedHttp;
import dev.hotstate.kit.testing.process.PackagedService;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of one service, started for the first time at the same moment, on one Redis Cluster and one Postgres. */
class TwoInstancesIT {

    private static final Duration CACHE_TTL = ofSeconds(1);
    private static final Duration HEARTBEAT = ofMillis(500);

    /** For a crowded machine; how long a cache may know a key is shown to the millisecond where a test moves the clock. */
    private static final Duration SLACK = ofSeconds(10);

    private static final ServicePackage PACKAGED = ServicePackage.ofModule(Path.of("../../monitor-service"));
    private static final Pattern KEY = Pattern.compile("\"key\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern PING = Pattern.compile("\"ping\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern PASSWORD_IN_URL = Pattern.compile("://[^:/@]+:([^@]+)@");
    private static final Duration PATIENCE = ofSeconds(120);

    /** From when the nodes are back, on the whole service. */
    private static final Duration RECOVERY = ofSeconds(35);

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");

    @TempDir
    static Path folder;

    private static LocalBackends backends;
    private static ServiceAccess access;
    private static PackagedService one;
    private static PackagedService other;

    @BeforeAll
    static void startBothAtOnce() {
        backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
        access = PACKAGED.admitTo(backends.access(), "local");
        var settings = Map.of(
                "HOTSTATE_AUTH_CACHE_TTL", CACHE_TTL.toString(), "HOTSTATE_HTTP_SSE_HEARTBEAT", HEARTBEAT.toString());
        one = PackagedService.start("one", folder, PACKAGED, access, settings);
        other = PackagedService.start("other", folder, PACKAGED, access, settings);
        one.awaitReady();
        other.awaitReady();
    }

    @AfterAll
    static void stop() {
        Stream.of(one, other).parallel().forEach(PackagedService::stop);
        backends.close();
    }

    @Test
    void a_session_that_began_at_one_counts_at_the_other() {
        try (var browser = BoundedHttp.over(HttpClient.newBuilder().cookieHandler(new CookieManager()))) {
            var login = HttpRequest.newBuilder(one.api().resolve("/login"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"key\":\"" + PackagedService.ADMIN_KEY + "\"}"));
            assertThat(browser.send(login).statusCode()).isEqualTo(200);

            var keys = HttpRequest.newBuilder(other.api().resolve("/api-keys"));
            assertThat(browser.send(keys).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void what_one_learns_reaches_a_page_at_the_other() throws Exception {
        var job = one.admin()
                .post("/monitors", "{\"name\":\"nightly\",\"push\":{\"grace\":\"PT1M\"},\"interval\":\"PT1H\"}");
        try (var stream = EventStreamClient.open(
                other.api().resolve("/monitors/events"), authorization(PackagedService.ADMIN_KEY))) {
            await().atMost(PATIENCE).until(() -> stream.values("event").contains("snapshot"));

            await().atMost(PATIENCE)
                    .until(() -> one.anybody().get(first(PING, job)).statusCode() == 200);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(stream.values("data"))
                            .anySatisfy(data -> assertThat(data).contains(first(ID, job), "\"state\":\"up\"")));
        }
    }

    @Test
    void a_key_revoked_at_one_stops_working_at_the_other_in_time() {
        var created = one.admin().post("/api-keys", "{\"name\":\"reader\",\"scopes\":[\"read\"]}");
        var reader = other.anybody().with(first(KEY, created));
        assertThat(reader.get("/vitals").statusCode()).isEqualTo(200);

        one.admin().delete("/api-keys/" + first(ID, created));

        await().atMost(CACHE_TTL.plus(SLACK)).until(() -> reader.get("/vitals").statusCode() == 401);
    }

    @Test
    void a_stream_at_the_other_ends_in_time_when_its_key_is_revoked_at_one() throws Exception {
        var created = one.admin().post("/api-keys", "{\"name\":\"watcher\",\"scopes\":[\"read\"]}");
        try (var stream =
                EventStreamClient.open(other.api().resolve("/vitals/stream"), authorization(first(KEY, created)))) {
            await().atMost(PATIENCE).until(() -> !stream.values("data").isEmpty());

            one.admin().delete("/api-keys/" + first(ID, created));

            await().atMost(CACHE_TTL.plus(HEARTBEAT).plus(SLACK)).until(stream::hasEnded);
        }
    }

    @Test
    void while_all_of_redis_is_away_they_say_so_and_then_work_again_without_a_restart() {
        var job = one.admin()
                .post("/monitors", "{\"name\":\"outage\",\"push\":{\"grace\":\"PT1M\"},\"interval\":\"PT1H\"}");
        var ping = first(PING, job);
        var nodes = backends.redis().nodes();
        var both = List.of(one, other);
        for (var instance : both) {
            await().atMost(PATIENCE).until(() -> instance.anybody().get(ping).statusCode() == 200);
        }

        nodes.forEach(RedisNode::kill);
        try {
            for (var instance : both) {
                await().atMost(PATIENCE).untilAsserted(() -> {
                    var refused = instance.anybody().get(ping);
                    assertThat(refused.statusCode()).isEqualTo(503);
                    assertThat(refused.body()).contains("redis-unavailable");
                });
                await().atMost(PATIENCE).untilAsserted(() -> {
                    var ready = instance.management().get("/q/health/ready");
                    assertThat(ready.statusCode()).isEqualTo(200);
                    assertThat(ready.body()).containsPattern("\"degraded\"\\s*:\\s*true");
                });
                assertTellsNoPassword(instance);
            }
        } finally {
            nodes.forEach(RedisNode::restart);
            backends.redis().awaitReady();
        }

        await().atMost(RECOVERY)
                .until(() -> both.stream()
                        .allMatch(instance -> instance.anybody().get(ping).statusCode() == 200));
        for (var instance : both) {
            await().atMost(PATIENCE)
                    .until(() -> instance.admin().get("/vitals").body().contains("\"degraded\":false"));
        }
    }

    private static void assertTellsNoPassword(PackagedService instance) {
        assertThat(List.of(
                        instance.management().get("/q/health/ready").body(),
                        instance.management().get("/q/metrics").body(),
                        instance.admin().get("/vitals").body()))
                .allSatisfy(answer -> assertThat(answer).isNotEmpty().doesNotContain(passwords()));
        assertThat(instance.log()).content().doesNotContain(passwords());
    }

    private static List<String> passwords() {
        var configuration = access.configuration();
        var ofPostgresAndVitals = configuration.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".password"))
                .map(Map.Entry::getValue);
        var ofRedis = PASSWORD_IN_URL
                .matcher(configuration.get("quarkus.redis.hosts"))
                .results()
                .map(password -> password.group(1));
        var all = Stream.concat(ofPostgresAndVitals, ofRedis).distinct().toList();
        assertThat(all).hasSize(3);
        return all;
    }

    @Test
    void one_that_starts_while_all_of_redis_is_away_says_so_and_works_when_redis_is_there() {
        var job = one.admin()
                .post("/monitors", "{\"name\":\"late\",\"push\":{\"grace\":\"PT1M\"},\"interval\":\"PT1H\"}");
        var nodes = backends.redis().nodes();
        nodes.forEach(RedisNode::kill);
        try (var late = PackagedService.start("late", folder, PACKAGED, access, Map.of())) {
            try {
                late.awaitReady();
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        late.management().get("/q/health/ready").body())
                                .containsPattern("\"degraded\"\\s*:\\s*true")
                                .contains("No Redis node answers"));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(late.log()).content().containsPattern(" ERROR .*Redis"));
            } finally {
                nodes.forEach(RedisNode::restart);
                backends.redis().awaitReady();
            }

            await().atMost(PATIENCE)
                    .until(() -> late.anybody().get(first(PING, job)).statusCode() == 200);
            await().atMost(PATIENCE)
                    .until(() -> late.admin().get("/vitals").body().contains("\"degraded\":false"));
        }
    }

    @Test
    void one_that_partitions_its_keys_in_another_way_does_not_start() throws SQLException {
        turnRegisterAround();
        try (var third = PackagedService.start(
                "third", folder, PACKAGED, PACKAGED.admitTo(backends.access(), "local"), Map.of())) {
            await().atMost(PATIENCE).until(() -> !third.isAlive());
            assertThat(third.log()).content().contains("was first started with the partitions");
        } finally {
            turnRegisterAround();
        }
    }

    /** It tells a gateway that is not there any more of its last answer, for a while, while its connections go. */
    @Test
    void one_that_stops_without_its_gateway_does_not_call_postgres_down() {
        var recording = Map.of("HOTSTATE_RECORDING_URL", "http://127.0.0.1:" + FreePorts.one());
        try (var third = PackagedService.start("recording", folder, PACKAGED, access, recording)) {
            third.awaitReady();
            assertThat(third.anybody().get("/about").statusCode()).isEqualTo(200);

            third.stop();

            assertThat(third.log())
                    .content()
                    .contains("The gateway")
                    .doesNotContain("does not answer [Error Occurred After Shutdown]");
        }
    }

    private static void turnRegisterAround() throws SQLException {
        try (var connection = backends.postgres().admin().connect();
                var update = connection.createStatement()) {
            assertThat(update.executeUpdate("update monitor.partition_register set tags = reverse(tags)"))
                    .isEqualTo(1);
        }
    }

    private static String authorization(String key) {
        return "Authorization: Bearer " + key + "\r\n";
    }

    private static String first(Pattern pattern, HttpResponse<String> answer) {
        var matcher = pattern.matcher(answer.body());
        assertThat(matcher.find()).as("%s in %s", pattern, answer.body()).isTrue();
        return matcher.group(1);
    }
}
