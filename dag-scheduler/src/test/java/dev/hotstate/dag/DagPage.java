package dev.hotstate.dag;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceContract;
import java.net.URI;
import java.net.URLEncoder;

/** The pages of the service as somebody sees them who has signed in. */
public final class DagPage {

    /** For what comes by itself. */
    public static final LocatorAssertions.ContainsTextOptions SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(20_000);

    private DagPage() {}

    public static BrowserPage open(URI api, Browser browser, Viewport viewport, Theme theme, String path) {
        var tab = browser.page(viewport, theme);
        tab.open(api.resolve("/login.html?next=" + URLEncoder.encode(path, UTF_8))
                .toString());
        var page = tab.page();
        page.fill("input", ServiceContract.ADMIN_KEY);
        page.keyboard().press("Enter");
        page.waitForURL(url -> !url.contains("login"));
        return tab;
    }
}
