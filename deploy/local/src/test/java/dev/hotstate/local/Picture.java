package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.Viewport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A picture of a page of the running system. {@code -Dpictures.update=true} puts it into the documents, after a while in which
 * the charts fill.
 *
 * @param name of the file, without its ending
 * @param landmark a text that is on the page when it has loaded
 */
record Picture(String name, String url, String landmark) {

    private static final Path FOLDER = Path.of("../../docs/images");
    private static final boolean UPDATE = Boolean.getBoolean("pictures.update");
    private static final Duration CHARTS_FILL = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BYTES_MAX = 200_000;

    Picture(String name, LocalService service, String path, String landmark) {
        this(name, service.url(path), landmark);
    }

    Path file() {
        return FOLDER.resolve(name + ".png");
    }

    void take(Browser browser) throws IOException {
        try (var tab = browser.page(Viewport.LAPTOP)) {
            tab.page().setDefaultTimeout(PATIENCE.toMillis());
            tab.open(url);
            tab.page().getByText(landmark).first().waitFor();
            if (UPDATE) {
                await().pollDelay(CHARTS_FILL)
                        .timeout(CHARTS_FILL.multipliedBy(2))
                        .until(() -> true);
            }
            var picture = tab.page().screenshot(new Page.ScreenshotOptions());
            assertThat(picture.length).as("bytes of %s", name).isBetween(10_000, (int) BYTES_MAX);
            tab.assertFitsWidth();
            if (UPDATE) {
                Files.write(file(), picture);
            }
        }
    }
}
