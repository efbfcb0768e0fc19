package dev.hotstate.monitor;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.restassured.RestAssured.given;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.BrowserSession;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.AlertOutbox;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.channel.ChannelRequests;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.Reason;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The pages of this service in a browser, with monitors that have a past. */
@QuarkusTest
@TestInstance(Lifecycle.PER_CLASS)
class PagesIT {

    private static final int PAGES_WANTED = 30;
    private static final int ROWS_IN_DOM_MAX = 80;
    private static final int MANY_INCIDENTS = 250;

    private Browser browser;
    private BrowserSession session;

    @TestHTTPResource
    URI api;

    @Inject
    DemoMonitors monitors;

    @Inject
    AlertOutbox outbox;

    @Inject
    Database database;

    @BeforeAll
    void create() {
        browser = Browser.start();
        session = new BrowserSession(browser, api, ServiceContract.ADMIN_KEY);
        monitors.create();
    }

    @AfterAll
    void remove() {
        browser.close();
        monitors.remove();
    }

    @Test
    void the_first_page_says_what_is_wrong_at_every_width_and_theme() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?tag=demo")) {
            tab.atEveryWidthAndTheme((viewport, theme) -> {
                assertThat(tab.page().locator(".verdict h1")).containsText("checkout is down");
                assertThat(tab.page().locator(".tile").first()).containsText("checkout");
                tab.assertFitsWidth();
                tab.screenshot("monitors-%d-%s"
                        .formatted(viewport.width(), theme.name().toLowerCase()));
            });
        }
    }

    @Test
    void what_waited_for_the_start_is_told_but_is_no_alarm() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/maintenance.html")) {
            var page = tab.page();
            var lateness = page.locator("hs-stat", new Page.LocatorOptions().setHasText("Lateness"));

            figures(page, 0.4, 22_000);
            page.navigate(api.resolve("/").toString());
            assertThat(lateness.locator(".stat-value")).hasText("< 1 ms");
            assertThat(lateness).containsText("22 s at the start");
            assertThat(lateness.locator(".notable")).hasCount(0);

            figures(page, 22_000, 0);
            page.reload();
            assertThat(lateness.locator(".stat-value")).hasText("22 s");
            assertThat(lateness).containsText("checks /s here");
            assertThat(lateness.locator(".notable")).hasCount(1);
        }
    }

    /** As an instance tells them. */
    private static void figures(Page page, double latenessMs, double startLatenessMs) {
        var body = """
                {"latenessMs": %s, "startLatenessMs": %s, "overdueMs": 0, "checksPerSecond": 3, "shortOfMemory": 0,
                 "backlogged": 0, "latenessTrendMs": []}""".formatted(latenessMs, startLatenessMs);
        page.route(
                "**/monitors/figures",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(body)));
    }

    @Test
    void a_monitor_shows_its_day_its_quarter_and_its_incidents() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/monitor.html?id=" + DemoMonitors.DOWN)) {
            tab.atEveryWidthAndTheme((viewport, theme) -> {
                var page = tab.page();
                assertThat(page.locator(".monitor-head h1")).containsText("checkout");
                assertThat(page.locator(".day-bars rect")).hasCount(90);
                assertThat(page.locator("hs-chart .chart-svg")).hasCount(2);
                assertThat(page.locator("hs-chart .series-area")).hasCount(5);
                assertThat(page.locator("[data-key=inc_demo0]")).containsText("open");
                assertThat(page.locator("hs-banner", new Page.LocatorOptions().setHasText("This monitor is down")))
                        .containsText("12 checks have failed since its retries were used up");
                assertThat(page.locator(".phase-history rect")).hasCount(100);
                assertThat(page.locator(".view-switch").evaluate("box => box.scrollWidth > box.clientWidth"))
                        .as("the spans stick out of their box")
                        .isEqualTo(false);
                tab.assertFitsWidth();
                tab.screenshot(
                        "monitor-%d-%s".formatted(viewport.width(), theme.name().toLowerCase()));
            });
        }
    }

    @Test
    void a_new_monitor_shows_its_first_hour_and_claims_no_more_than_it_knows() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/monitor.html?id=" + DemoMonitors.UP)) {
            var page = tab.page();
            assertThat(page.locator(".view-switch [aria-pressed=true]")).hasText("1h");
            var quarter = page.locator("hs-stat", new Page.LocatorOptions().setHasText("Uptime 90d"));
            assertThat(quarter).containsText("no failure in ");
            tab.screenshot("monitor-new");

            page.navigate(api.resolve("/monitor.html?id=" + DemoMonitors.DOWN).toString());
            assertThat(page.locator(".view-switch [aria-pressed=true]")).hasText("24h");
            assertThat(quarter).containsText("failed");
            assertThat(quarter).not().containsText("failed in");
        }
    }

    @Test
    void whoever_follows_an_old_link_is_told_so_and_finds_back() {
        given().get("/favicon.ico").then().statusCode(200);
        try (var tab = signedIn(Viewport.PHONE, Theme.LIGHT, "/monitor.html?id=mon_nobody")) {
            tab.expectError("404");
            var page = tab.page();
            assertThat(page.getByText("There is no such monitor")).isVisible();
            tab.screenshot("monitor-nobody");

            page.getByText("All monitors").click();

            assertThat(page).hasURL(Pattern.compile("/$"));
        }
    }

    /** The functions themselves, with results as the stream brings them: a page with such a past would take minutes. */
    @Test
    void what_is_shown_ages_and_an_outage_lasts_since_its_first_failure() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/incidents.html")) {
            var told = tab.page().evaluate("""
                    async () => {
                      const { latencyOf, withLastKnown, withResult } = await import('/monitor/monitors.js');
                      const { isOld, isOverdue, sinceOf } = await import('/monitor/freshness.js');
                      const { whyOf } = await import('/monitor/words.js');
                      const reported = (latencyMs) => latencyOf({ ...well, kind: 'push', latencyMs });
                      const ago = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();
                      const well = { id: 'm', kind: 'http', interval: 'PT5S', state: 'up', answered: true, since: ago(900),
                        checkedAt: ago(4), reason: 'ok', statusCode: 200, latencyMs: 12, phases: {}, recent: ['u12'] };
                      const failed = { state: 'confirming', verdict: 'down', reason: 'status', statusCode: 503, latencyMs: 9 };
                      const first = withResult(well, { ...failed, at: ago(3) });
                      const down = withResult(first, { ...failed, state: 'down', at: ago(1) });
                      const read = { ...down, message: 'Status 503 is not among 200-299' };
                      const hanging = withResult(read, { ...failed, state: 'down', reason: 'timeout_first_byte', statusCode: 0, at: ago(0) });
                      const silent = withLastKnown({ id: 'm', kind: 'http', interval: 'PT5S', state: 'unknown', answered: false, recent: [] }, well);
                      return {
                        oneClock: sinceOf(down) === first.checkedAt,
                        same: whyOf(withResult(read, { ...failed, state: 'down', at: ago(0) })),
                        other: whyOf(hanging),
                        phases: hanging.phases === undefined,
                        over: sinceOf(withResult(down, { state: 'up', verdict: 'up', reason: 'ok', statusCode: 200, latencyMs: 9, at: 'now' })),
                        fresh: isOverdue(well),
                        late: isOverdue({ ...well, checkedAt: ago(40) }),
                        job: isOverdue({ ...well, kind: 'push', checkedAt: ago(40) }),
                        took: `${latencyOf(well)} ${reported(90000)} ${reported(0)}`,
                        silent: `${silent.state} ${isOld(silent)} ${silent.recent} ${silent.since}`,
                        answers: isOld(withResult(silent, { state: 'up', verdict: 'up', reason: 'ok', statusCode: 200, latencyMs: 9, at: ago(0) })),
                      };
                    }""");

            assertThat(told)
                    .asInstanceOf(MAP)
                    .containsEntry("oneClock", true)
                    .containsEntry("same", "Status 503 is not among 200-299")
                    .containsEntry("other", "no answer in time")
                    .containsEntry("phases", true)
                    .containsEntry("over", "now")
                    .containsEntry("fresh", false)
                    .containsEntry("late", true)
                    .containsEntry("job", false)
                    .containsEntry("took", "12 90000 undefined")
                    .containsEntry("silent", "unknown true u12 undefined")
                    .containsEntry("answers", false);
        }
    }

    /** A result is heard a little later than it was written, so what was heard always looks newer than what is read. */
    @Test
    void what_was_heard_once_does_not_stand_against_what_is_read_afterwards() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/incidents.html")) {
            var told = tab.page().evaluate("""
                    async () => {
                      const { Monitors } = await import('/monitor/monitors.js');
                      const written = { id: 'm', name: 'm', kind: 'http', interval: 'P1D', tags: [], state: 'down', answered: true,
                        checkedAt: '2026-11-18T12:00:00.100Z', reason: 'status', statusCode: 503, latencyMs: 9, message: 'Status 503', recent: ['d9'] };
                      const silent = { id: 'm', name: 'm', kind: 'http', interval: 'P1D', tags: [], state: 'unknown', answered: false };
                      const well = { ...written, state: 'up', checkedAt: '2026-11-18T11:00:00Z', reason: 'ok', statusCode: 200, message: undefined };
                      const result = { id: 'm', at: '2026-11-18T12:00:00.105Z', state: 'down', verdict: 'down', reason: 'status', statusCode: 503, latencyMs: 9 };
                      const monitors = new Monitors();
                      const hear = () => monitors.stream.dispatchEvent(new CustomEvent('results', { detail: { results: [result] } }));
                      const usual = window.fetch;
                      const read = async (monitor, meanwhile = () => {}) => {
                        window.fetch = async (address, ...rest) => {
                          if (!String(address.url ?? address).includes('/monitors/status')) {
                            return usual(address, ...rest);
                          }
                          meanwhile();
                          return Response.json({ items: [monitor], unanswered: monitor.answered ? 0 : 1 });
                        };
                        await monitors.reload();
                        return monitors.byId.get('m');
                      };
                      monitors.start();
                      monitors.stop();
                      await read(well);
                      const meanwhile = (await read(well, hear)).state;
                      const message = (await read(written)).message;
                      const away = (await read(silent)).state;
                      const back = (await read(written)).state;
                      window.fetch = usual;
                      return { meanwhile, message, away, back };
                    }""");

            assertThat(told)
                    .asInstanceOf(MAP)
                    .containsEntry("meanwhile", "down")
                    .containsEntry("message", "Status 503")
                    .containsEntry("away", "unknown")
                    .containsEntry("back", "down");
        }
    }

    @Test
    void a_job_shows_where_it_reports_and_what_it_sent_along() {
        var created = given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                .contentType(ContentType.JSON)
                .body("""
                        {"name": "%s", "push": {"grace": "PT1M"}, "interval": "PT1H", "remindEvery": "PT30M"}""".formatted(PublicId.next("job")))
                .post("/monitors")
                .then()
                .statusCode(201)
                .extract();
        String id = created.path("id");
        try {
            given().contentType("text/plain")
                    .body("42 files copied")
                    .post(created.<String>path("reportTo.ping") + "/3")
                    .then()
                    .statusCode(200);

            try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/monitor.html?span=1h&id=" + id)) {
                var page = tab.page();
                assertThat(page.getByText("/ping/{key}/")).isVisible();
                var latency = page.locator("hs-stat", new Page.LocatorOptions().setHasText("Latency"));
                assertThat(latency.locator(".stat-value")).hasText("–");
                await().atMost(ofSeconds(30)).until(() -> {
                    page.reload();
                    page.waitForSelector("hs-chart");
                    return page.locator(".ping-body").count() == 1;
                });
                // The hour of a monitor that was just made begins a few minutes ago.
                page.waitForFunction("""
                        () => {
                          const { from, to, step, series } = document.querySelector("hs-chart") ?? { from: 0, to: 0 };
                          const minutes = (to - from) / 60_000;
                          return minutes >= 10 && minutes <= 15 && series[0].points.length === (to - from) / step + 1;
                        }""");
                page.locator(".ping-body summary").click();
                assertThat(page.locator(".ping-body pre")).containsText("42 files copied");
                assertThat(page.locator(".ping-body summary")).containsText("exit status 3");
                tab.screenshot("monitor-job");
                page.locator(".actions button:has-text('Edit')").click();
                page.locator("summary:has-text('When a failure counts')").click();
                assertThat(page.locator("#f-remind")).hasValue("30");
            }
        } finally {
            given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                    .delete("/monitors/" + id)
                    .then()
                    .statusCode(204);
        }
    }

    @Test
    void the_table_shows_the_same_and_a_link_reproduces_the_view() {
        try (var tab = signedIn(Viewport.WIDE, Theme.LIGHT, "/?view=table&m.state=down")) {
            assertThat(tab.page().locator("tbody tr:not(.spacer)")).hasCount(1);
            assertThat(tab.page().locator("tbody tr:not(.spacer)")).containsText("status 503");
            tab.screenshot("monitors-table");
        }
    }

    @Test
    void a_monitor_is_created_in_the_page_and_what_is_wrong_stands_beside_its_field() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/")) {
            tab.expectError("400");
            var page = tab.page();
            button(page, "Create a monitor").first().click();
            page.fill("[name=name]", "made in the page");
            page.fill("[name=url]", "not an address");
            page.locator("hs-monitor-form button[type=submit]").click();
            assertThat(page.locator(".field.invalid")).containsText("Address");
            tab.screenshot("monitor-form-problem");

            page.fill("[name=url]", api.resolve("/about").toString());
            page.fill("[name=tags]", "demo, new");
            page.locator("hs-monitor-form button[type=submit]").click();

            assertThat(page).hasURL(Pattern.compile("monitor\\.html\\?id=mon_"));
            assertThat(page.locator(".monitor-head h1")).containsText("made in the page");
            // It is checked at once, and the result reaches the page by itself.
            assertThat(page.locator(".monitor-head p")).containsText("up for");
        }
    }

    @Test
    void who_wants_frequent_checks_gets_a_timeout_that_fits_and_sees_what_does_not() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?edit=new")) {
            tab.expectError("400");
            var page = tab.page();
            page.fill("[name=name]", PublicId.next("often"));
            page.fill("[name=url]", api.resolve("/nothing-here").toString());
            page.getByLabel("Every (seconds)").fill("5");
            assertThat(page.getByLabel("Gives up after (seconds)")).hasValue("4");
            assertThat(page.locator("[name=retryDelay]")).hasValue("5");
            page.getByLabel("Every (seconds)").fill("50");
            assertThat(page.getByLabel("Gives up after (seconds)")).hasValue("10");

            page.getByText("Try it now").click();
            assertThat(page.locator(".trial p").last())
                    .hasText(Pattern.compile("^Status 40\\d is not among 200-299 · [\\d,]+ ms$"));

            page.locator("summary:has-text('More conditions')").click();
            page.getByLabel("Gives up after (seconds)").fill("7");
            page.getByLabel("Every (seconds)").fill("5");
            assertThat(page.getByLabel("Gives up after (seconds)")).hasValue("7");
            page.locator("hs-monitor-form button[type=submit]").click();
            assertThat(page.locator(".field.invalid")).containsText("Gives up after");
            assertThat(page.locator(".field-error")).isInViewport();
        }
    }

    @Test
    void the_form_offers_what_the_api_offers_and_keeps_what_it_does_not_show() {
        var name = PublicId.next("asked");
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?edit=new")) {
            tab.expectError("400");
            var page = tab.page();
            page.fill("[name=name]", name);
            page.fill("[name=url]", api.resolve("/about").toString());
            page.fill("[name=tags]", "fine, not a tag");
            page.locator("summary:has-text('More conditions')").click();
            page.fill("[name='target.expect.json.path']", "$.service");
            page.fill("[name='target.expect.json.value']", "monitor-service");
            page.fill("[name='target.expect.regex']", "service.+");
            page.fill("[name='target.expect.latencyMax']", "2.5");
            page.fill("[name='target.headers']", "Accept: application/json\nnonsense");
            page.fill("[name='secrets.username']", "me");
            page.fill("[name='secrets.password']", "a secret");
            var save = page.locator("hs-monitor-form button[type=submit]");
            var wrong = page.locator(".field.invalid");

            save.click();
            assertThat(wrong).containsText("“nonsense” has no colon");
            page.fill("[name='target.headers']", "Accept: application/json");
            save.click();
            assertThat(wrong).containsText("“not a tag”");
            tab.screenshot("monitor-form-conditions");
            page.fill("[name=tags]", "fine");
            save.click();

            assertThat(page.locator("#conditions-heading + .card")).containsText("$.service");
            assertThat(page.locator("#conditions-heading + .card")).containsText("stored, sealed");
            assertThat(page.locator("#conditions-heading + .card")).containsText("2.5 s");
            tab.screenshot("monitor-with-conditions");
            var path = "/monitors/" + page.url().replaceFirst(".*id=", "");
            page.locator(".actions button:has-text('Edit')").click();
            page.locator("summary:has-text('More conditions')").click();
            assertThat(page.locator("[name='target.expect.latencyMax']")).hasValue("2.5");
            page.fill("[name='target.expect.regex']", "");
            page.locator("[name='target.verifyCertificate']").check();
            save.click();
            assertThat(page.locator("#conditions-heading + .card")).containsText("any");

            var saved = given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                    .get(path)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            assertThat(saved.getMap("target.expect").keySet())
                    .containsExactlyInAnyOrder("status", "json", "latencyMax")
                    .doesNotContain("regex");
            assertThat(saved.getString("target.expect.json.value")).isEqualTo("monitor-service");
            assertThat(saved.getBoolean("target.verifyCertificate")).isFalse();
            assertThat(saved.getBoolean("hasSecrets")).isTrue();
            given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                    .delete(path)
                    .then()
                    .statusCode(204);
        }
    }

    @Test
    void on_a_phone_the_incidents_say_which_monitor() {
        try (var tab = signedIn(Viewport.PHONE, Theme.DARK, "/incidents.html")) {
            assertThat(tab.page().locator("[data-key=inc_demo0]").getByText("checkout"))
                    .isVisible();
            tab.assertFitsWidth();
            tab.screenshot("incidents-360");
        }
    }

    /** Of more newer ones than a page of the list holds. */
    @Test
    void what_is_open_stands_before_what_is_newer_and_over() {
        var over = monitors.overIncidents(MANY_INCIDENTS);
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/incidents.html?i.q=instead+of+200-299")) {
            var rows = tab.page().locator("tbody tr:not(.spacer)");
            assertThat(rows.first()).hasAttribute("data-key", "inc_demo0");
            assertThat(rows.nth(1)).containsText("resolved");
            assertThat(shownIncidents(tab)).isLessThan(MANY_INCIDENTS);
            tab.screenshot("incidents-open-first");

            tab.page().locator(".table-more button").click();

            await().atMost(ofSeconds(30)).until(() -> shownIncidents(tab) > MANY_INCIDENTS);
            assertThat(rows.first()).hasAttribute("data-key", "inc_demo0");
        } finally {
            monitors.forgetIncidents(over);
        }
    }

    private static int shownIncidents(BrowserPage tab) {
        return Integer.parseInt(tab.page().locator(".table-count").innerText().split(" ")[0]);
    }

    /** Of two lists of which the second was read later, as the page reads them. */
    @Test
    void an_incident_that_ends_or_begins_between_two_requests_is_where_it_belongs() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/maintenance.html")) {
            var order = tab.page().evaluate("""
                    async () => {
                      const { problemsFirst } = await import('/monitor/incidents.js');
                      const at = (id, hour, state) => ({ id, state, openedAt: new Date(hour * 3_600_000).toISOString() });
                      const open = [at('ends', 8, 'open'), at('old', 1, 'open')];
                      const newest = [at('begins', 10, 'open'), at('over', 9, 'resolved'), at('ends', 8, 'resolved')];
                      return problemsFirst(open, newest).map(({ id, state }) => `${id} ${state}`);
                    }""");

            assertThat(order).isEqualTo(List.of("begins open", "old open", "over resolved", "ends resolved"));
        }
    }

    @Test
    void what_was_down_at_the_same_time_stands_together() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/incidents.html?over=7d")) {
            tab.atEveryWidthAndTheme((viewport, theme) -> {
                var page = tab.page();
                assertThat(page.locator(".lane-outage").first()).isVisible();
                tab.assertFitsWidth();
                tab.screenshot("incidents-%d-%s"
                        .formatted(viewport.width(), theme.name().toLowerCase()));
                page.locator(".lane-outage").first().click();
                assertThat(page.locator(".facts")).containsText("Began");
            });
        }
    }

    @Test
    void lanes_begin_with_who_is_down_and_leave_out_what_is_long_over() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/maintenance.html")) {
            var lanes = tab.page().evaluate("""
                    async () => {
                      const { lanesOf } = await import('/monitor/outage-lanes.js');
                      const at = (hour) => new Date(hour * 3_600_000).toISOString();
                      const was = (monitorId, from, to) => ({ monitorId, monitorName: monitorId, firstFailureAt: at(from), openedAt: at(from),
                        resolvedAt: to === null ? null : at(to) });
                      const lanes = lanesOf([was('c', 20, 21), was('b', 18, 19), was('c', 15, 16), was('a', 5, null), was('old', 1, 2)], 10 * 3_600_000);
                      return lanes.map((lane) => `${lane.name} ${lane.incidents.length}`);
                    }""");

            assertThat(lanes).isEqualTo(List.of("a 1", "c 2", "b 1"));
        }
    }

    @Test
    void an_incident_is_read_acknowledged_and_noted() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.DARK, "/incidents.html")) {
            var page = tab.page();
            page.locator("[data-key=inc_demo0]").click();
            assertThat(page.locator(".timeline li")).hasCount(1);

            page.fill("#incident-note", "on it, disk is full");
            page.getByText("Acknowledge", new Page.GetByTextOptions().setExact(true))
                    .click();

            assertThat(page.locator(".timeline li")).hasCount(2);
            assertThat(page.locator(".timeline")).containsText("on it, disk is full");
            tab.screenshot("incidents");
        }
    }

    @Test
    void maintenance_is_planned_and_removed() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/maintenance.html")) {
            var page = tab.page();
            button(page, "Plan a window").first().click();
            page.fill("#w-name", "planned in the page");
            page.fill("#w-tags", "demo");
            page.fill("#w-monitors", "Checkout");
            page.getByText("Every week").click();
            tab.screenshot("maintenance-form");
            page.getByText("Plan it").click();
            var row = page.locator("tbody tr", new Page.LocatorOptions().setHasText("planned in the page"));
            assertThat(row).containsText("demo, checkout");
            row.click();
            assertThat(page.locator("#w-monitors")).hasValue("checkout");
            tab.screenshot("maintenance");

            page.locator("hs-confirm button").click();
            assertThat(page.locator("hs-confirm [data-cancel]")).isFocused();
            page.keyboard().press("Tab");
            page.keyboard().press("Enter");
            assertThat(page.locator(".toast").last()).containsText("is removed");

            assertThat(row).hasCount(0);
        }
    }

    @Test
    void what_is_saved_as_it_was_shown_means_the_same_monitors_whatever_they_are_called() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/maintenance.html")) {
            var page = tab.page();
            page.evaluate("""
                    async () => {
                      const { post, put } = await import('/kit/api.js');
                      const made = async (name) =>
                        (await post('/monitors', { name, enabled: false, target: { kind: 'tcp', host: '127.0.0.1', port: 9 } })).id;
                      window.made = [];
                      for (const name of ['stock, old', 'stock', 'old', 'STOCK', 'goods as sold']) window.made.push(await made(name));
                      const [list, , , capitals, renamed] = window.made;
                      window.meant = [list, capitals].sort();
                      await post('/maintenance', { name: 'odd names', from: '2099-01-01T00:00:00Z', to: '2099-01-02T00:00:00Z', monitorIds: window.meant });
                      await put('/status-pages/odd-names', { slug: 'odd-names', title: 'Odd names',
                        groups: [{ name: 'All', monitors: [{ id: list }, { id: capitals }, { id: renamed, label: 'Goods' }] },
                          { name: 'EU: "shop", web', monitors: [{ id: window.made[1], label: 'Paying: card, cash as usual' }] }] });
                      window.shown = JSON.stringify((await (await fetch('/status-pages/odd-names')).json()).groups);
                      sessionStorage.setItem('odd', JSON.stringify([window.made, window.meant, window.shown]));
                    }""");
            page.reload();
            page.locator("tbody tr", new Page.LocatorOptions().setHasText("odd names"))
                    .click();
            button(page, "Save").click();
            assertThat(page.locator(".toast").last()).containsText("is changed");
            page.navigate(api.resolve("/status-pages.html?page=odd-names").toString());
            assertThat(page.locator("#p-groups"))
                    .hasValue(
                            Pattern.compile(
                                    "All: mon_\\w+, STOCK, mon_\\w+ as Goods\n\"EU: \"\"shop\"\", web\": stock as \"Paying: card, cash as usual\""));
            button(page, "Save").click();
            assertThat(page.locator(".toast").last()).containsText("is public");

            var same = page.evaluate("""
                    async () => {
                      const { get, remove } = await import('/kit/api.js');
                      const [made, meant, shown] = JSON.parse(sessionStorage.getItem('odd'));
                      const window = (await get('/maintenance?limit=500')).items.find(({ name }) => name === 'odd names');
                      const page = await get('/status-pages/odd-names');
                      await remove(`/maintenance/${window.id}`);
                      await remove('/status-pages/odd-names');
                      for (const id of made) await remove(`/monitors/${id}`);
                      return [JSON.stringify(window.monitorIds) === JSON.stringify(meant), JSON.stringify(page.groups) === shown];
                    }""");

            assertThat(same).isEqualTo(List.of(true, true));
        }
    }

    @Test
    void a_channel_is_added_tried_and_told_what_became_of_it() {
        try (var sink = Sink.open();
                var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/channels.html")) {
            var page = tab.page();
            button(page, "Add a channel").first().click();
            page.fill("[name=name]", "made in the page");
            page.fill("[name='settings.url']", "http://127.0.0.1:9/alerts");
            page.fill("[name=tags]", "nobody-has-this");

            page.getByText("Send a test alert").click();
            assertThat(page.locator(".trial")).containsText("not delivered");
            assertThat(page.locator("[name=name]")).hasValue("made in the page");
            tab.screenshot("channel-tried-before-saving");

            page.getByText("Add it").click();
            assertThat(page.locator(".secret")).containsText("Copy it to the receiver");
            page.fill("[name='settings.url']", sink.url());
            page.getByText("Send a test alert").click();
            assertThat(page.locator(".trial")).containsText("An outage that never was");
            tab.screenshot("channels");
        }
    }

    @Test
    void an_alert_that_was_given_up_is_sent_again_from_the_page() {
        var tag = PublicId.next("tag");
        try (var sink = Sink.open()) {
            var channel = ChannelRequests.webhook(sink, tag);
            var incident = giveUpAlert(tag);
            try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/channels.html")) {
                var row = tab.page().locator("tbody tr:has(a[href$='" + incident + "'])");
                assertThat(row).containsText("dead");

                row.getByText("Send again").click();

                assertThat(row).containsText("sent");
                assertThat(row.getByText("Send again")).hasCount(0);
                assertThat(sink.heard()).hasSize(1);
            } finally {
                ChannelRequests.delete(channel);
            }
        }
    }

    /** In one transaction, so that nobody sends it before it is given up; gives its incident. */
    private String giveUpAlert(String tag) {
        var began = Instant.parse("2026-11-18T12:00:00Z");
        var alert = new Alert(
                Transition.OPENED,
                0,
                PublicId.next("inc"),
                DemoMonitors.DOWN,
                "checkout",
                "https://shop.example",
                List.of(tag),
                began,
                began.plusSeconds(90),
                Reason.STATUS,
                503,
                "Status 503 is not among 200-299");
        database.inTransaction(transaction -> outbox.tell(transaction, alert, false)
                        .chain(() -> transaction
                                .preparedQuery("update alert_delivery set state = 'dead' where incident_id = $1")
                                .execute(Tuple.of(alert.incidentId()))))
                .await()
                .atMost(ofSeconds(30));
        return alert.incidentId();
    }

    @Test
    void a_status_page_is_made_and_looks_well_in_public() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/status-pages.html")) {
            var page = tab.page();
            button(page, "Make a page").first().click();
            page.fill("#p-title", "Example shop");
            page.fill("#p-slug", "made-in-the-page");
            page.fill("#p-description", "How our services are doing.");
            assertThat(page.locator("#p-groups")).isVisible();
            page.fill(
                    "#p-groups", "Shop: shop front, checkout as Paying, product search\nBehind it: orders API, login");
            page.getByText("Make it public").click();
            assertThat(page.locator("hs-code").first()).containsText("/badges/mon_");
            tab.screenshot("status-pages");
        }
        try (var tab = browser.page(Viewport.LAPTOP)) {
            tab.open(api.resolve("/status/made-in-the-page").toString());
            tab.atEveryWidthAndTheme((viewport, theme) -> {
                var page = tab.page();
                assertThat(page.locator(".overall")).containsText("Something is down");
                assertThat(page.locator(".components li")).hasCount(5);
                tab.assertFitsWidth();
                tab.screenshot(
                        "status-%d-%s".formatted(viewport.width(), theme.name().toLowerCase()));
            });
        }
    }

    /** The bound is for a machine that does many things at once. */
    @Test
    void a_page_of_five_hundred_is_read_quickly() {
        monitors.createMany(500);
        try {
            monitors.markMany(500);
            var whole = new ArrayList<Long>();
            await().atMost(ofSeconds(60)).pollInterval(ofMillis(1)).until(() -> {
                long begun = System.nanoTime();
                var page = given().header("Authorization", "Bearer " + ServiceContract.ADMIN_KEY)
                        .get("/monitors/status?tag=many&limit=500");
                // A page that lacks something because a node had no time says so, and was not read.
                if (page.body().asString().contains("\"unanswered\":0")) {
                    whole.add(System.nanoTime() - begun);
                }
                return whole.size() == PAGES_WANTED;
            });
            var times = whole.stream().skip(PAGES_WANTED / 3).sorted().toList();
            System.out.printf(
                    "page of 500, seen from the client: p50 %.1f ms, p99 %.1f ms%n",
                    times.get(times.size() / 2) / 1e6, times.get(times.size() * 99 / 100) / 1e6);
            // What it takes is measured by the benchmark; here a busy machine may need longer.
            assertThat(times.get(times.size() / 2) / 1_000_000).isLessThan(2_000);
        } finally {
            monitors.removeMany();
        }
    }

    @Test
    void ten_thousand_monitors_are_found_and_filtered_quickly() {
        monitors.createMany(10_000);
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?view=table")) {
            var page = tab.page();
            assertThat(page.locator(".table-count")).containsText("10,0");
            page.fill("input.table-search", "host 09876");
            assertThat(page.locator("tbody tr:not(.spacer)")).hasCount(1);
            page.fill("input.table-search", "");
            assertThat(page.locator("tbody tr:not(.spacer)").count()).isLessThan(ROWS_IN_DOM_MAX);

            var millis = page.evaluate("""
                    async () => {
                      const { Monitors } = await import('/monitor/monitors.js');
                      const input = document.querySelector('input.table-search');
                      const timed = async (work) => {
                        const began = performance.now();
                        await work();
                        return performance.now() - began;
                      };
                      const keys = [];
                      for (const text of ['h', 'ho', 'hos', 'host', 'host 0', 'host 01']) {
                        keys.push(await timed(async () => {
                          input.value = text;
                          input.dispatchEvent(new Event('input', { bubbles: true }));
                          await new Promise(requestAnimationFrame);
                          await new Promise(requestAnimationFrame);
                        }));
                      }
                      const monitors = new Monitors();
                      await monitors.reload();
                      monitors.start();
                      monitors.sorted();
                      const ids = [...monitors.byId.keys()];
                      const messages = [];
                      for (let i = 0; i < 9; i++) {
                        const results = ids.slice(i * 1000, i * 1000 + 1000).map((id) => ({ id, at: new Date(Date.now() + 1000).toISOString(),
                          state: 'up', verdict: 'up', reason: 'ok', statusCode: 200, latencyMs: 7 }));
                        messages.push(await timed(() => {
                          monitors.stream.dispatchEvent(new CustomEvent('results', { detail: { results } }));
                          monitors.sorted();
                        }));
                      }
                      monitors.stop();
                      return { key: Math.min(...keys), message: Math.min(...messages) };
                    }""");

            System.out.printf("10,000 monitors, least ms for a key and for a message of 1,000 results: %s%n", millis);
            var figures = (Map<?, ?>) millis;
            assertThat(((Number) figures.get("key")).doubleValue())
                    .as("ms for a key")
                    .isLessThan(500);
            assertThat(((Number) figures.get("message")).doubleValue())
                    .as("ms for a message")
                    .isLessThan(500);
            tab.screenshot("monitors-10000");
        } finally {
            monitors.removeMany();
        }
    }

    /** Not the words of a sentence: they may be there before the button is. */
    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private BrowserPage signedIn(Viewport viewport, Theme theme, String path) {
        return session.open(viewport, theme, path);
    }
}
