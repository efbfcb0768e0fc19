package dev.hotstate.metrics.live;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.metrics.Requests.asAdmin;
import static dev.hotstate.metrics.Requests.newId;
import static dev.hotstate.metrics.Requests.policy;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.metrics.platform.MetricsKeys;
import dev.hotstate.metrics.statsd.StatsdServer;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The pages in a browser, with an hour of a shop behind them. */
@QuarkusTest
@TestInstance(Lifecycle.PER_CLASS)
class PagesIT {

    /** For what a crowded machine may take. */
    private static final Duration PATIENCE = ofSeconds(60);

    private static final double ACTION_MILLIS = 30_000;

    private static final Pattern FAILED = Pattern.compile("^\\s*5xx");

    private static final int LINES_PER_PACKET = 20;
    private static final Pattern HEARD = Pattern.compile("just now|ago");
    private static final Pattern A_PERCENT_AROUND_120 = Pattern.compile("^\\s*1(19|2[01])\\b");
    private static final Pattern TWO_OR_ANOTHER_HOUR = Pattern.compile("^\\s*[20]\\s*$");
    /** The command of the page: the line, and where it goes. */
    private static final Pattern FIRST_SERIES = Pattern.compile("echo \"(.*)\" \\| nc -u -w1 (\\S+) (\\d+)");

    private static final Page.GetByTextOptions EXACT = new Page.GetByTextOptions().setExact(true);

    /** By key: the form is filled in once. */
    private final Map<String, List<Cookie>> sessions = new HashMap<>();

    private Browser browser;
    private String policy;

    @TestHTTPResource
    URI api;

    @Inject
    Hour hour;

    @Inject
    RedisRouter redis;

    @Inject
    MetricsKeys keys;

    @Inject
    StatsdServer statsd;

    @BeforeAll
    void open() {
        browser = Browser.start();
    }

    @BeforeEach
    void fill() {
        if (policy != null) {
            return;
        }
        policy = policy("{\"description\": \"visitors of the shop\", \"match\": {\"route\": \"/shop/*\"},"
                + " \"limit\": 100, \"window\": \"PT1M\", \"identifiers\": \"plain\"}");
        policy("{\"limit\": 10, \"window\": \"PT1S\", \"algorithm\": \"gcra\", \"shadow\": true}");
        new PastHour(policy).into(hour, Clock.systemUTC().millis());
        asAdmin()
                .body(
                        "{\"instance\": \"shop-1\", \"method\": \"GET\", \"path\": \"/products\", \"status\": 200, \"durationMs\": 3}")
                .post("/observations")
                .then()
                .statusCode(200);
        asAdmin().body("{\"instance\": \"shop-1\", \"opened\": 12}").post("/connections");
    }

    @AfterAll
    void close() {
        browser.close();
    }

    @Test
    void the_first_page_shows_the_hour_at_every_width_and_theme() {
        for (var viewport : Viewport.values()) {
            for (var theme : viewport == Viewport.WIDE ? new Theme[] {Theme.DARK} : Theme.values()) {
                try (var tab = signedIn(viewport, theme, "/")) {
                    var page = tab.page();
                    assertThat(page.locator("hs-stat")).hasCount(6);
                    assertThat(page.locator("hs-stat", new Page.LocatorOptions().setHasText("Failed (5xx)")))
                            .isVisible();
                    assertThat(page.locator("hs-table[name=e] thead")).containsText("4xx, 5xx");
                    assertThat(page.locator("hs-table[name=e] thead th", new Page.LocatorOptions().setHasText(FAILED)))
                            .isVisible();
                    assertThat(page.locator("hs-chart .chart-svg")).hasCount(3);
                    assertThat(row(page, "e", PastHour.CHECKOUT)).containsText("%");
                    assertThat(row(page, "i", "shop-2")).isVisible();
                    assertThat(page.locator("hs-live")).containsText("live");
                    tab.assertFitsWidth();
                    tab.screenshot("traffic-%d-%s"
                            .formatted(viewport.width(), theme.name().toLowerCase()));
                }
            }
        }
    }

    @Test
    void a_long_poll_is_told_apart_from_what_is_slow() {
        try (var tab = signedIn(Viewport.PHONE, Theme.LIGHT, "/")) {
            var page = tab.page();

            assertThat(row(page, "e", PastHour.LONG_POLL).locator(".label")).hasText("long poll");
            assertThat(row(page, "e", PastHour.CHECKOUT).locator(".label")).hasCount(0);
            assertThat(page.locator("hs-chart").filter(new Locator.FilterOptions().setHasText("Latency")))
                    .containsText("without long polls");
            tab.assertFitsWidth();
        }
    }

    @Test
    void what_a_client_of_statsd_sends_is_on_the_page_of_series() {
        var name = newId("shop");
        tellStatsd(name + ".orders:3|c|#queue:mail,env:it");
        tellStatsd(name + ".took:120|ms\n" + name + ".took:80|ms\n" + name + ".took:120|ms");
        tellStatsd(name + ".depth:7.5|g|#instance:a\n" + name + ".depth:2|g|#instance:b");
        tellStatsd(name + ".visitors:ada|s\n" + name + ".visitors:bob|s");
        var orders = "count " + name + ".orders{env=it,queue=mail}";
        for (var viewport : Viewport.values()) {
            for (var theme : viewport == Viewport.WIDE ? new Theme[] {Theme.DARK} : Theme.values()) {
                try (var tab = signedIn(viewport, theme, "/series.html?q=" + name)) {
                    var page = tab.page();
                    assertThat(page.locator("nav.tabs a[aria-current=page]")).hasText("Series");
                    assertThat(page.locator(".table-count")).hasText("4 series");
                    assertThat(row(page, "s", orders)).containsText("queue=mail");
                    assertThat(cell(page, orders, "value")).hasText("3");
                    assertThat(cell(page, "values " + name + ".took", "value")).hasText("3");
                    assertThat(cell(page, "gauge " + name + ".depth", "value")).containsText("2 – 7.5");
                    assertThat(cell(page, "unique " + name + ".visitors", "value"))
                            .hasText(TWO_OR_ANOTHER_HOUR);
                    if (viewport != Viewport.PHONE) {
                        assertThat(cell(page, "values " + name + ".took", "p99"))
                                .hasText(A_PERCENT_AROUND_120);
                        assertThat(cell(page, orders, "heard")).containsText(HEARD);
                    }
                    assertThat(page.locator("hs-live")).containsText("live");
                    tab.assertFitsWidth();
                    tab.screenshot("series-%d-%s"
                            .formatted(viewport.width(), theme.name().toLowerCase()));
                }
            }
        }
    }

    @Test
    void a_link_reproduces_what_series_are_looked_for_and_one_opens_beside_the_page() {
        var name = newId("shop");
        tellStatsd(name + ".orders:3|c|#queue:mail");
        tellStatsd(name + ".took:120|ms");
        tellStatsd(name + ".depth:7.5|g|#instance:till-1\n" + name + ".depth:2|g|#instance:till-2");
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/series.html?kind=count&q=mail+" + name)) {
            var page = tab.page();
            assertThat(page.locator(".table-count")).hasText("1 series");
            var orders = "count " + name + ".orders{queue=mail}";
            assertThat(cell(page, orders, "value")).hasText("3");
            // As it comes, without a reload.
            tellStatsd(name + ".orders:4|c|#queue:mail");
            assertThat(cell(page, orders, "value")).hasText("7");

            page.locator("hs-series-page .table-search").fill(name);
            page.locator(".chips").getByText("gauge").click();
            assertThat(page).hasURL(Pattern.compile("kind=gauge"));
            assertThat(page.locator(".table-count")).hasText("1 series");
            row(page, "s", "gauge " + name + ".depth").click();
            assertThat(page).hasURL(Pattern.compile("series=gauge"));
            assertThat(page.locator(".side-panel h2")).hasText(name + ".depth");
            assertThat(page.locator(".side-panel")).containsText("till-2");
            assertThat(page.locator(".side-panel")).containsText(HEARD);
            tab.screenshot("series-panel");
            page.keyboard().press("Escape");
            assertThat(page.locator(".side-panel")).hasCount(0);

            // It is not among those that are shown.
            page.navigate(
                    api.resolve("/series.html?q=nowhere-" + name + "&series=" + encoded("values " + name + ".took"))
                            .toString());
            assertThat(page.locator(".side-panel .facts").first()).containsText("p99");
            assertThat(page.getByText("No series is like this")).isVisible();
            page.keyboard().press("Escape");
            page.getByText("Clear the filters").click();
            assertThat(page).not().hasURL(Pattern.compile("q="));
            assertThat(page.locator("hs-table[name=s] tbody tr:not(.spacer)").first())
                    .isVisible();

            page.navigate(api.resolve("/series.html?series=count+nobody.told").toString());
            assertThat(page.locator(".side-panel")).containsText("Nobody tells of this series");
        }
    }

    @Test
    void more_series_than_one_page_come_when_they_are_asked_for() {
        var name = newId("many");
        int many = 205;
        for (int from = 0; from < many; from += LINES_PER_PACKET) {
            tellStatsd(IntStream.range(from, Math.min(many, from + LINES_PER_PACKET))
                    .mapToObj(i -> "%s.%03d:1|c".formatted(name, i))
                    .collect(Collectors.joining("\n")));
        }
        try (var tab = signedIn(Viewport.LAPTOP, Theme.DARK, "/series.html?q=" + name)) {
            var page = tab.page();
            assertThat(page.locator(".table-count")).hasText("the first 200, by kind and name");
            page.getByText("Show more", EXACT).click();
            assertThat(page.locator(".table-count")).hasText(many + " series");
            assertThat(page.getByText("Show more", EXACT)).hasCount(0);
        }
    }

    @Test
    void who_has_no_series_yet_is_shown_the_first_one_to_send() {
        for (var theme : Theme.values()) {
            try (var tab = signedIn(Viewport.PHONE, theme, "/series.html")) {
                var page = tab.page();
                var notice = page.getByText("No series yet");
                // What another test has just told of takes its place anew, once.
                await().pollInSameThread().atMost(PATIENCE).until(() -> {
                    asAdmin()
                            .body("{\"scope\": \"series\"}")
                            .post("/reset")
                            .then()
                            .statusCode(200);
                    page.reload();
                    page.locator("hs-table[name=s] .notice h3, hs-table[name=s] tbody tr")
                            .first()
                            .waitFor();
                    return notice.isVisible();
                });
                tab.assertFitsWidth();
                tab.screenshot("series-none-" + theme.name().toLowerCase());

                var command = page.locator(".notice hs-code code").textContent();
                var parts = FIRST_SERIES.matcher(command);
                assertThat(parts.matches()).as(command).isTrue();
                tellStatsd(parts.group(1), new InetSocketAddress(parts.group(2), Integer.parseInt(parts.group(3))));
                assertThat(cell(page, "count shop.orders{queue=mail}", "value")).hasText("1");
            }
        }
    }

    @Test
    void what_is_counted_together_is_said_above_the_figures() {
        redis.send(Command.of("PFADD").key(keys.foldedLabels()).arg("GET /one").arg("GET /two"))
                .await()
                .atMost(PATIENCE);
        try (var tab = signedIn(Viewport.PHONE, Theme.LIGHT, "/")) {
            var together = new Page.LocatorOptions().setHasText("endpoints and instances counted together");
            assertThat(tab.page().locator("hs-banner", together)).containsText("metrics.recording.routes");
            tab.assertFitsWidth();
            tab.screenshot("traffic-folded");
        } finally {
            redis.send(Command.of("UNLINK").key(keys.foldedLabels())).await().atMost(PATIENCE);
        }
    }

    @Test
    void a_link_reproduces_filters_and_order_and_an_endpoint_opens_beside_the_page() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?e.errors-of=many+errors&e.method=POST&e.sort=-p99")) {
            var page = tab.page();
            assertThat(page.locator("hs-table[name=e] tbody tr:not(.spacer)").first())
                    .containsText(PastHour.CHECKOUT);
            assertThat(page.locator("hs-table[name=e]")
                            .getByText("GET /products", new Locator.GetByTextOptions().setExact(true)))
                    .hasCount(0);
            row(page, "e", PastHour.CHECKOUT).locator("td").nth(1).click();
            assertThat(page).hasURL(Pattern.compile("endpoint="));
            assertThat(page.locator(".side-panel h2")).containsText(PastHour.CHECKOUT);
            // It is known from the hour of another process only: there is no total of it.
            tab.expectError("404");
            assertThat(page.locator(".side-panel hs-chart .chart-svg")).hasCount(2);
            page.keyboard().press("Escape");
            assertThat(page.locator(".side-panel")).hasCount(0);

            page.navigate(api.resolve("/?endpoint=" + encoded("GET /products")).toString());
            assertThat(page.locator(".side-panel hs-chart .chart-svg")).hasCount(3);
            assertThat(page.locator(".side-panel")).containsText("p99.9");
            tab.screenshot("endpoint");
        }
    }

    @Test
    void limits_show_who_was_held_back() {
        for (var viewport : Viewport.values()) {
            for (var theme : viewport == Viewport.LAPTOP ? Theme.values() : new Theme[] {Theme.DARK}) {
                try (var tab = signedIn(viewport, theme, "/limits.html?p.q=" + policy)) {
                    var page = tab.page();
                    assertThat(page.locator("hs-table[name=p] [data-key='" + policy + "']"))
                            .isVisible();
                    assertThat(page.locator("hs-table[name=c]")).containsText("198.51.100.4");
                    // Long over: the headline speaks of now, the tile of the hour.
                    assertThat(page.locator(".verdict h1")).containsText("denied");
                    assertThat(page.locator(".stat.notable", new Page.LocatorOptions().setHasText("Without Redis")))
                            .containsText("last hour");
                    tab.assertFitsWidth();
                    tab.screenshot("limits-%d-%s"
                            .formatted(viewport.width(), theme.name().toLowerCase()));
                }
            }
        }
    }

    @Test
    void the_minute_that_goes_on_is_drawn_only_while_there_is_no_other() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/limits.html")) {
            assertThat(tab.page().evaluate("""
                    async () => {
                      const { minutesOver } = await import('/traffic/policies.js');
                      return JSON.stringify([
                        minutesOver({ allowed: [null, 40, 3], denied: [null, 0, 1] }),
                        minutesOver({ allowed: [null, null, 3], denied: [null, null, 1] }),
                        minutesOver({ allowed: [0, 0, 3], denied: [] }),
                        minutesOver({}),
                      ]);
                    }""")).isEqualTo("""
                    [{"allowed":[null,40],"denied":[null,0]},{"allowed":[null,null,3],"denied":[null,null,1]},\
                    {"allowed":[0,0,3],"denied":[]},{}]""");
        }
    }

    @Test
    void a_policy_is_tried_while_it_is_written_then_created_changed_and_deleted() {
        var place = "/" + newId("shop");
        var id = newId("tried");
        for (int i = 0; i < 10; i++) {
            asAdmin()
                    .body("{\"route\": \"%s/cart\", \"ip\": \"203.0.113.9\"}".formatted(place))
                    .post("/limits/check")
                    .then()
                    .statusCode(200);
        }
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/policy.html")) {
            var page = tab.page();
            page.locator("[name=id]").fill(id);
            page.locator("[name='match/route']").fill(place + "/*");
            page.locator("[name=limit]").fill("4");
            // The sample is written every two seconds, and asked for with each change.
            await().pollInSameThread().atMost(PATIENCE).until(() -> {
                page.waitForResponse(
                        "**/simulation",
                        new Page.WaitForResponseOptions().setTimeout(PATIENCE.toMillis()),
                        () -> page.locator("[name=description]").fill("at " + System.nanoTime()));
                return page.locator(".replay").textContent().contains("It would have denied 60 %");
            });
            tab.screenshot("policy-new");
            page.getByText("Create policy", EXACT).click();
            page.waitForURL("**/policy.html?id=" + id);
            assertThat(page.locator("h1")).hasText(id);

            page.locator("[name=shadow]").uncheck();
            page.getByText("Save", EXACT).click();
            assertThat(page.locator(".toast")).containsText("version 2");
            assertThat(page.locator(".page-head")).containsText("enforced");
            // At once: it does not stay for long.
            page.locator(".toast").getByText("Undo").click();
            assertThat(page.locator(".page-head")).containsText("version 3");
            assertThat(page.locator(".page-head")).containsText("shadow");
            assertThat(page.locator("[name=shadow]")).isChecked();
            tab.screenshot("policy");

            tab.expectError("409");
            asAdmin()
                    .body("{\"limit\": 7, \"window\": \"PT1M\"}")
                    .put("/policies/" + id)
                    .then()
                    .statusCode(200);
            page.locator("[name=limit]").fill("5");
            page.getByText("Save", EXACT).click();
            assertThat(page.locator(".conflict")).containsText("it is version 4 now");
            tab.screenshot("policy-conflict");
            page.getByText("Save mine over it").click();
            assertThat(page.locator(".page-head")).containsText("version 5");
            // What mine was saved over comes back, not what mine began with.
            page.locator(".toast").getByText("Undo").last().click();
            assertThat(page.locator(".page-head")).containsText("version 6");
            assertThat(page.locator(".page-head")).containsText("7 in 1 min");

            page.getByText("Delete " + id).click();
            assertThat(page.getByText(id + " is deleted").first()).isVisible();
            page.locator(".toast").getByText("Undo").last().click();
            assertThat(page.locator(".page-head")).containsText("version 1");
            // As it is, no check falls under it: it is tried anew all the same.
            assertThat(page.locator(".replay")).containsText("falls under it");
        }
    }

    @Test
    void what_is_written_and_not_saved_is_there_again_and_is_not_saved_over_what_others_have_changed() {
        var id = policy("{\"limit\": 10, \"window\": \"PT1M\"}");
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/policy.html?id=" + id)) {
            tab.expectError("409");
            var page = tab.page();
            page.locator("[name=limit]").fill("6");
            page.locator("[name=algorithm]").selectOption("gcra");
            page.locator("[name=burst]").fill("2");
            page.locator("[name=shadow]").check();
            page.navigate(api.resolve("/limits.html").toString());
            asAdmin()
                    .body("{\"limit\": 7, \"window\": \"PT1M\"}")
                    .put("/policies/" + id)
                    .then()
                    .statusCode(200);

            page.navigate(api.resolve("/policy.html?id=" + id).toString());
            assertThat(page.locator(".unsaved")).containsText("Not saved yet");
            assertThat(page.locator("[name=limit]")).hasValue("6");
            assertThat(page.locator("[name=burst]")).hasValue("2");
            assertThat(page.locator("[name=shadow]")).isChecked();
            tab.screenshot("policy-unsaved");
            page.getByText("Save", EXACT).click();
            assertThat(page.locator(".conflict")).containsText("it is version 2 now");
            assertThat(page.locator(".conflict li")).containsText("10 → 7");
            page.getByText("Save mine over it").click();
            assertThat(page.locator(".page-head")).containsText("version 3");
            assertThat(page.locator(".unsaved")).hasCount(0);

            page.locator("[name=limit]").fill("8");
            page.reload();
            assertThat(page.locator("[name=limit]")).hasValue("8");
            page.getByText("Drop it").click();
            assertThat(page.locator("[name=limit]")).hasValue("6");
            page.reload();
            assertThat(page.locator("[name=limit]")).hasValue("6");
            assertThat(page.locator(".unsaved")).hasCount(0);
        }
    }

    @Test
    void nonsense_in_the_form_is_answered_at_its_field() {
        for (var theme : Theme.values()) {
            try (var tab = signedIn(Viewport.PHONE, theme, "/policy.html")) {
                tab.expectError("400");
                var page = tab.page();
                page.locator("[name=id]").fill("No Such <b>Name");
                page.locator("[name='match/route']").fill("shop?x={");
                page.locator("[name='match/methods']").fill("get, 12");
                page.locator("[name=key]").fill("ip, cookie: x");
                page.locator("[name=limit]").fill("-3");
                page.locator("[name=window]").fill("99999999");
                page.getByText("Create policy", EXACT).click();
                for (var field : new String[] {"id", "match/route", "match/methods", "key", "limit", "window"}) {
                    assertThat(page.locator("[id='error-" + field + "']")).isVisible();
                }
                assertThat(page.locator(".replay")).containsText("As it is written, it is no policy");
                tab.assertFitsWidth();
                tab.screenshot("policy-nonsense-" + theme.name().toLowerCase());
            }
        }
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/policy.html?id=%3Cscript%3E")) {
            tab.expectError("404|400");
            assertThat(tab.page().locator("hs-notice")).isVisible();
        }
    }

    @Test
    void what_a_policy_adapts_to_and_whose_shadow_it_is_is_written_in_the_form() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.DARK, "/policy.html")) {
            tab.expectError("400");
            var page = tab.page();
            var adapting = newId("adapting");
            var place = "/" + newId("slow");
            page.locator("[name=id]").fill(adapting);
            page.locator("[name='adaptive/p95Above']").fill("a quarter");
            page.getByText("Create policy", EXACT).click();
            assertThat(page.locator("[id='error-adaptive/p95Above']")).isVisible();
            page.locator("[name='adaptive/p95Above']").fill("250");
            page.getByText("Create policy", EXACT).click();
            assertThat(page.locator("[id='error-adaptive/endpoint']")).isVisible();
            page.locator("[name='adaptive/endpoint']").fill("GET " + place);
            page.locator("[name='adaptive/errorRateAbove']").fill("7");
            page.locator("[name='adaptive/factor']").fill("29");
            page.getByText("Create policy", EXACT).click();
            page.waitForURL("**/policy.html?id=" + adapting);
            assertThat(page.locator("[name='adaptive/p95Above']")).hasValue("250");
            assertThat(page.locator("[name='adaptive/errorRateAbove']")).hasValue("7");
            assertThat(page.locator("[name='adaptive/factor']")).hasValue("29");
            asAdmin()
                    .get("/policies/" + adapting)
                    .then()
                    .body("spec.adaptive.endpoint", equalTo("GET " + place))
                    .body("spec.adaptive.p95Above", equalTo("PT0.25S"))
                    .body("spec.adaptive.errorRateAbove", equalTo(0.07f))
                    .body("spec.adaptive.factor", equalTo(0.29f));

            // A step: as soon as the endpoint is slow, the page says that less is allowed, and why.
            await().pollInSameThread().atMost(PATIENCE).until(() -> {
                beSlow(place);
                return page.locator(".page-head").textContent().contains("Tightened to 29");
            });
            assertThat(page.locator(".page-head")).containsText("GET " + place + " is in trouble");
            tab.screenshot("policy-tightened");

            page.navigate(api.resolve("/policy.html").toString());
            var shadow = newId("shadow");
            page.locator("[name=id]").fill(shadow);
            page.locator("[name=shadowOf]").fill(policy);
            page.locator("[name=shadow]").uncheck();
            page.getByText("Create policy", EXACT).click();
            assertThat(page.locator(".form-problem")).containsText("must be true");
            page.locator("[name=shadow]").check();
            page.getByText("Create policy", EXACT).click();
            page.waitForURL("**/policy.html?id=" + shadow);
            assertThat(page.locator("[name=shadowOf]")).hasValue(policy);
            asAdmin().get("/policies/" + shadow).then().body("spec.shadowOf", equalTo(policy));
        }
    }

    @Test
    void who_may_not_read_is_told_what_is_missing() {
        var key = asAdmin()
                .body("{\"name\": \"%s\", \"scopes\": [\"limit\"]}".formatted(newId("proxy")))
                .post("/api-keys")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("key");
        try (var tab = signedIn(key, Viewport.PHONE, Theme.DARK, "/")) {
            tab.expectError("403");
            assertThat(tab.page().getByText("Your key may not see this").first())
                    .isVisible();
            tab.screenshot("traffic-forbidden");
            for (var other : new String[] {"/limits.html", "/series.html"}) {
                tab.page().navigate(api.resolve(other).toString());
                assertThat(tab.page().getByText("Your key may not see this").first())
                        .isVisible();
            }
        }
    }

    private void tellStatsd(String lines) {
        tellStatsd(lines, new InetSocketAddress("127.0.0.1", statsd.udpPort()));
    }

    private static void tellStatsd(String lines, InetSocketAddress where) {
        var bytes = lines.getBytes(UTF_8);
        try (var socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(bytes, bytes.length, where));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Locator cell(Page page, String series, String column) {
        return row(page, "s", series).locator("[data-column=%s]".formatted(column));
    }

    private static void beSlow(String place) {
        var observations = IntStream.range(0, 50)
                .mapToObj(each ->
                        "{\"instance\": \"slow-1\", \"method\": \"GET\", \"route\": \"%s\", \"status\": 200, \"durationMs\": 900}"
                                .formatted(place))
                .collect(Collectors.joining(",", "[", "]"));
        asAdmin().body(observations).post("/observations").then().statusCode(200);
    }

    private static Locator row(Page page, String table, String key) {
        return page.locator("hs-table[name=%s] [data-key='%s']".formatted(table, key));
    }

    private BrowserPage signedIn(Viewport viewport, Theme theme, String path) {
        return signedIn(ServiceContract.ADMIN_KEY, viewport, theme, path);
    }

    private BrowserPage signedIn(String key, Viewport viewport, Theme theme, String path) {
        var tab = browser.page(viewport, theme);
        tab.page().context().setDefaultTimeout(ACTION_MILLIS);
        var known = sessions.get(key);
        if (known != null) {
            tab.page().context().addCookies(known);
            return tab.open(api.resolve(path).toString());
        }
        tab.open(api.resolve("/login.html?next=" + encoded(path)).toString());
        tab.page().fill("input", key);
        tab.page().keyboard().press("Enter");
        tab.page().waitForURL(url -> !url.contains("login"));
        sessions.put(key, tab.page().context().cookies());
        return tab;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
