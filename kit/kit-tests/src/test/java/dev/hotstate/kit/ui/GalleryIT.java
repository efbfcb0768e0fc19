package dev.hotstate.kit.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The components, on the page that shows them all. A page with an error on its console or a policy violation fails by itself. */
@ExtendWith(BrowserExtension.class)
class GalleryIT {

    private static final int ROWS_IN_DOM_MAX = 80;

    private static Site site;

    @BeforeAll
    static void start_site() {
        site = new Site();
    }

    @AfterAll
    static void stop_site() {
        site.close();
    }

    static Stream<Arguments> every_width_and_theme() {
        return Stream.of(Viewport.values())
                .flatMap(viewport -> Stream.of(Theme.values()).map(theme -> Arguments.of(viewport, theme)));
    }

    @ParameterizedTest
    @MethodSource("every_width_and_theme")
    void every_component_is_drawn_and_fits(Viewport viewport, Theme theme, Browser browser) {
        try (var gallery = browser.page(viewport, theme).open(site.url("/kit/gallery.html"))) {
            assertThat(gallery.page().locator("hs-chart .chart-svg")).hasCount(4);
            gallery.assertFitsWidth();
            gallery.screenshot(
                    "gallery-%d-%s".formatted(viewport.width(), theme.name().toLowerCase()));

            assertThat((Object) gallery.page().evaluate("""
                    [...document.querySelectorAll('*')].filter(e => e.localName.startsWith('hs-') && !customElements.get(e.localName)).length""")).isEqualTo(0);
        }
    }

    @Test
    void a_table_is_walked_with_the_keyboard_and_a_row_opens_beside_it(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.locator("#many table").focus();
            page.keyboard().press("ArrowDown");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("ArrowUp");

            page.keyboard().press("Enter");

            assertThat(page.locator(".side-panel h2")).hasText("mon_00001");
            assertThat(page).hasURL(Pattern.compile("open=mon_00001"));
            page.keyboard().press("Escape");
            assertThat(page.locator(".side-panel")).hasCount(0);
            assertThat(page.locator("#many table")).isFocused();
            assertThat(page.url()).doesNotContain("open=");
        }
    }

    @Test
    void back_closes_the_side_panel_and_a_link_opens_it(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.locator("#many tr[data-key=mon_00002]").click();
            assertThat(page.locator(".side-panel h2")).hasText("mon_00002");
            var link = page.url();

            page.goBack();

            assertThat(page.locator(".side-panel")).hasCount(0);
            page.navigate(link);
            assertThat(page.locator(".side-panel h2")).hasText("mon_00002");
        }
    }

    @Test
    void ten_thousand_rows_need_few_elements(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            var rows = page.locator("#many tbody tr:not(.spacer)");
            page.locator("#many table").focus();

            page.keyboard().press("End");

            assertThat(page.locator("#many tr[data-key=mon_09999]")).isVisible();
            assertThat(rows.count()).isLessThan(ROWS_IN_DOM_MAX);
            page.locator("#many .table-scroll").evaluate("element => element.scrollTop = element.scrollHeight / 2");
            assertThat(page.locator("#many tr[data-key=mon_05000]")).isVisible();
            assertThat(rows.count()).isLessThan(ROWS_IN_DOM_MAX);
        }
    }

    @Test
    void a_table_without_rows_counts_none(Browser browser) {
        try (var gallery = open(browser)) {
            assertThat(gallery.page().locator("#many .table-count")).hasText("10,000 rows");
            assertThat(gallery.page().locator(".gallery-case .table-count")).hasText(new String[] {"", "", "", ""});
        }
    }

    @Test
    void names_beside_lines_are_not_cut(Browser browser) {
        try (var gallery = open(browser)) {
            assertThat(gallery.page().locator("#charts .series-name").first()).isVisible();
            assertThat((Object) gallery.page().evaluate("""
                    [...document.querySelectorAll('#charts .chart-svg')].flatMap(chart => [...chart.querySelectorAll('.series-name')]
                        .filter(name => name.getBoundingClientRect().right > chart.getBoundingClientRect().right)
                        .map(name => name.textContent)).join()""")).isEqualTo("");
        }
    }

    @Test
    void sort_order_and_filters_are_in_the_address(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.locator("#many th button", new Page.LocatorOptions().setHasText("Latency"))
                    .click();
            page.locator("#many th button", new Page.LocatorOptions().setHasText("Latency"))
                    .click();
            page.locator("#many .chip", new Page.LocatorOptions().setHasText("confirming"))
                    .click();
            page.locator("#many input[type=search]").fill("login");
            var topmost = page.locator("#many tbody tr:not(.spacer)").first();
            assertThat(topmost).containsText("login");
            var first = topmost.getAttribute("data-key");

            page.reload();

            assertThat(page.locator("#many th[aria-sort=descending]")).hasText(Pattern.compile("Latency"));
            assertThat(page.locator("#many .chip[aria-pressed=true]")).containsText("confirming");
            assertThat(page.locator("#many input[type=search]")).hasValue("login");
            assertThat(page.locator("#many tbody tr:not(.spacer)").first()).hasAttribute("data-key", first);
            assertThat(page.locator("#many tbody tr:not(.spacer) [data-column=state]")
                            .first())
                    .hasText("confirming");
        }
    }

    @Test
    void a_watched_cell_that_changed_flashes_once(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));

            // Counted in the page: from here, the flash might be over before anybody asks.
            var flashes = page.evaluate("""
                    async () => {
                      const cell = document.querySelector('#many tr[data-key=mon_00003] [data-column=state]');
                      const frames = async count => { for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame); };
                      document.querySelector('#change').click();
                      await frames(4);
                      const count = cell.getAnimations().length;
                      document.querySelector('#many').update();
                      await frames(4);
                      const flashing = [...document.querySelectorAll('#many td')].filter(td => td.getAnimations().length > 0);
                      return `${count} ${cell.getAnimations().length} ${flashing.length}`;
                    }""");

            assertThat(flashes)
                    .as("animations of the cell, of the cell later, of the table")
                    .isEqualTo("1 1 1");
        }
    }

    @Test
    void hovering_one_chart_reads_all_series_of_all_charts_at_that_time(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            var latency = page.locator("#charts hs-chart").nth(1);

            latency.locator("svg").hover(new Locator.HoverOptions().setPosition(120, 60));

            assertThat(page.locator("#charts .chart-reading")).hasCount(4);
            assertThat(latency.locator(".chart-reading p")).hasCount(4);
            assertThat(latency.locator(".chart-reading")).containsText("UTC");
            var times = page.locator("#charts .chart-reading p:first-child").allTextContents();
            assertThat(times.stream().distinct()).hasSize(1);
        }
    }

    @Test
    void a_gap_is_read_as_no_value_and_drawn_as_a_gap(Browser browser) {
        try (var gallery = open(browser)) {
            var requests = gallery.page().locator("#charts hs-chart").first();
            var line = requests.locator("path.series-line").first().getAttribute("d");
            assertThat(line.chars().filter(character -> character == 'M').count())
                    .isEqualTo(2);
            requests.locator("svg").focus();

            // From the end (03:59:50) to the middle of the gap (03:23:30).
            for (int step = 0; step < 73; step++) {
                gallery.page().keyboard().press("ArrowLeft");
            }

            assertThat(requests.locator(".chart-reading")).containsText("no value");
        }
    }

    @Test
    void dragging_zooms_all_charts_and_one_click_shows_the_whole_time_again(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            var memory = page.locator("#charts hs-chart").nth(2).locator(".chart-svg path.series-line");
            var before = memory.getAttribute("d");
            page.locator("#charts").scrollIntoViewIfNeeded();
            var box = page.locator("#charts hs-chart .chart-svg").first().boundingBox();

            page.mouse().move(box.x + 100, box.y + 60);
            page.mouse().down();
            page.mouse().move(box.x + 180, box.y + 60);
            page.mouse().up();

            var wayBack = page.locator("#charts .chart-reset");
            assertThat(wayBack).hasCount(4);
            assertThat(memory).not().hasAttribute("d", before);
            page.reload();
            assertThat(wayBack).hasCount(4);
            wayBack.first().click();
            assertThat(wayBack).hasCount(0);
            assertThat(memory).hasAttribute("d", before);
        }
    }

    @Test
    void a_toast_can_be_undone(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.locator("#toast").click();

            page.locator(".toast button", new Page.LocatorOptions().setHasText("Undo"))
                    .click();

            assertThat(page.locator(".toast")).hasCount(1);
            assertThat(page.locator(".toast")).containsText("Monitor resumed");
        }
    }

    /** The first is at the left end of its row, the second at the right. */
    @ParameterizedTest
    @CsvSource({"0, Revoke billing-import now", "1, Cancel the nightly report now"})
    void a_button_that_asks_stays_where_it_is_and_a_double_click_answers_nothing(
            int which, String sure, Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            var confirm = page.locator("hs-confirm").nth(which);
            confirm.scrollIntoViewIfNeeded();
            var button = confirm.locator("> button");
            var before = button.boundingBox();

            button.dblclick();

            assertThat(confirm.locator("[data-cancel]")).isFocused();
            assertThat(confirm.getByText(sure)).isVisible();
            var after = button.boundingBox();
            assertThat(List.of(after.x, after.y, after.width)).isEqualTo(List.of(before.x, before.y, before.width));
            assertThat(confirm.evaluate("""
                    confirm => {
                      const button = confirm.querySelector('button').getBoundingClientRect();
                      const question = confirm.querySelector('.confirm').getBoundingClientRect();
                      const apart = question.top >= button.bottom || question.bottom <= button.top;
                      return apart && question.left >= 0 && question.right <= innerWidth;
                    }"""))
                    .as("the question lies beside the button, within the window")
                    .isEqualTo(true);
            gallery.screenshot("confirm-" + which);
            button.click();
            assertThat(confirm.locator("[data-cancel]")).hasCount(0);
            assertThat(page.locator(".toast")).hasCount(0);
        }
    }

    @Test
    void a_question_is_answered_with_the_keyboard(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            var confirm = page.locator("hs-confirm").first();
            confirm.locator("> button").focus();
            page.keyboard().press("Enter");
            assertThat(confirm.locator("[data-cancel]")).isFocused();

            page.keyboard().press("Escape");

            assertThat(confirm.locator("[data-cancel]")).hasCount(0);
            assertThat(confirm.locator("> button")).isFocused();
            page.keyboard().press("Enter");
            assertThat(confirm.locator("[data-cancel]")).isFocused();
            page.keyboard().press("Tab");
            page.keyboard().press("Enter");
            assertThat(page.locator(".toast")).containsText("billing-import is revoked");
            assertThat(confirm.locator("[data-cancel]")).hasCount(0);
        }
    }

    @Test
    void slash_searches_and_enter_goes_there(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.keyboard().press("/");
            page.keyboard().type("audit");

            page.keyboard().press("Enter");

            assertThat(page).hasURL(site.url("/audit.html"));
        }
    }

    @Test
    void the_theme_is_chosen_and_kept(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();
            page.locator(".theme-switch").click();
            page.locator(".theme-switch").click();

            page.reload();

            assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
            assertThat(page.locator("body")).hasCSS("background-color", "rgb(14, 17, 22)");
        }
    }

    @Test
    void the_top_bar_fits_a_phone_with_all_it_may_have_to_say(Browser browser) {
        try (var gallery = browser.page(Viewport.PHONE).open(site.url("/kit/gallery.html"))) {
            gallery.page().evaluate("""
                    document.querySelector('hs-top-bar').stream =
                      Object.assign(new EventTarget(), { state: { name: 'stale', since: Date.now(), seconds: 12 } })""");

            assertThat(gallery.page().locator(".top-bar .live")).containsText("stale since");
            assertThat(gallery.page().locator(".env.prod")).isVisible();
            gallery.assertFitsWidth();
        }
    }

    @Test
    void a_figure_explains_itself_to_the_keyboard_too(Browser browser) {
        try (var gallery = open(browser)) {
            var page = gallery.page();

            page.locator("hs-stat .stat").first().focus();

            assertThat(page.locator(".tip")).hasText(Pattern.compile("Requests answered each second"));
        }
    }

    private static BrowserPage open(Browser browser) {
        return browser.page(Viewport.LAPTOP).open(site.url("/kit/gallery.html"));
    }
}
