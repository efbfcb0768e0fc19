package dev.hotstate.dag.insight;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.dag.DagPage.SOON;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs found again by what is known of them, over HTTP and in the page. */
@QuarkusTest
@ExtendWith(BrowserExtension.class)
class JobListIT {

    private static final LocatorAssertions.HasAttributeOptions SOON_SO =
            new LocatorAssertions.HasAttributeOptions().setTimeout(20_000);
    private static final LocatorAssertions.IsVisibleOptions VISIBLE_SOON =
            new LocatorAssertions.IsVisibleOptions().setTimeout(20_000);
    /** More than the page asks for at once. */
    private static final int MANY = 103;

    @TestHTTPResource
    URI api;

    private final String owner =
            "owner-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @Test
    void jobs_are_found_by_owner_label_state_and_name() {
        var one = submit("first of " + owner, "red");
        var other = submit("second of " + owner, "blue");
        client.post("/jobs/" + other + "/cancel", "");

        assertThat(ids("/jobs?createdBy=" + owner)).containsExactly(other, one);
        assertThat(ids("/jobs?createdBy=" + owner + "&label=colour=red")).containsExactly(one);
        assertThat(ids("/jobs?createdBy=" + owner + "&label=colour=red&label=shape=round"))
                .isEmpty();
        assertThat(ids("/jobs?text=SECOND%20of%20" + owner)).containsExactly(other);
        assertThat(ids("/jobs?text=" + one)).containsExactly(one);
        assertThat(ids("/jobs?createdBy=" + owner + "&status=FAILED")).isEmpty();
        assertThat(client.get("/jobs?label=colour").status()).isEqualTo(400);
    }

    @Test
    void tasks_are_found_by_the_status_that_they_are_shown_with() {
        var job = client.post(
                        "/jobs",
                        "{\"tasks\": [{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}, {\"id\": \"c\", \"queue\": \"%1$s\", \"dependsOn\": [\"a\", \"b\"]}]}"
                                .formatted(owner))
                .body()
                .get("jobId")
                .asText();
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(tasks(job, "READY")).containsExactly("a", "b"));
        assertThat(tasks(job, "READY&limit=1")).containsExactly("a");
        assertThat(tasks(job, "PENDING")).containsExactly("c");
        assertThat(tasks(job, "RUNNING")).isEmpty();

        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            client.post("/queues/" + owner + "/claims", "{\"worker\": \"w\", \"max\": 2, \"waitMs\": 1000}");
            assertThat(tasks(job, "RUNNING")).containsExactly("a", "b");
        });
        assertThat(tasks(job, "READY")).isEmpty();
    }

    /** What ran before looks no more ready than what never did: of that Postgres does not hear. */
    @Test
    void a_task_that_was_given_back_counts_among_those_that_wait() {
        var job = client.post(
                        "/jobs",
                        "{\"tasks\": [{\"id\": \"a\", \"queue\": \"%1$s\"}, {\"id\": \"b\", \"queue\": \"%1$s\"}]}"
                                .formatted(owner))
                .body()
                .get("jobId")
                .asText();
        var claimed = client.post("/queues/" + owner + "/claims", "{\"worker\": \"w\", \"max\": 1, \"waitMs\": 20000}")
                .body()
                .at("/tasks/0");
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(tally(job)).isEqualTo("{\"PENDING\":1,\"RUNNING\":1}"));

        client.post(
                "/tasks/" + claimed.get("id").asText() + "/release",
                "{\"attempt\": \"%s\"}".formatted(claimed.get("attempt").asText()));

        await().atMost(ofSeconds(30)).untilAsserted(() -> assertThat(tally(job)).isEqualTo("{\"PENDING\":2}"));
        client.post("/jobs/" + job + "/cancel", "");
    }

    private String tally(String job) {
        for (var known : client.get("/overview").body().get("recent")) {
            if (known.get("id").asText().equals(job)) {
                return known.get("tally").toString();
            }
        }
        return "";
    }

    private List<String> tasks(String job, String status) {
        var names = new ArrayList<String>();
        client.get("/jobs/" + job + "/tasks?status=" + status)
                .body()
                .get("items")
                .forEach(task -> names.add(task.get("task").asText()));
        return names;
    }

    @Test
    void pages_bring_every_job_once() {
        var submitted = new ArrayList<String>();
        for (int number = 0; number < 5; number++) {
            submitted.addFirst(submit("paged " + number, "grey"));
        }
        var found = new ArrayList<String>();
        var page = client.get("/jobs?limit=2&createdBy=" + owner).body();
        found.addAll(ids(page));
        while (!page.path("nextCursor").isNull() && page.has("nextCursor")) {
            page = client.get("/jobs?limit=2&createdBy=" + owner + "&cursor="
                            + page.get("nextCursor").asText())
                    .body();
            found.addAll(ids(page));
        }
        assertThat(found).isEqualTo(submitted);
    }

    @Test
    void a_phone_shows_how_far_each_job_is(Browser browser) {
        var job = submit("far", "grey");
        try (var tab = DagPage.open(api, browser, Viewport.PHONE, Theme.LIGHT, "/?by=" + owner)) {
            var row = tab.page().locator("hs-job-list tr[data-key='%s']".formatted(job));
            assertThat(row.locator(".progress-below svg")).isVisible(VISIBLE_SOON);
            tab.screenshot("jobs-phone");
        }
    }

    @Test
    void the_page_filters_and_shows_older_ones(Browser browser) {
        IntStream.range(0, MANY).parallel().forEach(number -> submit("job " + number, number == 7 ? "red" : "grey"));
        try (var tab = DagPage.open(api, browser, Viewport.LAPTOP, Theme.LIGHT, "/?by=" + owner)) {
            var page = tab.page();
            var table = page.locator("hs-job-list table");
            assertThat(table).hasAttribute("aria-rowcount", "101", SOON_SO);
            page.locator(".table-more button").click();
            assertThat(table).hasAttribute("aria-rowcount", String.valueOf(MANY + 1), SOON_SO);
            page.getByLabel("A label of the job").fill("colour=red");
            assertThat(table).hasAttribute("aria-rowcount", "2", SOON_SO);
            assertThat(page.locator("hs-job-list tbody")).containsText("job 7");
            tab.screenshot("jobs-filtered");
            page.reload();
            assertThat(page.locator("hs-job-list tbody")).containsText("job 7", SOON);
            page.getByLabel("Part of the id or the name").fill("nothing is called so");
            assertThat(page.locator("hs-job-list")).containsText("No job is like this", SOON);
        }
    }

    /** As any caller may: a 503 says that it can be sent again, and the id makes that one job. */
    private String submit(String name, String colour) {
        var id = "listed_%016x".formatted(ThreadLocalRandom.current().nextLong());
        var job = """
                {"jobId": "%s", "name": "%s", "createdBy": "%s", "labels": {"colour": "%s"}, "tasks": [{"id": "a", "queue": "noop"}]}""".formatted(id, name, owner, colour);
        await().atMost(ofSeconds(30)).pollDelay(ZERO).untilAsserted(() -> {
            var answer = client.post("/jobs", job);
            assertThat(answer.status()).as(answer.body().toString()).isIn(200, 201);
        });
        return id;
    }

    private List<String> ids(String path) {
        var answer = client.get(path);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        return ids(answer.body());
    }

    private static List<String> ids(JsonNode page) {
        var ids = new ArrayList<String>();
        page.get("items").forEach(job -> ids.add(job.get("jobId").asText()));
        return ids;
    }
}
