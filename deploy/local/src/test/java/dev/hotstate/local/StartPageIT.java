package dev.hotstate.local;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Viewport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the start page makes of figures that a test thinks up; nothing runs behind it. {@link DemoIT} sees it with everything. */
class StartPageIT {

    private static final Pattern AWAY = Pattern.compile("\\baway\\b");

    private static StartPage start;
    private static Browser browser;

    private String figuresOfMonitors = "";
    private boolean withDemo;
    private boolean requiresKeys;
    private int process = 1;

    @BeforeAll
    static void open() {
        var access = new StartFigures.Access(Set.of(), Map.of(), true);
        start = StartPage.open(0, new StartFigures(List.of(), access, Optional.empty(), false), Optional.empty());
        browser = Browser.start();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        start.close();
    }

    @Test
    void a_node_that_is_killed_is_shown_as_away_at_once_until_another_process_runs() {
        try (var tab = tab()) {
            tab.page().route("**/redis/*/kill", route -> route.fulfill(new Route.FulfillOptions().setStatus(204)));
            tab.open(start.url());

            button(tab).click();

            assertThat(node(tab)).hasClass(AWAY);
            assertThat(button(tab)).isDisabled();
            assertThat(node(tab)).containsText("was killed with -9");
            tab.assertFitsWidth();

            process = 2;
            assertThat(node(tab)).containsText("is back. Its shard was away");
            assertThat(node(tab)).not().hasClass(AWAY);
            assertThat(button(tab)).isEnabled();
        }
    }

    @Test
    void a_kill_that_is_refused_says_why_and_the_node_stays() {
        try (var tab = tab().expectError("403")) {
            tab.open(start.url());

            button(tab).click();

            assertThat(node(tab)).containsText("only where no API keys are in use");
            assertThat(node(tab)).not().hasClass(AWAY);
        }
    }

    @Test
    void a_kill_that_reaches_nobody_says_so() {
        try (var tab = tab().expectError("Failed to load resource")) {
            tab.page().route("**/redis/*/kill", Route::abort);
            tab.open(start.url());

            button(tab).click();

            assertThat(node(tab)).containsText("Hotstate does not answer");
            assertThat(node(tab)).not().hasClass(AWAY);
        }
    }

    @Test
    void where_keys_are_required_no_node_can_be_killed_and_every_command_takes_a_key() {
        requiresKeys = true;
        try (var tab = tab()) {
            tab.open(start.url());

            assertThat(button(tab)).isDisabled();
            assertThat(tab.page().getByText("No node is killed by a button where API keys are in use"))
                    .isVisible();
            assertThat(tab.page().getByText("API keys are required here.")).isVisible();
            assertThat(commands(tab).filter(new Locator.FilterOptions().setHasText("Authorization: Bearer $KEY")))
                    .hasCount(4);
        }
    }

    @Test
    void without_the_demo_every_service_has_something_to_try_and_no_key_is_asked_for() {
        try (var tab = tab()) {
            tab.open(start.url());

            assertThat(commands(tab)).hasCount(4);
            assertThat(commands(tab).nth(1)).containsText("/drivers/alma/location");
            assertThat(commands(tab).filter(new Locator.FilterOptions().setHasText("Authorization")))
                    .hasCount(0);
            assertThat(card(tab, "driver")).hasAttribute("href", "http://localhost:8082/");
        }
    }

    @Test
    void in_the_demo_the_map_begins_in_berlin_and_the_public_page_is_a_link() {
        withDemo = true;
        try (var tab = tab()) {
            tab.open(start.url());

            assertThat(card(tab, "driver")).hasAttribute("href", "http://localhost:8082/?at=52.52,13.405,13");
            assertThat(tab.page().getByText("public page")).hasAttribute("href", "http://localhost:8081/status/demo");
        }
    }

    @Test
    void a_monitor_that_is_neither_up_nor_down_is_told_apart() {
        figuresOfMonitors = """
                {"name": "up", "value": 1234, "unit": ""}, {"name": "down", "value": 12, "unit": ""},
                {"name": "confirming", "value": 3, "unit": ""}, {"name": "unknown", "value": 4, "unit": ""},
                {"name": "maintenance", "value": 5, "unit": ""}, {"name": "checks", "value": 1234.5, "unit": "/s"}""";
        try (var tab = tab()) {
            tab.open(start.url());

            var figures = card(tab, "monitor").locator(".start-figures > div");
            assertThat(figures)
                    .hasText(new String[] {"up1.2k", "down12", "confirming3", "unknown4", "maintenance5", "checks1.2k/s"
                    });
            assertThat(figures.nth(1).locator("dd")).hasClass("bad");
            assertThat(figures.nth(2).locator("dd")).hasClass("warn");
            assertThat(figures.nth(0).locator("dd")).hasClass("");
            tab.assertFitsWidth();
        }
    }

    private BrowserPage tab() {
        var tab = browser.page(Viewport.PHONE);
        tab.page()
                .route(
                        "**/figures",
                        route -> route.fulfill(new Route.FulfillOptions()
                                .setContentType("application/json")
                                .setBody(figures())));
        return tab;
    }

    private static Locator node(BrowserPage tab) {
        return tab.page().locator("[data-node='7081']");
    }

    private static Locator button(BrowserPage tab) {
        return node(tab).getByText("Kill it");
    }

    private static Locator card(BrowserPage tab, String app) {
        return tab.page().locator("[data-service=" + app + "]");
    }

    private static Locator commands(BrowserPage tab) {
        return tab.page().locator(".start-try hs-code");
    }

    private String figures() {
        var services = LocalService.ALL.stream().map(this::card).collect(Collectors.joining(","));
        return """
                {"demo": %s, "mayKill": %s, "services": [%s],
                 "redis": [{"port": 7081, "process": %d, "alive": true, "memory": 1, "operations": 2, "keys": 3}],
                 "postgres": {"port": 7084, "alive": true, "connections": 1}}
                """.formatted(withDemo, !requiresKeys, services, process);
    }

    private String card(LocalService service) {
        return """
                {"app": "%s", "module": "%s", "url": "%s", "requiresKey": %s, "ready": true, "figures": [%s]}
                """.formatted(
                        service.app(),
                        service.module(),
                        service.url("/"),
                        requiresKeys,
                        service.app().equals("monitor") ? figuresOfMonitors : "");
    }
}
