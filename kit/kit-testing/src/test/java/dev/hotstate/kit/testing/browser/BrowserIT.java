package dev.hotstate.kit.testing.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.hotstate.kit.testing.process.ProcessTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(BrowserExtension.class)
class BrowserIT {

    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    @ParameterizedTest
    @EnumSource
    void a_page_has_the_width_that_was_asked_for(Viewport viewport, Browser browser) {
        serve("default-src 'self'", "<p>hello</p>");
        try (var page = browser.page(viewport).open(url())) {
            assertThat(page.page().evaluate("innerWidth")).isEqualTo(viewport.width());
            page.assertFitsWidth();
            assertThat(page.screenshot("hello-" + viewport.width())).isNotEmptyFile();
        }
    }

    @Test
    void a_page_sees_the_preferred_theme(Browser browser) {
        serve("default-src 'self'", "<p>hello</p>");
        try (var page = browser.page(Viewport.LAPTOP, Theme.DARK).open(url())) {
            assertThat(page.page().evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
                    .isEqualTo(true);
        }
    }

    @Test
    void a_violation_of_the_content_security_policy_fails_the_test(Browser browser) {
        serve("default-src 'self'", "<script>document.title = 'ran'</script><p style='color: red'>hello</p>");
        var page = browser.page(Viewport.LAPTOP).open(url());

        assertThatThrownBy(page::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("script-src-elem blocked inline")
                .hasMessageContaining("style-src-attr blocked inline");
    }

    @Test
    void an_uncaught_exception_fails_the_test(Browser browser) {
        serve("", "<script>noSuchFunction()</script>");
        var page = browser.page(Viewport.LAPTOP).open(url());

        assertThatThrownBy(page::close).hasMessageContaining("noSuchFunction is not defined");
    }

    @Test
    void an_expected_error_is_none(Browser browser) {
        serve("", "<script>console.error('login refused'); console.error('something else')</script>");
        var page = browser.page(Viewport.LAPTOP).expectError("login refused").open(url());

        assertThatThrownBy(page::close).hasMessageContaining("something else").hasMessageNotContaining("login refused");
    }

    @Test
    void content_that_is_too_wide_is_noticed(Browser browser) {
        serve("", "<div style='width: 400px'>wide</div>");
        try (var page = browser.page(Viewport.PHONE).open(url())) {
            assertThatThrownBy(page::assertFitsWidth).hasMessageContaining("wider than its viewport of 360 px");
        }
    }

    @Test
    void a_closed_browser_leaves_no_process() {
        var before = ProcessTree.startedHere();
        var browser = Browser.start();
        var started = ProcessTree.startedHere().since(before);

        browser.close();

        assertThat(started.members()).isNotEmpty();
        started.assertGoneWithin(Duration.ofSeconds(30));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/page";
    }

    private void serve(String policy, String body) {
        var html = ("<!doctype html><link rel=icon href='data:,'><meta name=viewport content='width=device-width'>"
                        + body)
                .getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            if (!policy.isEmpty()) {
                exchange.getResponseHeaders().set("Content-Security-Policy", policy + "; img-src data:");
            }
            exchange.sendResponseHeaders(200, html.length);
            exchange.getResponseBody().write(html);
            exchange.close();
        });
    }
}
