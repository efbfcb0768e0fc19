package dev.hotstate.kit.testing.browser;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ReducedMotion;
import dev.hotstate.kit.testing.requires.Requires;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One running Chromium. Starting it takes a second or two, so a test run shares one: see {@link BrowserExtension}. It
 * belongs to the thread that started it.
 */
public final class Browser implements AutoCloseable {

    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    /** What a page comes to show, it shows soon; on a crowded machine not within the usual five seconds. */
    private static final Duration ASSERTION_PATIENCE = Duration.ofSeconds(30);

    private static final Map<String, String> ENVIRONMENT = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
        this.playwright = playwright;
        this.chromium = chromium;
    }

    /** Skips the test where there is no Chromium; in CI that is a failure. */
    public static Browser start() {
        var executable = Requires.chromium();
        PlaywrightAssertions.setDefaultAssertionTimeout(ASSERTION_PATIENCE.toMillis());
        var playwright = Playwright.create(new Playwright.CreateOptions().setEnv(ENVIRONMENT));
        try {
            var chromium = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(executable)
                            .setHeadless(true)
                            .setArgs(FLAGS));
            return new Browser(playwright, chromium);
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    public String version() {
        return chromium.version();
    }

    public BrowserPage page(Viewport viewport) {
        return page(viewport, Theme.LIGHT);
    }

    /** A page with cookies and storage of its own. */
    public BrowserPage page(Viewport viewport, Theme theme) {
        return page(viewport, theme, null);
    }

    /** @param state the cookies and storage that it begins with, of {@link BrowserPage#state} */
    BrowserPage page(Viewport viewport, Theme theme, @Nullable String state) {
        var context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setStorageState(state)
                .setViewportSize(viewport.width(), viewport.height())
                .setColorScheme(theme.scheme())
                .setReducedMotion(ReducedMotion.REDUCE)
                .setLocale("en-GB")
                .setTimezoneId("UTC"));
        return new BrowserPage(context);
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
