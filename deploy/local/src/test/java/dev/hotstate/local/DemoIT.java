package dev.hotstate.local;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.http.BoundedHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A world that moves, as a newcomer starts it. */
@TestMethodOrder(OrderAnnotation.class)
class DemoIT {

    private static final String BERLIN = "/drivers/available?lat=52.52&lon=13.405&radius=20&limit=5";
    private static final Duration PATIENCE = ofSeconds(120);
    private static final int MONITOR = 0;
    private static final int DRIVER = 1;
    private static final int DAG = 2;
    private static final int METRICS = 3;

    @TempDir
    static Path folder;

    private static Checkout checkout;
    private static ScriptRun up;
    private static BoundedHttp http;
    private static ServiceLogs logs;
    /** A service may have started before Redis answered it; that is not what goes on in the demo. */
    private static List<String> errorsAtStart;

    @BeforeAll
    static void hotstate_demo() throws IOException {
        checkout = Checkout.packaged(folder);
        http = BoundedHttp.create();
        var settings = Map.of(
                "HOTSTATE_DEMO_DRIVERS",
                "400",
                "HOTSTATE_DEMO_JOBS",
                "12",
                // A crowded machine is not an outage, which the pages and the logs would tell of.
                "HOTSTATE_REDIS_DEADLINE",
                "5s",
                "HOTSTATE_POSTGRES_DEADLINE",
                "20s");
        up = checkout.hotstate(settings, "demo").awaitWords("Hotstate is up after");
        logs = ServiceLogs.of(checkout);
        errorsAtStart = logs.errors();
    }

    @AfterAll
    static void down() throws IOException {
        up.close();
        checkout.handDown();
        http.close();
    }

    @Test
    @Order(1)
    void drivers_come_and_move() {
        patiently().until(() -> get(BERLIN).path("drivers").size() == 5);
        var seen = get(BERLIN).path("drivers");

        // One of them may take a break just now, not all.
        patiently().until(() -> seen.valueStream().anyMatch(DemoIT::hasMoved));
        patiently()
                .untilAsserted(() ->
                        assertThat(get("/geofences?limit=50").path("items")).hasSize(12));
    }

    @Test
    @Order(2)
    void some_are_claimed() {
        patiently().untilAsserted(() -> {
            var claim = openRides().split(" ")[0];
            assertThat(claim).isNotEmpty();
            assertThat(get("/drivers/claims/" + claim).path("driverId").asText())
                    .matches("[a-z-]+-\\d{4}");
        });
    }

    @Test
    @Order(2)
    void the_gateway_knows_what_everybody_else_answered() {
        patiently()
                .until(() -> get(METRICS, "/endpoints?limit=500")
                        .path("items")
                        .valueStream()
                        .map(endpoint -> endpoint.path("endpoint").asText())
                        .anyMatch("GET /drivers/available"::equals));
        for (var sender : List.of("monitor-service-", "driver-service-", "dag-scheduler-", "shop-")) {
            patiently()
                    .untilAsserted(() -> assertThat(get(METRICS, "/instances")
                                    .path("items")
                                    .valueStream()
                                    .map(instance -> instance.path("instance").asText()))
                            .anyMatch(instance -> instance.startsWith(sender)));
        }
    }

    @Test
    @Order(3)
    void the_suite_is_watched_jobs_run_and_visitors_are_counted_and_limited() {
        patiently()
                .untilAsserted(() -> assertThat(statesOfMonitors())
                        .contains("dag-scheduler up", "Postgres up", "Shop: checkout up", "Nightly backup up"));
        patiently()
                .untilAsserted(() -> assertThat(
                                get(MONITOR, "/status/demo/data").path("title").asText())
                        .contains("Shop"));
        patiently().until(() -> get(DAG, "/jobs?limit=50&status=COMPLETED").path("items"), jobs -> !jobs.isEmpty());
        patiently().until(() -> get(METRICS, "/summary").path("total").asLong() > 200);
        patiently()
                .until(() -> get(METRICS, "/errors")
                        .path("byStatus")
                        .valueStream()
                        .anyMatch(each -> each.path("status").asInt() == 429));
    }

    @Test
    @Order(4)
    void clicks_lead_from_the_start_page_through_all_four_dashboards_each_of_which_shows_life() throws IOException {
        var start = startPage();

        try (var browser = Browser.start();
                var tab = patientPage(browser, Viewport.LAPTOP).open(start)) {
            var tour = new DashboardTour(tab, start);
            tour.throughMonitors();
            tour.throughDrivers();
            tour.throughJobs();
            tour.throughTraffic();
            pictures(browser, start);
        }
        for (var document : List.of("../../README.md", "../../driver-service/README.md")) {
            assertThat(Files.readString(Path.of(document))).contains("docs/images/map.png");
        }
    }

    @Test
    @Order(5)
    void it_uses_little_a_key_of_its_own_and_no_log_has_an_error() {
        var simulator = simulator();
        var before = cpu(simulator);
        long begin = System.nanoTime();
        await().pollDelay(ofMillis(500)).atMost(PATIENCE).until(() -> System.nanoTime() - begin > 10e9);

        double share = cpu(simulator).minus(before).toNanos() / (double) (System.nanoTime() - begin);
        assertThat(share).as("of a core").isLessThan(0.4);
        for (int service : List.of(MONITOR, DRIVER, DAG, METRICS)) {
            patiently()
                    .untilAsserted(() -> assertThat(get(service, "/api-keys").path("items"))
                            .filteredOn(key -> key.path("name").asText().equals("demo world")
                                    && key.path("state").asText().equals("active"))
                            .hasSize(1));
        }
        // One that tells of a moment is an error until that is over.
        patiently().untilAsserted(() -> assertThat(logs.errors()).isSubsetOf(errorsAtStart));
        patiently().untilAsserted(() -> assertThat(logs.standstills()).isEmpty());
    }

    /** A newcomer who has begun with the demo types them as well; {@link ReadmeExamplesIT} types them where nothing goes on. */
    @Test
    @Order(6)
    void every_command_of_the_readme_works_in_the_demo_as_well() throws IOException {
        for (var example : ReadmeExamples.ofRunningSystem()) {
            ReadmeExamples.run(example, checkout, folder);
        }

        // As those of the demo do in the end, and not because nobody hears of her.
        var alma = checkout.services().get(DRIVER).url("/drivers/alma/offline");
        assertThat(http.send(HttpRequest.newBuilder(URI.create(alma)).POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    @Order(7)
    void a_redis_node_is_killed_by_a_button_and_comes_back_by_itself() {
        try (var browser = Browser.start();
                var tab = patientPage(browser, Viewport.PHONE).open(startPage())) {
            tab.assertFitsWidth();
            var node = tab.page().locator("[data-node]").first();

            node.getByText("Kill it").click();

            tab.page().getByText("was killed with -9").waitFor();
            up.awaitWords("ended unexpectedly with exit code").awaitWords("is back.");
            tab.page().getByText("is back. Its shard was away").waitFor();
        }
        patiently().until(() -> get(DRIVER, BERLIN).path("source").asText().equals("redis"));
    }

    @Test
    @Order(8)
    void nobody_but_the_start_page_itself_kills_a_node() {
        int port = checkout.backends().redis().ports().getFirst();
        var kill = HttpRequest.newBuilder(URI.create(startPage() + "redis/" + port + "/kill"))
                .POST(HttpRequest.BodyPublishers.noBody());

        assertThat(http.send(kill).statusCode()).isEqualTo(403);
    }

    @Test
    @Order(8)
    void all_drivers_may_be_logged_out_at_once() {
        var driverService = checkout.services().get(DRIVER);
        var answer = http.send(HttpRequest.newBuilder(URI.create(driverService.url(BERLIN))));

        assertThat(answer.headers().firstValue("RateLimit-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("q=800;"));
    }

    @Test
    @Order(9)
    void it_ends_with_the_rest_and_gives_everybody_back() {
        var simulator = simulator();

        try (var down = checkout.hotstate("down")) {
            assertThat(down.exitCode()).isZero();
        }

        assertThat(up.exitCode()).isZero();
        assertThat(simulator.isAlive()).isFalse();
        assertThat(openRides()).isEmpty();
        assertThat(checkout.file(".hotstate/logs/driver-service.log"))
                .content()
                .doesNotContain("does not answer [Error Occurred After Shutdown]");
    }

    @Test
    @Order(10)
    void what_it_leaves_behind_is_true_without_it() {
        up = checkout.hotstate("up").awaitWords("Hotstate is up after");

        patiently().untilAsserted(() -> assertThat(jobsOfTheDemo("PENDING")).isEmpty());
        patiently().untilAsserted(() -> assertThat(jobsOfTheDemo("RUNNING")).isEmpty());
        patiently()
                .untilAsserted(() -> assertThat(get(DAG, "/schedules?limit=100").path("items"))
                        .isEmpty());
        patiently().untilAsserted(() -> assertThat(statesOfMonitors()).contains("Shop: checkout paused"));
        patiently()
                .untilAsserted(() -> assertThat(statesOfDrivers()).isNotEmpty().containsOnly("non_operational"));
    }

    /** In Postgres, which has it for good. */
    private static List<String> statesOfDrivers() {
        return get("/mds/vehicles/status")
                .path("vehicles_status")
                .valueStream()
                .map(vehicle -> vehicle.path("vehicle_state").asText())
                .toList();
    }

    private static List<String> jobsOfTheDemo(String status) {
        return get(DAG, "/jobs?limit=500&label=world=demo&status=" + status)
                .path("items")
                .valueStream()
                .map(job -> job.path("jobId").asText())
                .toList();
    }

    /** Who has only just come may not be known yet to whom we ask. */
    private static ConditionFactory patiently() {
        return await().atMost(PATIENCE).ignoreExceptions();
    }

    private static boolean hasMoved(JsonNode seen) {
        var now = get("/drivers/" + seen.path("id").asText() + "/status").path("position");
        return now.path("lat").asDouble() != seen.path("lat").asDouble()
                && now.path("lon").asDouble() != seen.path("lon").asDouble();
    }

    private static BrowserPage patientPage(Browser browser, Viewport viewport) {
        var tab = browser.page(viewport);
        tab.page().setDefaultTimeout(PATIENCE.toMillis());
        return tab;
    }

    /** Those of the README that take a living world. */
    private static void pictures(Browser browser, String start) throws IOException {
        new Picture("start", start, "Try this").take(browser);
        new Picture("monitors", checkout.services().get(MONITOR), "/", "Lateness").take(browser);
        new Picture("map", checkout.services().get(DRIVER), "/?at=52.517,13.40,13", "available").take(browser);
        new Picture("traffic", checkout.services().get(METRICS), "/", "Latency").take(browser);
    }

    private static String startPage() {
        var row = Pattern.compile("start page +(\\S+)").matcher(up.output());
        assertThat(row.find()).isTrue();
        return row.group(1);
    }

    private static List<String> statesOfMonitors() {
        return get(MONITOR, "/monitors/status?limit=100")
                .path("items")
                .valueStream()
                .map(each ->
                        each.path("name").asText() + " " + each.path("state").asText())
                .toList();
    }

    private static JsonNode get(String path) {
        return get(DRIVER, path);
    }

    private static JsonNode get(int index, String path) {
        var service = checkout.services().get(index);
        try {
            var answer = http.send(HttpRequest.newBuilder(URI.create(service.url(path))));
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
            }
            return new ObjectMapper().readTree(answer.body());
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    private static String openRides() {
        try {
            var file = checkout.file(".hotstate/data/demo-rides.txt");
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ProcessHandle simulator() {
        return up.tree().members().stream()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .filter(process -> process.info().commandLine().orElse("").contains(DemoProcess.MARK))
                .findFirst()
                .orElseThrow();
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }
}
