package dev.hotstate.dag.history;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.hotstate.dag.DagPage;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the panel of a task shows of many attempts and of a long log, in a real browser. */
@QuarkusTest
@ExtendWith(BrowserExtension.class)
class TaskPanelIT {

    private static final int ATTEMPTS = 45;

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    @Inject
    LogArchive logs;

    private TaskId task;

    @BeforeEach
    void store() {
        task = new TaskId("panel-%08x".formatted(ThreadLocalRandom.current().nextInt()), "fetch");
        query("""
                insert into job (id, name, created_by, body_hash, task_count, on_failure, durability, stored_at, submitted_at, status,
                    started_at, finished_at)
                values ($1, $1, 'test', '', 1, 'continue', 'redis', now(), now(), 'COMPLETED', now() - interval '1 h', now())""", task.job());
        query("""
                insert into task (job_id, id, position, name, depends_on, queue, priority, max_retries, backoff_ms,
                    backoff_max_ms, timeout_ms, lease_ms, trigger_rule, status, attempt, worker, started_at, finished_at)
                values ($1, $2, 0, $2, '{}', 'q', 5, 50, 1000, 60000, 0, 30000, 'all_success', 'COMPLETED', 45, 'worker-1',
                    now() - interval '1 h', now())""", task.job(), task.task());
        query("""
                insert into event (job_id, task_id, attempt, seq, entry_ms, entry_number, type, at, status, verdict, worker, detail)
                select $1, $2, n, n * 10 + k, n, k, 'task', now() - make_interval(mins => 50 - n, secs => -20 * k),
                    case when k = 0 then 'RUNNING' when n = $3 then 'COMPLETED' when n % 4 = 0 then 'READY' else 'RETRY_WAIT' end,
                    case when k = 0 or n % 4 = 0 then '' else 'ACCEPTED' end, 'worker-' || n % 3,
                    case when k = 0 then '12' when n % 4 = 0 then 'lost' else '1795000000000 ' || n || ' connection reset by orders.example.org' end
                from generate_series(1, $3) as n, generate_series(0, 1) as k""", task.job(), task.task(), ATTEMPTS);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            logs.append(task, attempt, 0, List.of("begun " + attempt, "ended " + attempt))
                    .await()
                    .atMost(ofSeconds(10));
        }
    }

    @Test
    void older_attempts_are_a_press_away_and_each_has_a_log_of_its_own(Browser browser) {
        try (var tab = open(browser, "")) {
            var panel = tab.page().locator("hs-task-panel");
            var attempts = panel.locator(".attempts > li");
            var older = panel.getByText("Show older attempts");
            assertThat(attempts).hasCount(5);
            older.click();
            assertThat(attempts).hasCount(25);
            older.click();
            assertThat(attempts).hasCount(ATTEMPTS);
            assertThat(older).hasCount(0);
            assertThat(attempts.first()).containsText("completed");
            assertThat(attempts.last()).containsText("failed, tried again");
            assertThat(attempts.last()).containsText("connection reset");
            assertThat(lines(panel)).hasCount(2 * ATTEMPTS);

            log(attempts.last()).click();

            assertThat(lines(panel)).hasText(new Pattern[] {Pattern.compile("begun 1$"), Pattern.compile("ended 1$")});
            assertThat(log(attempts.last())).hasAttribute("aria-pressed", "true");
            assertThat(tab.page()).hasURL(Pattern.compile("attempt=1$"));
            assertThat(lines(panel).last()).isInViewport();
            assertThat(attempts).hasCount(ATTEMPTS);
            logs.append(task, 1, 2, List.of("late 1")).await().atMost(ofSeconds(10));
            logs.append(task, 45, 2, List.of("late 45")).await().atMost(ofSeconds(10));
            assertThat(lines(panel).last()).containsText("late 1");
            assertThat(lines(panel)).hasCount(3);

            panel.getByText("all attempts").click();

            assertThat(lines(panel)).hasCount(2 * ATTEMPTS + 2);
            assertThat(lines(panel).last()).containsText("late 45");
        }
    }

    @Test
    void a_link_shows_the_log_of_the_attempt_that_its_sender_saw(Browser browser) {
        try (var tab = open(browser, "&attempt=44")) {
            var panel = tab.page().locator("hs-task-panel");
            assertThat(lines(panel))
                    .hasText(new Pattern[] {Pattern.compile("begun 44$"), Pattern.compile("ended 44$")});
            assertThat(panel.getByText("Log of one attempt")).isVisible();
            tab.atEveryWidthAndTheme((viewport, theme) -> {
                assertThat(lines(panel)).hasCount(2);
                tab.assertFitsWidth();
                tab.screenshot("task-panel-%d-%s".formatted(viewport.width(), theme));
                panel.locator(".log").scrollIntoViewIfNeeded();
                tab.screenshot("task-panel-log-%d-%s".formatted(viewport.width(), theme));
            });
        }
    }

    @Test
    void who_reads_older_lines_keeps_the_place(Browser browser) {
        var many = IntStream.range(0, 1_100).mapToObj("line %d"::formatted).toList();
        for (int from = 0; from < many.size(); from += 100) {
            logs.append(task, 46, from, many.subList(from, from + 100)).await().atMost(ofSeconds(10));
        }
        try (var tab = open(browser, "&attempt=46")) {
            var panel = tab.page().locator("hs-task-panel");
            var older = panel.getByText("Show older lines");
            assertThat(lines(panel)).hasCount(500);
            var firstShown = panel.locator(".log li", new Locator.LocatorOptions().setHasText("line 600"));
            panel.locator(".log").evaluate("log => { log.scrollTop = 0; }");
            var before = placeInLog(panel, firstShown);

            older.click();

            assertThat(lines(panel)).hasCount(1_000);
            assertThat(placeInLog(panel, firstShown)).isCloseTo(before, within(2.0));
            older.click();
            assertThat(lines(panel)).hasCount(1_100);
            assertThat(lines(panel).first()).containsText("line 0");
            assertThat(older).hasCount(0);
        }
    }

    /** From its upper edge: the panel around it may be scrolled, too. */
    private static double placeInLog(Locator panel, Locator line) {
        return line.boundingBox().y - panel.locator(".log").boundingBox().y;
    }

    private static Locator lines(Locator panel) {
        return panel.locator(".log li");
    }

    private static Locator log(Locator attempt) {
        return attempt.getByRole(AriaRole.BUTTON);
    }

    private BrowserPage open(Browser browser, String more) {
        var tab = DagPage.open(
                api, browser, Viewport.LAPTOP, Theme.LIGHT, "/job.html?id=" + task.job() + "&task=fetch" + more);
        tab.page().locator("hs-task-panel .log").waitFor(new Locator.WaitForOptions().setTimeout(20_000));
        return tab;
    }

    private void query(String sql, Object... parameters) {
        database.query(sql, parameters).await().atMost(ofSeconds(10));
    }
}
