package dev.hotstate.kit.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.Viewport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Functions without a component: each line is an expression and what it must read. */
@ExtendWith(BrowserExtension.class)
class FormatIT {

    private static Site site;

    @BeforeAll
    static void start_site() {
        site = new Site();
    }

    @AfterAll
    static void stop_site() {
        site.close();
    }

    @Test
    void numbers_and_times_read_as_people_say_them(Browser browser) {
        assertReads(browser, "/kit/format.js", """
                count(0)                      | 0
                count(999)                    | 999
                count(12431)                  | 12.4k
                count(0.42)                   | 0.42
                count(null)                   | –
                exact(12431)                  | 12,431
                bytes(0)                      | 0 B
                bytes(2 * 1024 ** 3)          | 2 GB
                bytes(1536)                   | 1.5 kB
                percent(0.8154)               | 81.5 %
                percent(1)                    | 100 %
                perSecond(1240)               | 1.2k /s
                micros(420)                   | 420 µs
                micros(1900)                  | 1.9 ms
                micros(3000000)               | 3 s
                micros(undefined)             | –
            wholeMillis(0)                | < 1 ms
            wholeMillis(0.6)              | < 1 ms
            wholeMillis(1)                | 1 ms
            wholeMillis(1234.4)           | 1,234 ms
            wholeMillis(undefined)        | –
            duration(0)                   | 0 ms
            duration(0.4)                 | < 1 ms
                duration(800)                 | 800 ms
                duration(34000)               | 34 s
                duration(252000)              | 4 min 12 s
                duration(1500000)             | 25 min
                duration(12000000)            | 3 h 20 min
                duration(187200000)           | 2 d 4 h
                ago(1000, 3000)               | just now
                ago(0, 252000)                | 4 min ago
                ago(259200000, 0)             | in 3 d
                clock(Date.UTC(2026, 10, 18, 12, 4, 31)) | 12:04:31
                stamp(Date.UTC(2026, 10, 18, 12, 4, 31)) | 2026-11-18 12:04:31 UTC
                plural(1, 'row')              | 1 row
                plural(10000, 'row')          | 10,000 rows""");
    }

    @Test
    void scales_are_round_and_lines_have_gaps(Browser browser) {
        assertReads(browser, "/kit/paths.js", """
                niceScale(1430).ticks.join()                          | 0,500,1000,1500
                niceScale(0.7).top                                    | 0.8
                niceScale(2.2 * 1024 ** 3, 1024).ticks.at(-1)         | 3221225472
                niceScale(0).ticks.join()                             | 0
                tickLabels([0, 500, 1000], x => x < 1000 ? `${x}` : '1k').join() | 0,500,1k
                tickLabels([0, 0.05, 0.1, 0.15], x => x.toFixed()).join() | 0,0.05,0.1,0.15
                tickLabels([0, 10, 20], x => `${x} ms`).join()        | 0 ms,10 ms,20 ms
                tickLabels([0, 0.5, 1], x => `${Math.round(x)} ms`).join() | 0 ms,,1 ms
                linePath([1, 2, null, 4, 5], x => x, y => y)          | M0 1L1 2M3 4L4 5
                linePath([null, 2, null], x => x, y => y)             | M1 2h0.01
                linePath([], x => x, y => y)                          |
                thinned([1, 9, null, null, 3, 2], 3).points.join('/') | 9//3
                timeTicks(0, 3600000, 4).join()                       | 0,900000,1800000,2700000,3600000
                timeTicks(1000, 61000, 2).join()                      | 30000,60000""");
    }

    @Test
    void a_history_goes_on_with_what_arrives_live(Browser browser) {
        try (var page = browser.page(Viewport.LAPTOP).open(site.url("/login.html"))) {
            assertThat(page.page().evaluate("""
                    async () => {
                      const { History } = await import('/kit/history.js');
                      const history = new History({ stepSeconds: 100, from: new Date(1000000).toISOString(), series: { load: [1, 2, 3] } });
                      history.add(1310000, { load: 6 });   // a new step
                      history.add(1320000, { load: 8 });   // the same step: the mean
                      history.add(1510000, { load: 5 });   // one step later than the next: a gap
                      const short = `${history.from} ${history.points('load').map(String)}`;
                      history.add(1000000 + 3700000, { load: 9 });
                      return `${short} / ${history.from} ${history.points('load').length}`;
                    }""")).isEqualTo("1000000 1,2,3,7,null,5 / 1100000 37");
        }
    }

    @Test
    void a_history_begins_with_its_first_value(Browser browser) {
        try (var page = browser.page(Viewport.LAPTOP).open(site.url("/login.html"))) {
            assertThat(page.page().evaluate("""
                    async () => {
                      const { History } = await import('/kit/history.js');
                      const minutes = (first) => Array.from({ length: 60 }, (_, minute) => (minute < first ? null : minute));
                      const begun = (...firsts) => new History({ stepSeconds: 60, from: new Date(0).toISOString(),
                        series: Object.fromEntries(firsts.map((first, index) => [index, minutes(first)])) });
                      const says = (history) => `${history.from / 60000} ${history.points('0').length}`;
                      // Ten minutes ago; one of two series earlier; a moment ago: five minutes are the least; never; all along.
                      return [begun(50), begun(50, 40), begun(59), begun(60), begun(0)].map(says).join(', ');
                    }""")).isEqualTo("50 10, 40 20, 55 5, 55 5, 0 60");
        }
    }

    private static void assertReads(Browser browser, String module, String lines) {
        try (var page = browser.page(Viewport.LAPTOP).open(site.url("/login.html"))) {
            lines.lines().forEach(line -> {
                var expression = line.substring(0, line.indexOf('|')).strip();
                var expected = line.substring(line.indexOf('|') + 1).strip();
                var name = expression.substring(0, expression.indexOf('('));
                // Not eval: the policy of the site forbids it, and the pages must do without.
                var actual = page.page()
                        .evaluate("async () => { const { " + name + " } = await import('" + module
                                + "'); return String(" + expression + "); }");
                assertThat(actual).as(expression).isEqualTo(expected);
            });
        }
    }
}
