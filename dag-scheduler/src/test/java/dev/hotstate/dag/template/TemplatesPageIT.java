package dev.hotstate.dag.template;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.dag.DagPage.SOON;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagPage;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Templates and schedules from the first to the last, with nothing but their page. */
@QuarkusTest
@ExtendWith(BrowserExtension.class)
class TemplatesPageIT {

    private static final String JOB = "{\"name\": \"greet ${who}\", \"tasks\": [{\"id\": \"a\", \"queue\": \"noop\"}]}";

    @TestHTTPResource
    URI api;

    private final String name =
            "page-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @Test
    void a_template_is_written_run_changed_and_deleted(Browser browser) {
        try (var tab = open(browser, Viewport.LAPTOP, Theme.LIGHT, "/templates.html")) {
            var page = tab.page();
            page.locator(".section-head").getByText("New template").click();
            page.fill("#field-name", name);
            page.fill("[name=parameter]", "who");
            page.fill("[name=default]", "");
            page.fill("#field-job", JOB);
            tab.screenshot("template-new");
            button(page, "Create template").click();

            var panel = page.locator(".side-panel");
            assertThat(panel.locator("h2")).containsText(name, SOON);
            tab.expectError("400");
            button(page, "Run now").click();
            assertThat(panel.locator(".field.invalid")).containsText("is needed", SOON);
            button(page, "Change").click();
            page.fill("#field-description", "Greets somebody");
            button(page, "Save").click();
            assertThat(panel).containsText("Greets somebody", SOON);
            tab.screenshot("template");
            page.fill("[name='parameters/who']", "you");
            button(page, "Run now").click();
            page.waitForURL(url -> url.contains("/job.html"));
            assertThat(page.locator("h1")).containsText("greet you");

            tab.open(api.resolve("/templates.html?template=" + name).toString());
            button(page, "Delete").click();
            button(page, "Delete " + name).click();
            assertThat(page.locator(".toast")).containsText(name + " is deleted");
            assertThat(client.get("/templates/" + name).status()).isEqualTo(404);
        }
    }

    @Test
    void what_is_wrong_with_a_template_is_told_at_its_field(Browser browser) {
        try (var tab = open(browser, Viewport.PHONE, Theme.DARK, "/templates.html?edit=template")) {
            var page = tab.page();
            tab.expectError("4(00|22)");
            page.fill("#field-name", "Not A Name");
            button(page, "Create template").click();
            assertThat(field(page, "name")).containsText("must be 1 to 40");

            page.fill("#field-name", name);
            page.fill("#field-job", "{tasks");
            button(page, "Create template").click();
            assertThat(field(page, "job")).containsText("This is not JSON");

            button(page, "Add a parameter").click();
            page.fill("#field-job", "{\"tasks\": [{\"id\": \"a\"}]}");
            button(page, "Create template").click();
            assertThat(page.locator(".parameter-row.invalid")).containsText("must be a letter", SOON);

            page.getByLabel("Remove parameter 2").click();
            page.fill(
                    "#field-job",
                    "{\"tasks\": [{\"id\": \"a\", \"dependsOn\": [\"b\"]}, {\"id\": \"b\", \"dependsOn\": [\"a\"]}]}");
            button(page, "Create template").click();
            assertThat(field(page, "job")).containsText("a → b → a", SOON);
            tab.assertFitsWidth();
            tab.screenshot("template-refused-360");
        }
    }

    @Test
    void a_schedule_is_looked_ahead_made_turned_off_and_deleted(Browser browser) {
        var template =
                client.put("/templates/" + name, "{\"parameters\": [{\"name\": \"who\"}], \"job\": %s}".formatted(JOB));
        assertThat(template.status()).as(template.body().toString()).isEqualTo(200);
        try (var tab = open(browser, Viewport.LAPTOP, Theme.LIGHT, "/templates.html?edit=schedule")) {
            var page = tab.page();
            tab.expectError("400");
            page.selectOption("#field-template", name);
            page.fill("#field-cron", "30 2 32 * *");
            page.fill("#field-zone", "Moon/Base");
            assertThat(field(page, "cron")).containsText("not in range", SOON);
            assertThat(field(page, "zone")).containsText("is not a known time zone", SOON);
            page.fill("#field-cron", "30 2 * * 0");
            page.fill("#field-zone", "Europe/Berlin");
            assertThat(page.locator(".fire-times li").first()).containsText("Sun", SOON);
            assertThat(page.locator(".fire-times li")).hasCount(5);
            tab.screenshot("schedule-new");
            button(page, "Create schedule").click();
            assertThat(page.locator(".field.invalid")).containsText("is needed", SOON);
            page.fill("[name='parameters/who']", "everybody");
            button(page, "Create schedule").click();

            var panel = page.locator(".side-panel");
            assertThat(panel).containsText("\"everybody\"", SOON);
            tab.screenshot("schedule");
            button(page, "Turn off").click();
            assertThat(panel).containsText("It is off", SOON);
            assertThat(schedule().get("enabled").asBoolean()).isFalse();
            button(page, "Turn on").click();
            assertThat(panel).containsText("Next times", SOON);
            button(page, "Change").click();
            page.fill("#field-cron", "0 4 1 1 *");
            button(page, "Save").click();
            assertThat(panel).containsText("0 4 1 1 *", SOON);
            button(page, "Delete schedule").click();
            button(page, "Stop running " + name).click();
            assertThat(page.locator(".toast").last()).containsText("is deleted", SOON);
            await().atMost(ofSeconds(30)).until(() -> schedule() == null);
        }
    }

    private JsonNode schedule() {
        for (var schedule : client.get("/schedules?limit=500").body().get("items")) {
            if (schedule.get("template").asText().equals(name)) {
                return schedule;
            }
        }
        return null;
    }

    private static Locator button(Page page, String label) {
        return page.locator("button:text-is(\"%s\")".formatted(label));
    }

    private static Locator field(Page page, String name) {
        return page.locator(".field", new Page.LocatorOptions().setHas(page.locator("#field-" + name)));
    }

    private BrowserPage open(Browser browser, Viewport viewport, Theme theme, String path) {
        return DagPage.open(api, browser, viewport, theme, path);
    }
}
