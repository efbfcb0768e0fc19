package dev.hotstate.dag.insight;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.dag.DagPage.SOON;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.dag.DagPage;
import dev.hotstate.dag.client.DagWorker;
import dev.hotstate.dag.client.Task;
import dev.hotstate.dag.graph.WfInstances;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real jobs, run by the Java client over HTTP, seen through the API and in a real browser. */
@QuarkusTest
@ExtendWith(BrowserExtension.class)
class RunningJobIT {

    private static final Page.GetByTextOptions EXACT = new Page.GetByTextOptions().setExact(true);

    @TestHTTPResource
    URI api;

    private final List<AutoCloseable> open = new ArrayList<>();
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    @Test
    void a_job_is_watched_from_the_first_task_to_the_last(Browser browser) {
        var job = submit("""
                {"name": "watched", "tasks": [
                  {"id": "fetch", "queue": "watched"},
                  {"id": "clean", "queue": "watched", "dependsOn": ["fetch"]},
                  {"id": "report", "queue": "watched", "dependsOn": ["clean"], "payload": {"to": "boss"}}]}""");
        var held = new Gate();
        try (var tab = page(browser, Viewport.LAPTOP, Theme.LIGHT, "/job.html?id=" + job + "&task=report")) {
            var page = tab.page();
            assertThat(page.locator(".side-panel")).containsText("It waits for a task that has not ended", SOON);

            work("watched", 4, task -> {
                task.log("working on " + task.name());
                held.enter(task.name());
                return Map.of("rows", 3);
            });

            held.awaitEntered("fetch");
            assertThat(page.locator(".job-facts")).containsText("1 running", SOON);
            assertThat(page.locator(".graph-legend")).containsText("running", SOON);
            tab.screenshot("running-job");
            held.open("fetch");
            held.awaitEntered("clean");
            held.open("clean");
            held.awaitEntered("report");
            assertThat(page.locator(".task-panel")).containsText("It runs on test-worker", SOON);
            assertThat(page.locator(".log")).containsText("working on report", SOON);
            held.open("report");

            assertThat(page.locator(".job-facts")).containsText("completed", SOON);
            assertThat(page.locator(".job-facts")).containsText("3 completed", SOON);
            assertThat(page.locator(".graph-legend")).not().containsText("running");
            assertThat(page.locator(".task-panel")).containsText("It completed", SOON);
            assertThat(page.locator(".task-panel")).containsText("\"rows\": 3", SOON);
            tab.screenshot("completed-job");
        }
    }

    @Test
    void pause_resume_and_cancel_from_the_page(Browser browser) {
        var job = submit("""
                {"name": "controlled", "tasks": [
                  {"id": "a", "queue": "controlled"}, {"id": "b", "queue": "controlled", "dependsOn": ["a"]}]}""");
        try (var tab = page(browser, Viewport.PHONE, Theme.DARK, "/job.html?id=" + job)) {
            var page = tab.page();
            page.getByText("Pause", EXACT).click();
            assertThat(page.locator(".job-facts")).containsText("paused", SOON);
            assertThat(code(why(job, "a"))).isEqualTo("JOB_PAUSED");
            tab.screenshot("paused-job-360");
            page.getByText("Resume", EXACT).click();
            assertThat(page.locator(".job-facts")).not().containsText("paused");
            // What was held back is let go step by step.
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(code(why(job, "a"))).isEqualTo("NO_WORKER"));
            page.getByText("Cancel job").click();
            page.getByText("Cancel controlled now").click();
            // Once, and not as something that has gone wrong.
            assertThat(page.locator(".job-facts hs-state").first()).containsText("cancelled by", SOON);
            assertThat(page.locator(".job-facts .bad")).hasCount(0);
        }
    }

    @Test
    void a_job_written_in_the_page_runs(Browser browser) {
        try (var tab = page(browser, Viewport.LAPTOP, Theme.LIGHT, "/")) {
            var page = tab.page();
            page.getByText("New job").click();
            assertThat(page.locator("textarea")).isFocused();
            assertThat(page.evaluate("document.activeElement.scrollTop")).isEqualTo(0);
            page.locator("textarea").fill("name: from yaml\ntasks:\n  a: {aftr: b}\n");
            tab.expectError("400");
            page.getByText("Submit job").click();
            assertThat(page.locator(".side-panel")).containsText("is not a field of a task");
            page.locator("textarea").fill("tasks:\n  a: {after: c}\n  b: {after: a}\n  c: {after: b}\n");
            tab.expectError("422");
            page.getByText("Check", EXACT).click();
            assertThat(page.locator(".side-panel")).containsText("a → c → b → a", SOON);
            tab.screenshot("new-job-cycle");
            page.locator("textarea").fill("name: from yaml\nqueue: from-yaml\ntasks:\n  a:\n  b: {after: a}\n");
            page.getByText("Check", EXACT).click();
            assertThat(page.locator(".checked")).containsText("2 tasks, 1 dependency, 2 levels", SOON);
            tab.screenshot("new-job");
            page.getByText("Submit job").click();
            page.waitForURL(url -> url.contains("/job.html"));
            assertThat(page.locator("h1")).containsText("from yaml");
            work("from-yaml", 2, task -> null);
            assertThat(page.locator(".job-facts")).containsText("2 completed", SOON);
        }
    }

    @Test
    void the_job_that_the_page_begins_with_runs_without_a_worker(Browser browser) {
        try (var tab = page(browser, Viewport.LAPTOP, Theme.LIGHT, "/?new=job")) {
            var page = tab.page();
            assertThat(page.locator(".side-panel .field-hint").first()).containsText("all fields, as JSON");
            page.getByText("Check", EXACT).click();
            assertThat(page.locator(".checked .label")).hasText(new String[] {"delay", "noop"});
            tab.screenshot("new-job-example");
            page.getByText("Submit job").click();
            page.waitForURL(url -> url.contains("/job.html"));
            assertThat(page.locator(".job-facts")).containsText("4 completed", SOON);
        }
    }

    @Test
    void montage_runs_under_the_eyes_of_its_graph(Browser browser) {
        var answer = client.post("/jobs/import?queue=montage", WfInstances.text(WfInstances.MONTAGE));
        assertThat(answer.status()).isEqualTo(201);
        var job = answer.body().get("jobId").asText();
        try (var tab = page(browser, Viewport.WIDE, Theme.LIGHT, "/job.html?id=" + job + "&view=tasks")) {
            tab.page().locator(".graph-frame[data-painted='2122']").waitFor();
            work("montage", 64, task -> null);
            assertThat(tab.page().locator(".job-facts")).containsText("running", SOON);
            await().atMost(ofSeconds(90))
                    .untilAsserted(() -> assertThat(client.get("/jobs/" + job)
                                    .body()
                                    .get("status")
                                    .asText())
                            .isEqualTo("COMPLETED"));
            assertThat(tab.page().locator(".job-facts")).containsText("2,122 completed", SOON);
            tab.screenshot("montage-completed");
        }
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(client.get("/jobs/" + job + "/timeline?view=tasks")
                                .body()
                                .get("rows"))
                        .hasSize(2122)
                        .allSatisfy(row -> {
                            assertThat(row.path("endMs").asLong(-1))
                                    .isGreaterThanOrEqualTo(row.path("startMs").asLong());
                            assertThat(row.path("startMs").asLong(-1))
                                    .isGreaterThanOrEqualTo(row.path("readyMs").asLong() - 1);
                        }));
    }

    @Test
    void what_failed_says_why_and_runs_again(Browser browser) {
        var job = submit("""
                {"name": "failing", "tasks": [
                  {"id": "a", "queue": "failing"}, {"id": "b", "queue": "failing", "dependsOn": ["a"]}]}""");
        var healthy = new CountDownLatch(1);
        work("failing", 2, task -> {
            if (healthy.getCount() > 0) {
                throw new IllegalStateException("no space left");
            }
            return null;
        });
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(code(why(job, "a"))).isEqualTo("FAILED"));
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(code(why(job, "b"))).isEqualTo("SKIPPED");
            assertThat(why(job, "b").at("/reasons/0/tasks/0").asText()).isEqualTo("a");
        });
        try (var tab = page(browser, Viewport.LAPTOP, Theme.DARK, "/job.html?id=" + job + "&task=a")) {
            var page = tab.page();
            assertThat(page.locator(".task-panel")).containsText("no space left", SOON);
            tab.screenshot("failed-task");
            healthy.countDown();
            page.keyboard().press("Escape");
            page.getByText("Run again", EXACT).click();
            assertThat(page.locator(".side-panel")).containsText("1 task and all that depends on them");
            tab.screenshot("run-again");
            page.getByText("Run failing again").click();
            assertThat(page.locator(".job-facts")).containsText("2 completed", SOON);
            page.getByText("Run again", EXACT).click();
            page.getByLabel("From a task on").check();
            page.locator("#field-fromTask").fill("b");
            page.getByText("Run failing again").click();
            assertThat(page.locator(".toast").last()).containsText("runs again: 1 task", SOON);
            assertThat(page.locator(".job-facts")).containsText("run 3", SOON);
            assertThat(page.locator(".job-facts")).containsText("2 completed", SOON);
            page.getByText("Run again", EXACT).click();
            page.getByLabel("All of it").check();
            page.getByText("Run failing again").click();
            assertThat(page.locator(".toast").last()).containsText("runs again: 2 tasks", SOON);
            assertThat(page.locator(".job-facts")).containsText("2 completed", SOON);
            page.getByText("Verify", EXACT).click();
            assertThat(page.locator("hs-verify-view")).containsText("All is as it should be", SOON);
            tab.screenshot("verify");
        }
    }

    @Test
    void queues_and_workers_are_listed_and_limited(Browser browser) {
        submit("""
                {"name": "queued", "tasks": [
                  {"id": "a", "queue": "queued", "priority": 9}, {"id": "b", "queue": "queued"}, {"id": "c", "queue": "queued"}]}""");
        await().atMost(ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(queue("queued").get("ready").asLong()).isEqualTo(3));
        assertThat(queue("queued").get("oldestReadyMs").asLong()).isNotNegative();
        assertThat(queue("queued").get("workers").asInt()).isZero();
        try (var tab = page(browser, Viewport.LAPTOP, Theme.LIGHT, "/queues.html?queue=queued&queues.q=queued")) {
            var page = tab.page();
            page.locator("#field-concurrencyMax").fill("1");
            page.getByText("Save limit").click();
            assertThat(page.locator("hs-table").first()).containsText("queued");
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(
                                    queue("queued").get("concurrencyMax").asInt())
                            .isEqualTo(1));
            var held = new Gate();
            work("queued", 3, task -> {
                held.enter(task.name());
                return null;
            });
            held.awaitEntered("a");
            await().atMost(ofSeconds(30)).untilAsserted(() -> {
                assertThat(queue("queued").get("running").asLong()).isEqualTo(1);
                assertThat(queue("queued").get("ready").asLong()).isEqualTo(2);
                assertThat(client.get("/workers").body().toString()).contains("test-worker");
            });
            assertThat(page.locator(".page")).containsText("test-worker", SOON);
            tab.screenshot("queues-limited");
            held.openAll();
        }
        client.put("/queues/queued/settings", "{\"paused\": false}");
    }

    @Test
    void tasks_are_found_by_a_part_of_their_names() {
        var job = submit("""
                {"name": "searched", "tasks": [
                  {"id": "mail-1", "queue": "searched", "name": "Letter to Ann"}, {"id": "mail-2", "queue": "searched"}]}""");
        assertThat(client.get("/jobs/" + job + "/find?q=ann")
                        .body()
                        .at("/items/0/id")
                        .asText())
                .isEqualTo("mail-1");
        assertThat(client.get("/jobs/" + job + "/find?q=mail").body().get("items"))
                .hasSize(2);
        assertThat(client.get("/jobs/nobody/graph").status()).isEqualTo(404);
        assertThat(client.get("/jobs/" + job + "/graph?view=round").status()).isEqualTo(400);
    }

    private String submit(String body) {
        var answer = client.post("/jobs", body);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
        return answer.body().get("jobId").asText();
    }

    private JsonNode why(String job, String task) {
        return client.get("/tasks/" + job + "." + task + "/why").body();
    }

    private static String code(JsonNode why) {
        return why.at("/reasons/0/code").asText();
    }

    private JsonNode queue(String name) {
        for (var queue : client.get("/queues").body()) {
            if (queue.get("name").asText().equals(name)) {
                return queue;
            }
        }
        return new ObjectMapper().createObjectNode();
    }

    private interface Work {
        Object on(Task task) throws Exception;
    }

    private void work(String queue, int concurrency, Work work) {
        open.add(DagWorker.of(api)
                .key(ServiceContract.ADMIN_KEY)
                .name("test-worker")
                .grace(ofSeconds(2))
                .queue(queue, concurrency, work::on)
                .start());
    }

    private BrowserPage page(Browser browser, Viewport viewport, Theme theme, String path) {
        return DagPage.open(api, browser, viewport, theme, path);
    }

    /** Holds workers at a point until the test lets them go on. */
    private static final class Gate {

        private final Map<String, CountDownLatch> entered = new ConcurrentHashMap<>();
        private final Map<String, CountDownLatch> opened = new ConcurrentHashMap<>();
        private final CountDownLatch all = new CountDownLatch(1);

        void enter(String task) throws InterruptedException {
            latch(entered, task).countDown();
            while (all.getCount() > 0 && !latch(opened, task).await(10, TimeUnit.MILLISECONDS)) {}
        }

        void awaitEntered(String task) {
            await().atMost(ofSeconds(30)).until(() -> latch(entered, task).getCount() == 0);
        }

        void open(String task) {
            latch(opened, task).countDown();
        }

        void openAll() {
            all.countDown();
        }

        private static CountDownLatch latch(Map<String, CountDownLatch> latches, String task) {
            return latches.computeIfAbsent(task, name -> new CountDownLatch(1));
        }
    }
}
