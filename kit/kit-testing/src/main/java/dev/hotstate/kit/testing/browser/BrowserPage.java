package dev.hotstate.kit.testing.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * A page that remembers what went wrong in it: errors on the console, uncaught exceptions, violations of the content
 * security policy. Closing it fails the test on any that was not expected.
 */
public final class BrowserPage implements AutoCloseable {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    /** To find, click and load something: on a crowded machine that takes as long as what is asserted. */
    private static final double TIMEOUT_MILLIS = 30_000;

    private static final String REPORT_VIOLATIONS = """
            addEventListener('securitypolicyviolation', event =>
              hotstateReportViolation(`${event.violatedDirective} blocked ${event.blockedURI || 'inline code'}`));
            """;

    private final BrowserContext context;
    private final Page page;
    private final List<String> problems = new ArrayList<>();
    private final List<Pattern> expected = new ArrayList<>();

    BrowserPage(BrowserContext context) {
        this.context = context;
        context.setDefaultTimeout(TIMEOUT_MILLIS);
        context.exposeBinding(
                "hotstateReportViolation",
                (source, arguments) -> problems.add("content security policy: " + arguments[0]));
        context.addInitScript(REPORT_VIOLATIONS);
        this.page = context.newPage();
        page.onConsoleMessage(this::note);
        page.onPageError(error -> problems.add("uncaught: " + error));
    }

    /** The page of Playwright, to find and press things. */
    public Page page() {
        return page;
    }

    public BrowserPage open(String url) {
        page.navigate(url);
        return this;
    }

    /** Loads the page anew at every width in each theme, in this one tab: what it has loaded before it need not load again. */
    public void atEveryWidthAndTheme(BiConsumer<Viewport, Theme> look) {
        var url = page.url();
        for (var viewport : Viewport.values()) {
            for (var theme : Theme.values()) {
                page.setViewportSize(viewport.width(), viewport.height());
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme.scheme()));
                page.navigate(url);
                look.accept(viewport, theme);
            }
        }
    }

    /** Cookies and storage, for another page. */
    String state() {
        return context.storageState();
    }

    /** An error on the console that belongs to the test, such as that of a refused login. */
    public BrowserPage expectError(String regex) {
        expected.add(Pattern.compile(regex));
        return this;
    }

    /** Saves the whole page as {@code target/screenshots/<name>.png}. */
    public Path screenshot(String name) {
        var file = SCREENSHOTS.resolve(name + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
        return file;
    }

    /** What went wrong so far and was not expected. */
    public List<String> problems() {
        // A round trip, so that events which are already under way are in the list.
        page.evaluate("0");
        return problems.stream()
                .filter(problem -> expected.stream()
                        .noneMatch(pattern -> pattern.matcher(problem).find()))
                .toList();
    }

    public void assertNoProblems() {
        var unexpected = problems();
        if (!unexpected.isEmpty()) {
            throw new AssertionError(page.url() + " has problems:\n  " + String.join("\n  ", unexpected));
        }
    }

    /** Nothing sticks out to the right: the page itself needs no sideways scrolling. */
    public void assertFitsWidth() {
        var tooWide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        if (((Number) tooWide).intValue() > 0) {
            throw new AssertionError("%s is %s px wider than its viewport of %d px"
                    .formatted(page.url(), tooWide, page.viewportSize().width));
        }
    }

    @Override
    public void close() {
        try (context) {
            assertNoProblems();
        }
    }

    private void note(ConsoleMessage message) {
        if (message.type().equals("error")) {
            problems.add("console: " + message.text() + " (" + message.location() + ")");
        }
    }
}
