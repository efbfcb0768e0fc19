package dev.hotstate.monitor;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.restassured.RestAssured.given;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.BrowserSession;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.process.PackagedService;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The packaged service alone, on a cluster that nobody else uses. */
@ExtendWith(BrowserExtension.class)
class SoleInstanceIT {

    private static final double BUDGET_PER_SECOND = 200;
    private static final Duration WINDOW = ofSeconds(4);

    private static LocalBackends backends;
    private static PackagedService service;

    @BeforeAll
    static void start() throws IOException {
        var folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "sole-instance")), "run");
        backends = LocalBackends.start(LocalBackendsSpec.in(folder).durable(false));
        var servicePackage = ServicePackage.ofModule(Path.of(""));
        var access = servicePackage.admitTo(backends.access(), "local");
        service = PackagedService.start("sole", folder, servicePackage, access, Map.of());
        service.awaitReady();
        await().atMost(ofSeconds(60)).until(() -> service.metric("hotstate_partition_owned") == 64);
    }

    @AfterAll
    static void stop() {
        service.close();
        backends.close();
    }

    /** With what its scripts call inside Redis. What the test itself asks is among it, too. */
    @Test
    void an_idle_instance_stays_within_its_budget() {
        var previous = new Sample();

        for (int calm = 0, round = 0; calm < 2; round++) {
            var sample = previous.next();
            assertThat(round)
                    .as("windows until it was calm; last one: %s", sample.spentSince(previous))
                    .isLessThan(15);
            calm = sample.perSecondSince(previous) <= BUDGET_PER_SECOND ? calm + 1 : 0;
            previous = sample;
        }
    }

    @Test
    void where_memory_is_short_no_check_begins_until_there_is_room() {
        var node = backends.redis().nodes().getFirst();
        long used = Long.parseLong(node.call("INFO", "memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .map(line -> line.substring("used_memory:".length()).strip())
                .findFirst()
                .orElseThrow());
        var usual = node.call("CONFIG", "GET", "maxmemory");

        // Far from the limit for claims and from what is full: buffers come and go.
        node.call("CONFIG", "SET", "maxmemory", Long.toString(used * 8 / 7));

        // One of three nodes is full; each of its partitions says so when it would be asked next.
        await().atMost(ofSeconds(30)).until(() -> paused() >= 15);
        assertThat(paused()).isLessThan(30);
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                service.admin().get("/monitors/figures").body())
                        .contains("\"shortOfMemory\":" + (int) paused()));

        node.call("CONFIG", "SET", "maxmemory", usual.replaceAll("\\D+", ""));
        await().atMost(ofSeconds(30)).until(() -> paused() == 0);
    }

    @Test
    void a_page_that_is_open_tells_at_once_that_a_part_of_redis_does_not_answer(Browser browser) {
        var monitor = asAdmin()
                .body("""
                        {"name": "front", "target": {"kind": "tcp", "host": "127.0.0.1", "port": %d}, "interval": "P1D"}""".formatted(service.api().getPort()))
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");
        var pages = new BrowserSession(browser, service.api(), PackagedService.ADMIN_KEY);
        try (var list = pages.open(Viewport.LAPTOP, Theme.LIGHT, "/");
                var own = pages.open(Viewport.PHONE, Theme.DARK, "/monitor.html?id=" + monitor)) {
            var tile = list.page().locator(".tile", new Page.LocatorOptions().setHasText("front"));
            // What a Redis that is slow has not heard of at once, it hears of at the next comparison.
            await().atMost(ofSeconds(60)).until(() -> isUp(monitor));
            assertThat(tile).hasClass(Pattern.compile(".* up .*"));
            assertThat(own.page().locator(".monitor-head p")).containsText("up for");
            var banner = new Page.LocatorOptions().setHasText("A part of Redis does not answer");

            var node = nodeWith(monitor);
            node.pause();
            try {
                assertThat(list.page().locator("hs-banner", banner)).containsText("can’t be known until it does");
                assertThat(tile).hasClass(Pattern.compile(".* unknown dimmed.*"));
                assertThat(own.page().locator("hs-banner", banner)).isVisible();
                assertThat(own.page().locator(".panel.dimmed")).containsText("fine");
                own.assertFitsWidth();
                list.screenshot("monitors-without-a-node");
                own.screenshot("monitor-without-a-node");
                try (var late = pages.open(Viewport.LAPTOP, Theme.LIGHT, "/monitor.html?id=" + monitor)) {
                    assertThat(late.page().locator("hs-banner", banner)).isVisible();
                    assertThat(late.page().locator(".panel.dimmed")).containsText("Not known until");
                    assertThat(late.page().locator(".day-bars rect")).hasCount(90);
                    late.screenshot("monitor-without-a-node-opened-late");
                }
            } finally {
                node.resume();
            }

            assertThat(tile).hasClass(Pattern.compile(".* up .*"));
            assertThat(own.page().locator("hs-banner", banner)).hasCount(0);
            assertThat(own.page().locator(".monitor-head p")).containsText("up for");
        }
    }

    private static boolean isUp(String monitor) {
        return service.admin().get("/monitors/" + monitor + "/status").body().contains("\"state\":\"up\"");
    }

    private static RedisNode nodeWith(String monitor) {
        return backends.redis().nodes().stream()
                .filter(node ->
                        node.call("KEYS", "*:monitor:status:*" + monitor).contains(monitor))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void without_postgres_a_status_page_is_the_last_one_and_says_so() {
        var monitor = asAdmin()
                .body("""
                        {"name": "shop", "target": {"kind": "tcp", "host": "127.0.0.1", "port": 9}, "interval": "P1D"}""")
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");
        asAdmin().body("""
                        {"slug": "shop", "title": "Shop", "groups": [{"name": "All", "monitors": [{"id": "%s", "label": "Checkout"}]}]}""".formatted(monitor)).put("/status-pages/shop").then().statusCode(200);
        await().atMost(ofSeconds(20))
                .until(() -> service.anybody().get("/status/shop").body().contains("Checkout"));

        backends.postgres().process().kill();
        try {
            await().atMost(ofSeconds(60)).untilAsserted(() -> {
                var page = service.anybody().get("/status/shop");
                assertThat(page.statusCode()).isEqualTo(200);
                assertThat(page.body()).contains("Checkout", "What you see is");
            });
            var unknown = service.anybody().get("/status/never-seen");
            assertThat(unknown.statusCode()).isEqualTo(503);
            assertThat(unknown.headers().firstValue("content-type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
            assertThat(unknown.headers().firstValue("retry-after")).isPresent();
            assertThat(unknown.body()).contains("can’t be read at the moment");
        } finally {
            backends.postgres().restart();
        }
        await().atMost(ofSeconds(60))
                .until(() -> !service.anybody().get("/status/shop").body().contains("What you see is"));
    }

    private static RequestSpecification asAdmin() {
        return given().baseUri(service.api().toString())
                .auth()
                .oauth2(PackagedService.ADMIN_KEY)
                .contentType(ContentType.JSON);
    }

    private static double paused() {
        return service.metric("monitor_claim_paused", "reason=\"memory\"");
    }

    /** How often each command was called until now. */
    private static final class Sample {

        private final Map<String, Long> calls = new TreeMap<>();
        private final long atNanos = System.nanoTime();

        Sample() {
            backends.redis()
                    .nodes()
                    .forEach(node -> node.call("INFO", "commandstats")
                            .lines()
                            .filter(line -> line.startsWith("cmdstat_"))
                            .forEach(line -> calls.merge(
                                    line.substring("cmdstat_".length(), line.indexOf(':')),
                                    Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(','))),
                                    Long::sum)));
        }

        Sample next() {
            await().atMost(WINDOW.multipliedBy(10)).until(() -> System.nanoTime() - atNanos >= WINDOW.toNanos());
            return new Sample();
        }

        double perSecondSince(Sample before) {
            long spent = spentSince(before).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            return spent * 1e9 / (atNanos - before.atNanos);
        }

        Map<String, Long> spentSince(Sample before) {
            var spent = new TreeMap<String, Long>();
            calls.forEach((command, count) -> spent.put(command, count - before.calls.getOrDefault(command, 0L)));
            return spent;
        }
    }
}
