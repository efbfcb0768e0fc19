package dev.hotstate.local;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.hotstate.kit.testing.browser.BrowserPage;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Goes by clicks alone from the start page to each dashboard, through all of its tabs, to one thing that lives there, and back. The
 * tab of the browser fails whoever closes it after an error on any of these pages.
 */
record DashboardTour(BrowserPage tab, String start) {

    private static final LocatorAssertions.IsVisibleOptions PATIENTLY =
            new LocatorAssertions.IsVisibleOptions().setTimeout(120_000);

    void throughMonitors() {
        enter("monitor", List.of("Incidents", "Maintenance", "Alerts", "Status pages", "Vitals", "Monitors"));
        text("Shop: checkout").click();
        assertThat(page()).hasURL(Pattern.compile("/monitor\\.html\\?id="));
        see("hs-chart .chart-svg");
        leave();
    }

    void throughDrivers() {
        enter("driver", List.of("Vitals", "Map"));
        page().getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("List").setExact(true))
                .click();
        page().locator(".side-panel hs-table tbody tr:not(.spacer)").first().click();
        see(".side-panel .facts");
        leave();
    }

    void throughJobs() {
        enter("dag", List.of("Queues and workers", "Templates", "Vitals", "Jobs"));
        text("Report of").click();
        assertThat(page()).hasURL(Pattern.compile("/job\\.html\\?id="));
        see("canvas");
        leave();
    }

    void throughTraffic() {
        enter("metrics", List.of("Limits", "Series", "Vitals", "Traffic"));
        page().locator("hs-table[name=e] tbody tr:not(.spacer) td:nth-child(2)")
                .first()
                .click();
        see(".side-panel hs-chart .chart-svg");
        leave();
    }

    /** Through all tabs; the last of them is the first page again. */
    private void enter(String app, List<String> tabs) {
        page().locator("[data-service=" + app + "]").click();
        page().waitForURL(url -> !url.equals(start));
        assertThat(page().locator("nav.tabs a").filter(new Locator.FilterOptions().setHasText(tabs.getLast())))
                .hasAttribute("aria-current", "page");
        for (var name : tabs) {
            page().locator("nav.tabs")
                    .getByText(name, new Locator.GetByTextOptions().setExact(true))
                    .click();
            assertThat(page().locator("nav.tabs a[aria-current=page]")).hasText(name);
            see("main h1, main h2, main hs-stat, .map");
        }
    }

    /** By the link that each page has. */
    private void leave() {
        page().locator("hs-top-bar nav[aria-label=Services]")
                .getByText("start page", new Locator.GetByTextOptions().setExact(true))
                .first()
                .click();
        assertThat(page()).hasURL(start);
    }

    private Locator text(String words) {
        return page().getByText(words).first();
    }

    private void see(String selector) {
        assertThat(page().locator(selector).first()).isVisible(PATIENTLY);
    }

    private Page page() {
        return tab.page();
    }
}
