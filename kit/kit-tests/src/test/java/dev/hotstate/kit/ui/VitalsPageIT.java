package dev.hotstate.kit.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.Viewport;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(BrowserExtension.class)
class VitalsPageIT {

    private static final LocatorAssertions.ContainsTextOptions SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(30_000);

    private Site site;

    @BeforeEach
    void start_site() {
        site = new Site();
    }

    @AfterEach
    void stop_site() {
        site.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_healthy_service_reads_all_is_well(Viewport viewport, Browser browser) {
        try (var vitals = browser.page(viewport).open(site.url("/"))) {
            var page = vitals.page();

            assertThat(page.locator("h1")).hasText("All is well");
            assertThat(page.locator("hs-stat")).hasCount(6);
            assertThat(page.locator("hs-table tbody tr:not(.spacer)")).hasCount(6);
            assertThat(page.locator("hs-chart .chart-svg .series-line").first())
                    .hasAttribute("d", Pattern.compile("^M.+L"));
            assertThat(page.locator(".live")).hasText("live");
            assertThat(page.locator(".zoom-hint")).isVisible(); // There is a mouse at each of these sizes.
            vitals.assertFitsWidth();
            vitals.screenshot("vitals-" + viewport.width());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REPLICA_DOWN, Degraded, 127.0.0.1:7006",
        "MASTER_DOWN, Part of Redis is down, 66.7 % of the slots",
        "REDIS_DOWN, Redis is down, API keys and the audit log",
        "POSTGRES_DOWN, Postgres is down, what lives in Redis"
    })
    void trouble_is_one_banner_with_since_and_what_still_works(
            SampleVitals.Condition condition, String heading, String detail, Browser browser) {
        site.condition = condition;
        try (var vitals = browser.page(Viewport.LAPTOP).open(site.url("/"))) {
            var page = vitals.page();

            assertThat(page.locator(".banner")).hasCount(1);
            assertThat(page.locator(".banner")).containsText(heading);
            assertThat(page.locator(".banner")).containsText("UTC, 4 min");
            assertThat(page.locator(".banner")).containsText(detail);
            assertThat(page).hasTitle(Pattern.compile("^" + heading));
            vitals.screenshot("vitals-" + condition.name().toLowerCase());
        }
    }

    @Test
    void the_node_in_trouble_comes_first_and_opens_with_its_address(Browser browser) {
        site.condition = SampleVitals.Condition.MASTER_DOWN;
        try (var vitals = browser.page(Viewport.LAPTOP).open(site.url("/"))) {
            var page = vitals.page();
            var first = page.locator("hs-table tbody tr:not(.spacer)").first();
            assertThat(first).containsText("127.0.0.1:7002");

            first.click();

            assertThat(page.locator(".side-panel h2")).hasText("127.0.0.1:7002");
            assertThat(page.locator(".side-panel")).containsText("open");
        }
    }

    @Test
    void the_closed_breaker_of_a_node_that_is_down_does_not_look_fine(Browser browser) {
        site.condition = SampleVitals.Condition.REPLICA_DOWN;
        try (var vitals = browser.page(Viewport.LAPTOP).open(site.url("/"))) {
            var breakers = vitals.page().locator("td[data-column=breaker]");

            assertThat(breakers.first().locator("span")).hasText("closed");
            assertThat(breakers.first().locator("span")).hasClass("idle");
            assertThat(breakers.last().locator("span")).hasClass("good");
        }
    }

    @Test
    void a_lost_stream_says_reconnecting_then_stale_and_comes_back_by_itself(Browser browser) {
        try (var vitals = browser.page(Viewport.LAPTOP)
                .expectError("503|ERR_INCOMPLETE|Failed to load")
                .open(site.url("/"))) {
            var page = vitals.page();
            assertThat(page.locator(".live")).hasText("live");

            site.streaming = false;
            site.dropStreams();

            assertThat(page.locator(".live")).containsText("reconnecting");
            assertThat(page.locator(".live")).containsText("stale since", SOON);
            assertThat(page.locator(".banner")).containsText("This page has lost the service");
            assertThat(page.locator(".stats")).hasClass(Pattern.compile("dimmed"));
            assertThat(page.locator("link[rel=icon]")).hasAttribute("href", Pattern.compile("^data:image/svg.*e0333f"));
            vitals.screenshot("vitals-stale");

            site.streaming = true;

            assertThat(page.locator(".live")).containsText("live", SOON);
            assertThat(page.locator("h1")).hasText("All is well");
            assertThat(site.resumedAfter.getFirst()).isEmpty();
            assertThat(site.resumedAfter.getLast()).as("Last-Event-ID").matches("[0-9]+");
        }
    }

    @Test
    void after_a_restart_the_foot_names_the_new_instance(Browser browser) {
        try (var vitals = browser.page(Viewport.LAPTOP)
                .expectError("ERR_INCOMPLETE|ERR_CONNECTION_RESET")
                .open(site.url("/"))) {
            assertThat(vitals.page().locator(".page-foot")).containsText("m-7f3a");

            site.instance = "m-90c1";
            site.dropStreams();

            assertThat(vitals.page().locator(".page-foot")).containsText("m-90c1");
        }
    }

    @Test
    void a_connection_without_heartbeats_is_given_up(Browser browser) {
        site.silent = true;
        try (var vitals = browser.page(Viewport.LAPTOP).open(site.url("/kit/gallery.html"))) {
            vitals.page().evaluate("""
                    async path => {
                      const { EventStream } = await import('/kit/sse.js');
                      window.stream = new EventStream(path, { quietMillis: 900 }).start();
                      window.reaches = name => new Promise(reached => {
                        const look = () => stream.state.name === name && reached(name);
                        stream.addEventListener('state', look);
                        look(); // It may have got there before anybody asked.
                      });
                    }""", "/vitals/stream");

            assertThat(vitals.page().evaluate("reaches('reconnecting')")).isEqualTo("reconnecting");

            site.silent = false;
            assertThat(vitals.page().evaluate("reaches('live')")).isEqualTo("live");
            assertThat(site.resumedAfter).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    /** Over HTTP/1.1 a browser opens six connections to one service, for all its tabs together. */
    @Test
    void pages_in_the_background_leave_the_connections_to_the_one_in_front(Browser browser) {
        try (var vitals = browser.page(Viewport.LAPTOP).open(site.url("/kit/gallery.html"))) {
            var page = vitals.page();
            page.evaluate("""
                    async path => {
                      const { EventStream } = await import('/kit/sse.js');
                      const options = { steady: true, staleMillis: 1500, hiddenMillis: 100 };
                      window.streams = Array.from({ length: 6 }, () => new EventStream(path, options).start());
                      window.allAre = name => streams.every(stream => stream.state.name === name);
                      window.until = (condition, deadline = Date.now() + 30_000) => new Promise((met, missed) => {
                        const look = () => condition() ? met(true)
                          : Date.now() > deadline ? missed(new Error(`not in time: ${condition}`)) : setTimeout(look, 20);
                        look();
                      });
                      window.show = shown => {
                        Object.defineProperty(document, 'hidden', { value: !shown, configurable: true });
                        document.dispatchEvent(new Event('visibilitychange'));
                        window.turnedAt = Date.now();
                      };
                    }""", "/vitals/stream");
            page.evaluate("until(() => allAre('live'))");

            page.evaluate("show(false)");

            page.evaluate("until(() => allAre('paused'))");
            assertThat(page.evaluate("fetch('/about').then(response => response.status)"))
                    .isEqualTo(200);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(site.openStreams()).isZero());
            page.evaluate("until(() => Date.now() - turnedAt > 2000)");
            assertThat(page.evaluate("allAre('paused')"))
                    .as("not stale, however long")
                    .isEqualTo(true);

            // In one breath: a moment later the first of them may be live.
            assertThat(page.evaluate("show(true), allAre('connecting')"))
                    .as("not stale at once")
                    .isEqualTo(true);
            page.evaluate("until(() => allAre('live'))");
            assertThat(site.resumedAfter.getLast()).as("Last-Event-ID").matches("[0-9]+");
            page.evaluate("streams.forEach(stream => stream.stop())");
        }
    }

    @Test
    void a_service_that_does_not_answer_yet_is_waited_for(Browser browser) {
        site.streaming = false;
        try (var vitals = browser.page(Viewport.LAPTOP).expectError("503").open(site.url("/"))) {
            assertThat(vitals.page().locator(".notice")).containsText("It may be starting");

            site.streaming = true;

            assertThat(vitals.page().locator("h1")).hasText("All is well");
        }
    }

    @Test
    void what_nobody_has_looked_at_yet_is_not_called_down(Browser browser) {
        site.condition = SampleVitals.Condition.NOT_KNOWN_YET;
        try (var vitals = browser.page(Viewport.LAPTOP).open(site.url("/"))) {
            assertThat(vitals.page().locator("h1")).hasText("Not known yet");
            assertThat(vitals.page().locator(".banner")).hasCount(0);
            vitals.screenshot("vitals-not-known");

            site.condition = SampleVitals.Condition.FINE;

            assertThat(vitals.page().locator("h1")).hasText("All is well");
        }
    }

    @Test
    void production_is_marked_and_missing_access_control_too(Browser browser) {
        site.env = "prod";
        try (var vitals = browser.page(Viewport.PHONE).open(site.url("/"))) {
            assertThat(vitals.page().locator(".env.prod")).isVisible();
            assertThat(vitals.page().locator(".access-off")).containsText("Access control is off");
        }
    }
}
