package dev.hotstate.dag.verify;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.dag.DagFixture.await;
import static dev.hotstate.dag.DagPage.SOON;
import static java.time.Duration.ofSeconds;

import com.microsoft.playwright.Locator;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagPage;
import dev.hotstate.dag.JobsOverHttp;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What somebody sees of a damaged job, and how they mend it. */
@QuarkusTest
@ExtendWith(BrowserExtension.class)
class VerifyPageIT {

    @TestHTTPResource
    URI api;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    private final String id =
            "verified-%08x".formatted(ThreadLocalRandom.current().nextInt());

    @Test
    void a_task_that_stands_in_no_queue_is_shown_and_handed_out_after_the_repair(Browser browser) {
        var job = new JobsOverHttp(new DagApiClient(api), id);
        job.submit("{\"id\": \"lonely\", \"queue\": \"%1$s\"}");
        await(router.send(Command.of("UNLINK").key(keys.ready(keys.partitionOf(id), job.queue()))));
        try (var tab = DagPage.open(api, browser, Viewport.PHONE, Theme.LIGHT, "/job.html?tab=verify&id=" + id)) {
            var view = tab.page().locator("hs-verify-view");
            assertThat(view).containsText("1 difference found", SOON);
            assertThat(view.locator("tbody")).containsText("lonely");
            tab.assertFitsWidth();
            tab.screenshot("verify-360");
            view.getByText("Repair", new Locator.GetByTextOptions().setExact(true))
                    .click();
            view.getByText("Put 1 difference right").click();
            assertThat(view).containsText("1 difference put right", SOON);
            job.complete(job.claimOne());
            job.awaitStatus("COMPLETED");
        }
    }

    @Test
    void of_a_job_that_has_lapsed_nothing_is_compared(Browser browser) {
        var job = new JobsOverHttp(new DagApiClient(api), id);
        job.submit("{\"id\": \"only\", \"queue\": \"%1$s\"}");
        job.complete(job.claimOne());
        var dag = new DagApiClient(api);
        Awaitility.await().atMost(ofSeconds(30)).until(() -> {
            await(router.send(Command.of("UNLINK").key(keys.job(id))));
            return dag.get("/jobs/" + id + "/verify").status() == 409;
        });
        try (var tab = DagPage.open(api, browser, Viewport.LAPTOP, Theme.LIGHT, "/job.html?tab=verify&id=" + id)) {
            tab.expectError("409");
            assertThat(tab.page().locator("hs-verify-view")).containsText("Redis no longer keeps this job", SOON);
            tab.screenshot("verify-lapsed");
        }
    }
}
