package dev.hotstate.kit.testing.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;

/** The pages of a service as somebody sees them who has signed in, through the login page, before the first of them. */
public final class BrowserSession {

    private final Browser browser;
    private final URI api;
    private final String key;
    private @Nullable String state;

    public BrowserSession(Browser browser, URI api, String key) {
        this.browser = browser;
        this.api = api;
        this.key = key;
    }

    public BrowserPage open(Viewport viewport, Theme theme, String path) {
        return open(blank(viewport, theme), path);
    }

    /** Opens a page of the service in a tab that was prepared. */
    public BrowserPage open(BrowserPage tab, String path) {
        return tab.open(api.resolve(path).toString());
    }

    /** A tab that shows nothing yet. */
    public BrowserPage blank(Viewport viewport, Theme theme) {
        if (state == null) {
            state = signIn();
        }
        return browser.page(viewport, theme, state);
    }

    private String signIn() {
        try (var tab = browser.page(Viewport.LAPTOP)) {
            tab.open(api.resolve("/login.html?next=" + URLEncoder.encode("/about", UTF_8))
                    .toString());
            tab.page().fill("input", key);
            tab.page().keyboard().press("Enter");
            tab.page().waitForURL(url -> !url.contains("login"));
            return tab.state();
        }
    }
}
