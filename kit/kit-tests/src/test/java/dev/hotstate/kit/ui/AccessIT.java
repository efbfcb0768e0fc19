package dev.hotstate.kit.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserExtension;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.Viewport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Signing in, and the pages behind it: keys, audit log, API. */
@ExtendWith(BrowserExtension.class)
class AccessIT {

    private static final LocatorAssertions.IsVisibleOptions SOON =
            new LocatorAssertions.IsVisibleOptions().setTimeout(30_000);

    private Site site;

    @BeforeEach
    void start_site() {
        site = new Site();
        site.authRequired = true;
        site.addKey("billing-import", "read", "write");
    }

    @AfterEach
    void stop_site() {
        site.close();
    }

    @Test
    void whoever_is_not_signed_in_comes_back_to_where_they_wanted_to_be(Browser browser) {
        try (var login =
                browser.page(Viewport.LAPTOP).expectError("401").open(site.url("/keys.html?keys.state=active"))) {
            var page = login.page();
            assertThat(page).hasURL(Pattern.compile("/login\\.html\\?next="));
            assertThat(page.locator("h1")).hasText("Sign in to monitor");
            login.assertFitsWidth();
            login.screenshot("login");

            page.locator("input").fill(Site.ADMIN_KEY);
            page.keyboard().press("Enter");

            assertThat(page).hasURL(site.url("/keys.html?keys.state=active"));
            assertThat(page.locator("hs-table tbody tr")).hasCount(1);
        }
    }

    @Test
    void a_wrong_key_is_refused_in_words(Browser browser) {
        try (var login = browser.page(Viewport.PHONE).expectError("401").open(site.url("/login.html"))) {
            var page = login.page();

            page.locator("input").fill("hs_wrong");
            page.keyboard().press("Enter");

            assertThat(page.locator("[role=alert]")).hasText("This key is not known, or it was revoked.");
            assertThat(page.locator("input")).isFocused();
            login.assertFitsWidth();
        }
    }

    @Test
    void a_link_to_the_login_page_leads_to_this_service_only(Browser browser) {
        try (var login = browser.page(Viewport.LAPTOP).open(site.url("/login.html?next=//example.org/"))) {
            login.page().locator("input").fill(Site.ADMIN_KEY);

            login.page().keyboard().press("Enter");

            assertThat(login.page()).hasURL(site.url("/"));
        }
    }

    @Test
    void signing_out_ends_the_session(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html")) {
            var page = keys.page();
            page.locator("[popovertarget]").click();
            assertThat(page.locator(".menu")).containsText("bootstrap");

            page.locator(".menu button", new Page.LocatorOptions().setHasText("Sign out"))
                    .click();

            assertThat(page).hasURL(site.url("/login.html"));
            assertThat(site.log).anyMatch(line -> line.equals("POST /logout 204"));
        }
    }

    @Test
    void a_sign_out_that_fails_is_told_and_leaves_nobody_in_doubt(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html").expectError("503")) {
            var page = keys.page();
            assertThat(page.locator("tr[data-key=k1]")).isVisible();
            site.postgresUp = false;

            page.locator("[popovertarget]").click();
            page.locator(".menu button", new Page.LocatorOptions().setHasText("Sign out"))
                    .click();

            assertThat(page.locator(".toast")).containsText("Postgres can't answer at the moment.");
            assertThat(page).hasURL(site.url("/keys.html"));
        }
    }

    @Test
    void a_new_key_is_shown_once(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html").expectError("400")) {
            var page = keys.page();
            page.locator(".page-head .button").click();
            assertThat(page.locator("#field-name")).isFocused();
            page.keyboard().press("Enter");
            assertThat(page.locator("#error-name")).containsText("A name is needed");

            page.locator("#field-name").fill("grafana");
            page.keyboard().press("Enter");

            assertThat(page.locator(".secret")).containsText("hs_k2_dJ4mW9qL2xT8vB6nR1kZ");
            assertThat(page.locator("hs-table tbody tr")).hasCount(2);
            keys.screenshot("keys-created");
            page.reload();
            assertThat(page.locator(".side-panel h2")).hasText("grafana");
            assertThat(page.locator(".secret")).hasCount(0);
            assertThat(page.content()).doesNotContain("dJ4mW9qL2xT8vB6nR1kZ");
        }
    }

    @Test
    void revoking_names_the_key_and_asks(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html?key=k1")) {
            var page = keys.page();
            button(page, "Revoke").click();
            assertThat(button(page, "Cancel")).isFocused();
            button(page, "Cancel").click();
            assertThat(button(page, "Revoke billing-import now")).hasCount(0);

            button(page, "Revoke").click();
            button(page, "Revoke billing-import now").click();

            assertThat(page.locator(".toast")).containsText("billing-import is revoked");
            assertThat(page.locator("tr[data-key=k1] [data-column=state]")).hasText("revoked");
            assertThat(page.locator("button.danger")).hasCount(0);
            assertThat(site.log.stream().filter(line -> line.startsWith("DELETE")))
                    .hasSize(1);
        }
    }

    @Test
    void rotating_asks_and_loses_no_secret(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html?key=k1")) {
            var page = keys.page();
            button(page, "Rotate").click();
            keys.screenshot("keys-rotate");
            button(page, "Rotate billing-import now").click();
            assertThat(page.locator(".secret")).containsText("hs_k2_dJ4mW9qL2xT8vB6nR1kZ");

            button(page, "Rotate").click();
            assertThat(page.locator("hs-confirm [role=alert]")).containsText("billing-import was made just now");
            button(page, "Rotate billing-import now").click();

            assertThat(page.locator(".secret")).containsText("hs_k3_dJ4mW9qL2xT8vB6nR1kZ");
            page.locator("tr[data-key=k2]").click();
            assertThat(page.locator(".secret")).containsText("hs_k2_dJ4mW9qL2xT8vB6nR1kZ");
        }
    }

    @Test
    void a_double_click_changes_no_key(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html?key=k1")) {
            var page = keys.page();

            button(page, "Rotate").dblclick();
            button(page, "Revoke").dblclick();

            page.reload();
            assertThat(page.locator("tr[data-key=k1] [data-column=state]")).hasText("active");
            assertThat(site.log).noneMatch(line -> line.contains("/api-keys/k1"));
        }
    }

    @Test
    void an_outage_of_postgres_is_told_once_and_waited_out(Browser browser) {
        site.postgresUp = false;
        try (var keys = signedIn(browser, "/keys.html").expectError("503")) {
            var page = keys.page();
            assertThat(page.locator(".notice")).containsText("Postgres can't answer at the moment.");
            assertThat(page.locator(".notice")).containsText("This page tries again by itself");
            assertThat(page.locator(".page-banner")).hasCount(0);
            keys.screenshot("keys-postgres-down");

            site.postgresUp = true;

            assertThat(page.locator("tr[data-key=k1]")).isVisible(SOON);
            assertThat(page.locator(".notice")).hasCount(0);
        }
    }

    @Test
    void the_audit_log_tells_an_outage_once_too(Browser browser) {
        site.postgresUp = false;
        try (var audit = signedIn(browser, "/audit.html").expectError("503")) {
            var page = audit.page();
            assertThat(page.locator(".notice")).containsText("This page tries again by itself");
            assertThat(page.locator(".page-banner")).hasCount(0);

            site.postgresUp = true;

            assertThat(page.locator("hs-table tbody tr").first()).isVisible(SOON);
            assertThat(page.locator(".notice")).hasCount(0);
        }
    }

    @Test
    void a_key_that_may_not_see_a_page_is_told_what_it_needs(Browser browser) {
        site.adminAllowed = false;
        try (var audit = signedIn(browser, "/audit.html").expectError("403")) {
            assertThat(audit.page().locator(".notice")).containsText("It needs the scope “admin”");
            assertThat(audit.page().locator(".notice hs-code")).containsText("/audit");
        }
    }

    @Test
    void the_audit_log_reads_newest_first_and_opens_an_entry(Browser browser) {
        try (var audit = signedIn(browser, "/audit.html")) {
            var page = audit.page();

            page.locator("hs-table tbody tr").first().click();

            assertThat(page.locator(".side-panel")).containsText("billing-import");
            assertThat(page).hasURL(Pattern.compile("entry="));
        }
    }

    @Test
    void the_api_page_gives_a_curl_for_each_call(Browser browser) {
        try (var api = signedIn(browser, "/api.html")) {
            var page = api.page();

            page.locator("tr[data-key=createApiKey]").click();

            assertThat(page.locator(".side-panel hs-code").first())
                    .containsText("-d '{\"name\":\"deploy pipeline\",\"scopes\":[\"read\"]");
            assertThat(page.locator(".side-panel hs-code").first()).containsText("-H \"Authorization: Bearer $KEY\"");
            api.screenshot("api");
        }
    }

    /** Where anybody may do anything, a key that happens to be at hand would only be refused. */
    @Test
    void without_access_control_a_command_carries_no_key(Browser browser) {
        site.authRequired = false;
        try (var api = browser.page(Viewport.LAPTOP).open(site.url("/api.html?call=createApiKey"))) {
            var command = api.page().locator(".side-panel hs-code").first();

            assertThat(command).containsText("curl -X POST");
            assertThat(command).not().containsText("Authorization");
        }
    }

    @Test
    void the_start_page_comes_first_among_the_services_where_there_is_one(Browser browser) {
        try (var keys = signedIn(browser, "/keys.html")) {
            var services = keys.page().locator(".services a");

            assertThat(services).hasText(new String[] {"start page", "monitor", "driver", "dag", "metrics"});
            assertThat(services.first()).hasAttribute("href", "http://127.0.0.1:8080/");
            keys.assertFitsWidth();
        }
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private BrowserPage signedIn(Browser browser, String path) {
        var page = browser.page(Viewport.LAPTOP);
        page.open(site.url("/login.html?next=" + path.replace("?", "%3F").replace("=", "%3D")));
        page.page().locator("input").fill(Site.ADMIN_KEY);
        page.page().keyboard().press("Enter");
        page.page().waitForURL(site.url(path));
        return page;
    }
}
