package dev.hotstate.metrics.fault;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages while Redis, Postgres and the service itself really are away. */
class OutagePagesIT {

    private static final String PREFIX = "ha:";
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final LocatorAssertions.ContainsTextOptions SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE.toMillis());
    private static final LocatorAssertions.HasCountOptions COUNTED_SOON =
            new LocatorAssertions.HasCountOptions().setTimeout(PATIENCE.toMillis());
    private static final LocatorAssertions.IsVisibleOptions VISIBLE_SOON =
            new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE.toMillis());
    private static final double ACTION_MILLIS = 30_000;

    private static OwnBackends backends;
    private static PackagedService gateway;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        browser = Browser.start();
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "outage-");
        backends = OwnBackends.withPrefix(folder, PREFIX);
        gateway = PackagedService.start(
                "gateway",
                folder,
                ServicePackage.ofModule(Path.of("")),
                backends.access(),
                Map.of("REDIS_KEY_PREFIX", PREFIX, "METRICS_LIVE_PERIOD", "500ms"));
        gateway.awaitReady();
        var policy = HttpRequest.newBuilder(gateway.api().resolve("/policies/visitors"))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"limit\": 5, \"window\": \"P1D\"}"))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            assertThat(http.send(policy, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }

    @AfterAll
    static void stop() {
        browser.close();
        gateway.kill();
        backends.close();
    }

    @Test
    void pages_say_what_is_away_and_what_still_works() {
        try (var traffic = signedIn("/");
                var editor = signedIn("/policy.html?id=visitors");
                var series = signedIn("/series.html")) {
            for (var tab : new BrowserPage[] {traffic, editor, series}) {
                assertThat(tab.page().locator("hs-live")).containsText("live", SOON);
                assertThat(tab.page().locator("hs-banner")).hasCount(0, COUNTED_SOON);
            }
            without_statsd(series);
            without_redis(traffic, editor, series);
            without_postgres(traffic, editor);
            without_the_service(traffic, editor, series);
        }
    }

    /** It is off unless asked for: the page offers what is heard anyway, and that can be done. */
    private static void without_statsd(BrowserPage series) {
        var page = series.page();
        assertThat(page.locator(".notice")).containsText("METRICS_STATSD_ENABLED=true", SOON);
        series.screenshot("series-no-statsd");
        var command = page.locator(".notice hs-code code").textContent();
        assertThat(command).contains("/v1/metrics");
        var body = command.substring(command.indexOf("-d '") + "-d '".length(), command.lastIndexOf('\''));
        assertThat(gateway.admin().post("/v1/metrics", body).statusCode()).isEqualTo(200);
        assertThat(page.locator("hs-table[name=s] tbody")).containsText("shop.queue", SOON);
    }

    private static void without_redis(BrowserPage traffic, BrowserPage editor, BrowserPage series) {
        backends.cluster().pauseAll();
        try {
            for (var tab : new BrowserPage[] {traffic, editor}) {
                tab.expectError("50[03]");
                assertThat(tab.page().locator("main hs-banner")).containsText("Redis does not answer", SOON);
                assertThat(tab.page().locator("main hs-banner")).containsText("each decides by its fail mode");
            }
            series.expectError("50[03]");
            assertThat(series.page().locator("main hs-banner")).containsText("Redis can't answer", SOON);
            assertThat(series.page().locator("hs-table[name=s] tbody")).containsText("shop.queue");
            series.screenshot("outage-redis-series");
            traffic.screenshot("outage-redis-traffic");
            await().atMost(PATIENCE).until(() -> check().contains("\"source\":\"fail_open\""));
            // Policies are in Postgres: what the banner says can be done, can be done.
            save(editor.page(), "without Redis");
            assertThat(editor.page().locator(".toast")).containsText("version 2", SOON);
            editor.screenshot("outage-redis-policy");
        } finally {
            backends.cluster().resumeAll();
        }
        for (var tab : new BrowserPage[] {traffic, editor, series}) {
            assertThat(tab.page().locator("hs-banner")).hasCount(0, COUNTED_SOON);
        }
        await().atMost(PATIENCE).until(() -> check().contains("\"source\":\"redis\""));
    }

    private static void without_postgres(BrowserPage traffic, BrowserPage editor) {
        backends.postgres().process().stop();
        try {
            for (var tab : new BrowserPage[] {traffic, editor}) {
                tab.expectError("50[03]");
                assertThat(tab.page().locator("main hs-banner")).containsText("Postgres does not answer", SOON);
                assertThat(tab.page().locator("main hs-banner")).containsText("each instance knows all policies");
            }
            editor.screenshot("outage-postgres-policy");
            // Once in a while Redis takes longer than a decision may on a crowded machine.
            await().atMost(PATIENCE).until(() -> check().contains("\"source\":\"redis\""));
            // What was written is still there when it can be saved.
            save(editor.page(), "without Postgres");
            assertThat(editor.page().locator(".form-problem")).isVisible(VISIBLE_SOON);
        } finally {
            backends.postgres().restart();
        }
        for (var tab : new BrowserPage[] {traffic, editor}) {
            assertThat(tab.page().locator("hs-banner")).hasCount(0, COUNTED_SOON);
        }
        assertThat(editor.page().locator("[name=description]")).hasValue("without Postgres");
        editor.page()
                .getByText("Save", new Page.GetByTextOptions().setExact(true))
                .click();
        assertThat(editor.page().locator(".page-head")).containsText("version 3", SOON);
    }

    private static void without_the_service(BrowserPage traffic, BrowserPage editor, BrowserPage series) {
        for (var tab : new BrowserPage[] {traffic, editor, series}) {
            tab.expectError("ERR_|50[03]");
        }
        gateway.kill();
        for (var tab : new BrowserPage[] {traffic, editor, series}) {
            assertThat(tab.page().getByText("This page has lost the service")).isVisible(VISIBLE_SOON);
        }
        traffic.screenshot("outage-service");
    }

    private static void save(Page page, String description) {
        page.locator("[name=description]").fill(description);
        page.getByText("Save", new Page.GetByTextOptions().setExact(true)).click();
    }

    private static String check() {
        return gateway.admin().post("/limits/check", """
                        {"policy": "visitors", "identifier": "a", "hits": 0}""").body();
    }

    private static BrowserPage signedIn(String path) {
        var tab = browser.page(Viewport.LAPTOP, Theme.DARK);
        tab.page().context().setDefaultTimeout(ACTION_MILLIS);
        tab.open(gateway.api().resolve("/login.html").toString());
        tab.page().fill("input", PackagedService.ADMIN_KEY);
        tab.page().keyboard().press("Enter");
        tab.page().waitForURL(url -> !url.contains("login"));
        return tab.open(gateway.api().resolve(path).toString());
    }
}
