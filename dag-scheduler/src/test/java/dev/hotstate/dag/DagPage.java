package dev.hotstate.dag;

import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.BrowserSession;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceContract;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The pages of the service as somebody sees them who has signed in. */
public final class DagPage {

    /** For what comes by itself. */
    public static final LocatorAssertions.ContainsTextOptions SOON =
            new LocatorAssertions.ContainsTextOptions().setTimeout(20_000);

    /** To sign in takes as long as most pages, and is tested elsewhere. */
    private static final Map<List<Object>, BrowserSession> SESSIONS = new ConcurrentHashMap<>();

    private DagPage() {}

    public static BrowserPage open(URI api, Browser browser, Viewport viewport, Theme theme, String path) {
        return SESSIONS.computeIfAbsent(
                        List.of(api, browser), both -> new BrowserSession(browser, api, ServiceContract.ADMIN_KEY))
                .open(viewport, theme, path);
    }
}
