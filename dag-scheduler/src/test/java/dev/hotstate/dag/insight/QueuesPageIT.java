package dev.hotstate.dag.insight;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.dag.DagPage.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagPage;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Queues and workers, held and watched from their page. */
@QuarkusTest
@ExtendWith(BrowserExtension.class)
class QueuesPageIT {

    private static final LocatorAssertions.IsVisibleOptions VISIBLE_SOON =
            new LocatorAssertions.IsVisibleOptions().setTimeout(20_000);
    /** Stale after ten seconds without an answer. */
    private static final LocatorAssertions.ContainsTextOptions STALE_SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(30_000);

    @TestHTTPResource
    URI api;

    private final String queue =
            "held-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @Test
    void a_queue_is_paused_and_goes_on_in_its_row_and_its_worker_shows_what_it_runs(Browser browser) {
        var job = submit();
        try (var tab = DagPage.open(api, browser, Viewport.LAPTOP, Theme.DARK, "/queues.html?queues.q=" + queue)) {
            var page = tab.page();
            var row = page.locator("hs-table[name=queues] tr[data-key='%s']".formatted(queue));
            assertThat(row).containsText("nobody works", SOON);
            assertThat(page.locator("hs-table[name=queues] tbody tr[data-key]")).hasCount(1);
            page.getByLabel("Pause queue " + queue).click();
            // First what goes away by itself.
            assertThat(page.locator(".toast")).containsText(queue + " is paused");
            assertThat(row).containsText("paused", SOON);
            page.getByLabel("Resume queue " + queue).click();
            assertThat(row).containsText("nobody works", SOON);

            var claimed = client.post(
                    "/queues/" + queue + "/claims", "{\"worker\": \"%s\", \"waitMs\": 20000}".formatted(queue));
            assertThat(claimed.body().get("tasks")).hasSize(1);
            var worker = page.locator("hs-table[name=workers] tr[data-key='%s']".formatted(queue));
            assertThat(worker).containsText(job + ".a", SOON);
            worker.locator("td").first().click();
            assertThat(page.locator(".side-panel")).containsText("Runs 1 task", SOON);
            tab.screenshot("worker");
            page.navigate(api.resolve("/queues.html?queue=" + queue).toString());
            assertThat(page.locator(".side-panel hs-chart")).hasCount(2);
            tab.screenshot("queue");
        }
    }

    @Test
    void a_page_that_has_lost_the_service_says_so_and_comes_back_by_itself(Browser browser) {
        submit();
        try (var tab = DagPage.open(api, browser, Viewport.LAPTOP, Theme.LIGHT, "/queues.html")) {
            var page = tab.page();
            tab.expectError("ERR_FAILED");
            assertThat(page.locator("hs-live")).containsText("live", SOON);
            page.route("**/queues", Route::abort);
            assertThat(page.locator("hs-live")).containsText("reconnecting", SOON);
            assertThat(page.locator("hs-live")).containsText("stale since", STALE_SOON);
            assertThat(page.getByText("This page has lost the service")).isVisible(VISIBLE_SOON);
            tab.screenshot("queues-lost");
            page.unroute("**/queues");
            assertThat(page.locator("hs-live")).containsText("live", STALE_SOON);
            assertThat(page.getByText("This page has lost the service")).not().isVisible();
        }
    }

    private String submit() {
        var answer = client.post(
                "/jobs", "{\"name\": \"held\", \"tasks\": [{\"id\": \"a\", \"queue\": \"%s\"}]}".formatted(queue));
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
        return answer.body().get("jobId").asText();
    }
}
