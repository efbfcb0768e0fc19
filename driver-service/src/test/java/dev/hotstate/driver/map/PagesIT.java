package dev.hotstate.driver.map;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.hotstate.driver.DriverApiClient.asAdmin;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.hasItem;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import dev.hotstate.driver.DriverApiClient;
import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.BrowserPage;
import dev.hotstate.kit.testing.browser.BrowserSession;
import dev.hotstate.kit.testing.browser.Theme;
import dev.hotstate.kit.testing.browser.Viewport;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The map in a browser, with drivers that report through the API. */
@QuarkusTest
@TestInstance(Lifecycle.PER_CLASS)
class PagesIT {

    private static final int DRIVERS = 60;
    private static final int BUSY = DRIVERS / 4;
    private static final int MANY = 5_000;

    /** The land is drawn once more to the west and to the east. */
    private static final int WORLDS = 3;

    /** Five times and more of what it takes on two cores without a graphics card. */
    private static final double FRAME_MILLIS_MAX = 300;

    /** A picture of it. */
    private static final String ONE_PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private Browser browser;
    private BrowserSession session;

    @TestHTTPResource
    URI api;

    @Inject
    DriversOnMap drivers;

    @BeforeAll
    void open() {
        browser = Browser.start();
        session = new BrowserSession(browser, api, ServiceContract.ADMIN_KEY);
    }

    @AfterAll
    void close() {
        browser.close();
    }

    /** Who is silent for a minute is gone. */
    @BeforeEach
    void report() {
        if (drivers.count() == 0) {
            drivers.create(DRIVERS);
        }
        drivers.report();
    }

    @Test
    void the_map_shows_who_is_there_at_every_width_and_theme() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(14))) {
            tab.atEveryWidthAndTheme((viewport, theme) -> {
                drivers.report();
                assertThat(figure(tab, "Busy")).hasText(Integer.toString(BUSY));
                assertThat(figure(tab, "Available")).hasText(Integer.toString(DRIVERS - BUSY));
                assertThat(tab.page().locator(".map-legend canvas")).hasCount(3);
                tab.assertFitsWidth();
                tab.screenshot(
                        "map-%d-%s".formatted(viewport.width(), theme.name().toLowerCase()));
            });
        }
    }

    @Test
    void who_comes_is_on_the_map_by_itself() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?list=1&at=" + drivers.at(14))) {
            assertThat(tab.page().locator(".side-panel h2")).containsText(DRIVERS + " drivers");
            tab.screenshot("map-list");
            var coming = DriverApiClient.newDriver();
            try {
                // Of many rows a table shows only those that fit.
                tab.page().fill("input.table-search", coming);
                DriverApiClient.locate(coming, drivers.lat, drivers.lon).statusCode(200);
                assertThat(tab.page().locator("hs-table tbody tr:not(.spacer)")).containsText(coming);
            } finally {
                asAdmin().delete("/drivers/" + coming).then().statusCode(204);
            }
        }
    }

    @Test
    void a_click_on_a_driver_opens_its_card_which_follows_it() {
        var driver = DriverApiClient.newDriver();
        try (var tab = signedIn(Viewport.LAPTOP, Theme.DARK, "/?at=" + drivers.at(0.2, 17))) {
            DriverApiClient.locate(driver, drivers.lat + 0.2, drivers.lon).statusCode(200);
            assertThat(figure(tab, "Available")).hasText("1");
            centre(tab).click();

            var card = tab.page().locator(".side-panel");
            assertThat(card).containsText(driver);
            assertThat(card.locator("hs-state")).hasText("available");
            assertThat(card.locator("dt:text-is('Reported') + dd")).hasText(Pattern.compile("just now|\\d+ s ago"));
            asAdmin()
                    .body("{\"reason\": \"tea\"}")
                    .post("/drivers/" + driver + "/busy")
                    .then()
                    .statusCode(200);
            assertThat(card.locator("hs-state")).hasText("busy");
            assertThat(card).containsText("tea");
            assertThat(tab.page()).hasURL(Pattern.compile("driver=" + driver));
            tab.screenshot("map-driver");

            tab.page().keyboard().press("Escape");
            assertThat(card).hasCount(0);
        } finally {
            asAdmin().delete("/drivers/" + driver).then().statusCode(204);
        }
    }

    @Test
    void a_claim_is_on_the_card() {
        var driver = drivers.last();
        var claim = asAdmin()
                .body("{\"requestId\": \"%s\", \"ttl\": \"PT10M\"}".formatted(UUID.randomUUID()))
                .post("/drivers/" + driver + "/claim")
                .then()
                .statusCode(200)
                .extract();
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?driver=" + driver + "&at=" + drivers.at(14))) {
            var card = tab.page().locator(".side-panel");
            assertThat(card).containsText(claim.<String>path("id"));
            assertThat(card).containsText("ends in");
        } finally {
            asAdmin()
                    .body("{\"token\": %s}".formatted(claim.path("token").toString()))
                    .post("/drivers/claims/" + claim.path("id") + "/release")
                    .then()
                    .statusCode(200);
        }
    }

    @Test
    void a_claim_is_a_line_from_where_somebody_asked_to_the_driver_for_a_moment() {
        var driver = DriverApiClient.newDriver();
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(0.6, 15))) {
            DriverApiClient.locate(driver, drivers.lat + 0.6, drivers.lon).statusCode(200);
            assertThat(figure(tab, "Available")).hasText("1");
            // It may be gone before somebody looks who looks now and then.
            tab.page().evaluate("""
                    () => {
                      window.claimLines = 0;
                      new MutationObserver((changes) => {
                        window.claimLines += changes.flatMap(({ addedNodes }) => [...addedNodes])
                          .filter((node) => node.matches?.('path.claim-line')).length;
                      }).observe(document.querySelector('.map'), { childList: true, subtree: true });
                    }""");

            asAdmin()
                    .body("{\"requestId\": \"%s\", \"lat\": %s, \"lon\": %s, \"radius\": 2}"
                            .formatted(UUID.randomUUID(), drivers.lat + 0.604, drivers.lon + 0.004))
                    .post("/drivers/claims")
                    .then()
                    .statusCode(200)
                    .body("claims.driverId", hasItem(driver));

            await().pollInSameThread()
                    .atMost(ofSeconds(30))
                    .until(() -> tab.page().evaluate("window.claimLines").equals(1));
            tab.screenshot("map-claim");
            assertThat(tab.page().locator("path.claim-line")).hasCount(0);
        } finally {
            asAdmin().delete("/drivers/" + driver).then().statusCode(204);
        }
    }

    /** From far away it would stand on the number of a whole city. */
    @Test
    void a_claim_that_is_too_short_to_be_seen_hides_nothing() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/")) {
            assertThat(tab.page().evaluate("""
                    async () => {
                      const { map } = await import('/map/vendor/leaflet-src.esm.js');
                      const { Claims } = await import('/map/claims.js');
                      const { xOf, yOf } = await import('/map/world.js');
                      const linesAt = (zoom) => {
                        const place = document.body.appendChild(document.createElement('div'));
                        const world = map(place).setView([0, 0], zoom);
                        world.createPane('tools');
                        const drivers = new EventTarget();
                        new Claims(world, drivers);
                        const driver = { fromX: xOf(0), fromY: yOf(0), x: xOf(0), y: yOf(0), lasts: 0 };
                        drivers.dispatchEvent(new CustomEvent('claim', { detail: { from: { lat: 0.01, lon: 0 }, driver } }));
                        const lines = place.querySelectorAll('path.claim-line').length;
                        world.remove();
                        place.remove();
                        return lines;
                      };
                      return `${linesAt(15)} ${linesAt(3)}`;
                    }""")).isEqualTo("1 0");
        }
    }

    @Test
    void a_key_of_one_driver_is_made_in_the_page() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/keys.html?key=new")) {
            var page = tab.page();
            page.fill("#field-name", "phone of van 7");
            page.uncheck("[name=scope][value=read]");
            page.fill("[name='driver:']", "van-7");
            page.keyboard().press("Enter");

            assertThat(page.locator(".secret")).containsText("hs_driver_");
            assertThat(page.locator(".side-panel .label")).hasText("driver:van-7");
            tab.screenshot("key-of-a-driver");
        }
    }

    @Test
    void a_deleted_geofence_comes_back_with_a_secret_that_is_shown() {
        var name = "undone " + UUID.randomUUID();
        var deleted = asAdmin()
                .body("""
                        {"name": "%s", "webhook": {"url": "http://127.0.0.1:9/"},
                         "shape": {"kind": "circle", "lat": %s, "lon": %s, "radius": 200}}""".formatted(name, drivers.lat + 0.8, drivers.lon))
                .post("/geofences")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");
        try (var tab =
                signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?fences=1&fence=" + deleted + "&at=" + drivers.at(0.8, 14))) {
            var page = tab.page();
            assertThat(page.locator("#field-webhook")).hasValue("http://127.0.0.1:9/");
            page.locator("hs-confirm button").first().click();
            button(page, "Delete " + name).click();
            button(page, "Undo").click();

            assertThat(page.locator(".toast", new Page.LocatorOptions().setHasText("watched again")))
                    .containsText("whsec_");
            page.locator(".fence-list").getByText(name).click();
            assertThat(page.locator("#field-webhook")).hasValue("http://127.0.0.1:9/");
        } finally {
            asAdmin().delete("/geofences/" + fenceOf(name).get("id")).then().statusCode(204);
        }
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    private static Map<String, Object> fenceOf(String name) {
        return asAdmin()
                .queryParam("limit", 1000)
                .get("/geofences")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .param("name", name)
                .getMap("items.find { it.name == name }");
    }

    @Test
    void the_probe_draws_the_nearest_and_says_what_it_took() {
        for (var viewport : Viewport.values()) {
            drivers.report();
            var path = "/?probe=" + drivers.point() + "&radius=3&limit=8&at=" + drivers.at(14);
            try (var tab = signedIn(viewport, viewport == Viewport.PHONE ? Theme.DARK : Theme.LIGHT, path)) {
                var page = tab.page();
                assertThat(page.locator(".nearest tbody tr")).hasCount(8);
                assertThat(page.locator(".probe-verdict")).containsText("The 8 nearest, and nobody nearer is missing.");
                assertThat(page.locator(".side-panel .facts")).containsText("Redis");
                assertThat(page.locator("path.probe-line")).hasCount(8);
                assertThat(page.locator("path.probe-cell").first()).isAttached();
                tab.assertFitsWidth();
                tab.screenshot("map-probe-" + viewport.width());
            }
        }
    }

    @Test
    void with_the_keyboard_alone_one_probes_the_centre() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(15))) {
            assertThat(figure(tab, "Busy")).not().hasText("–");
            tab.page().locator(".map").focus();
            tab.page().keyboard().press("Enter");

            assertThat(tab.page().locator(".nearest tbody tr").first()).isVisible();
            assertThat(tab.page()).hasURL(Pattern.compile("probe="));
        }
    }

    @Test
    void the_button_finds_who_is_nearest_to_the_centre_and_then_to_each_click() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(15))) {
            var page = tab.page();
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Find nearest"))
                    .click();
            assertThat(page.locator(".nearest tbody tr").first()).isVisible();
            var first = page.url();
            assertThat(page.locator("hs-code[label='The same by curl']")).containsText("Bearer $KEY");
            assertThat(overlapping(page))
                    .as("labels of the graticule under legend or scale")
                    .isEmpty();

            clickMap(tab, -300, -120);

            assertThat(page).not().hasURL(first);
            assertThat(page).hasURL(Pattern.compile("probe="));
        }
    }

    private static List<?> overlapping(Page page) {
        return (List<?>) page.evaluate("""
                    () => {
                      const over = [...document.querySelectorAll('.map-legend, .map-tools, .leaflet-control-scale-line')]
                        .map((box) => box.getBoundingClientRect());
                      return [...document.querySelectorAll('.graticule-label.bottom')].filter((label) => {
                        const at = label.getBoundingClientRect();
                        return over.some((box) => at.left < box.right && box.left < at.right
                          && at.top < box.bottom && box.top < at.bottom);
                      }).map((label) => label.textContent);
                    }""");
    }

    @Test
    void a_geofence_is_drawn_entered_changed_and_deleted() {
        var name = "drawn " + UUID.randomUUID();
        var driver = DriverApiClient.newDriver();
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(0.4, 14))) {
            var page = tab.page();
            page.getByText("Geofences", new Page.GetByTextOptions().setExact(true))
                    .click();
            page.getByText("Draw a geofence").click();
            clickMap(tab, -120, -90);
            clickMap(tab, 60, -90);
            clickMap(tab, 60, 100);
            clickMap(tab, -120, 100);
            page.getByText("That is all of it").click();
            page.fill("#field-name", name);
            page.fill("#field-dwell", "5");
            tab.screenshot("map-fence-drawing");
            page.getByText("Watch this area").click();
            var link = page.locator(".fence-list").getByText(name);
            assertThat(link).isVisible();

            var event = page.locator(".fence-events li", new Page.LocatorOptions().setHasText(name));
            // An instance may learn of a fence a second late, and then notices the driver with its next sign of life.
            await().atMost(ofSeconds(30)).pollInterval(ofSeconds(1)).until(() -> {
                DriverApiClient.locate(driver, drivers.lat + 0.4, drivers.lon).statusCode(200);
                return event.count() > 0;
            });
            assertThat(event).containsText("enter");
            assertThat(event).containsText(driver);
            tab.screenshot("map-fences");

            link.click();
            assertThat(page.locator(".handle:not(.middle)")).hasCount(4);
            var before = ringOf(name);
            drag(page, page.locator(".handle:not(.middle)").first(), -40, -30);
            page.fill("#field-name", name + ", again");
            page.getByText("Save", new Page.GetByTextOptions().setExact(true)).click();
            link.click();
            var after = ringOf(name + ", again");
            assertThat(after.getFirst().getFirst())
                    .as("farther west")
                    .isLessThan(before.getFirst().getFirst());
            assertThat(after.getFirst().getLast())
                    .as("farther north")
                    .isGreaterThan(before.getFirst().getLast());
            assertThat(after.subList(1, 4)).isEqualTo(before.subList(1, 4));
            page.locator("hs-confirm button").first().click();
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Delete " + name + ", again"))
                    .click();
            assertThat(link).hasCount(0);
        } finally {
            asAdmin().delete("/drivers/" + driver).then().statusCode(204);
        }
    }

    /** Corners as longitude and latitude. */
    @SuppressWarnings("unchecked")
    private static List<List<Float>> ringOf(String name) {
        return ((Map<String, List<List<Float>>>) fenceOf(name).get("shape")).get("ring");
    }

    /** So many pixels to the right and down. */
    private static void drag(Page page, Locator handle, int right, int down) {
        var box = handle.boundingBox();
        double x = box.x + box.width / 2;
        double y = box.y + box.height / 2;
        page.mouse().move(x, y);
        page.mouse().down();
        page.mouse().move(x + right, y + down, new Mouse.MoveOptions().setSteps(5));
        page.mouse().up();
    }

    @Test
    void what_the_service_refuses_stands_beside_its_field() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?fences=1&fence=new&at=" + drivers.at(14))) {
            tab.expectError("400");
            var page = tab.page();
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("circle"))
                    .click();
            page.fill("#field-radius", "300");
            page.getByText("Watch this area").click();

            assertThat(page.locator(".field.invalid")).containsText("Name");
        }
    }

    @Test
    void density_is_drawn_by_cell() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.DARK, "/?density=1&at=" + drivers.at(13))) {
            assertThat(tab.page().locator("path.density").first()).isAttached();
            assertThat(tab.page().locator("path.density.density-5").first()).isAttached();
            tab.screenshot("map-density");
        }
    }

    @Test
    void from_afar_there_are_land_and_the_names_of_cities() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=50,8,5")) {
            assertThat(tab.page().locator("path.land")).hasCount(WORLDS);
            assertThat(tab.page().locator(".city-name").getByText("Berlin")).isVisible();
            assertThat(tab.page().locator(".city-name").getByText("Tokyo")).hasCount(0);
            tab.screenshot("map-land");
        }
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=52.52,13.4,13")) {
            assertThat(tab.page().locator(".graticule").first()).isAttached();
            assertThat(tab.page().locator("path.land")).hasCount(0);
            assertThat(tab.page().locator(".city-name")).hasCount(0);
        }
    }

    /** From the origin of the page here: any other has to be configured, and the content security policy names it then. */
    @Test
    void where_there_are_tiles_they_are_the_ground() {
        try (var tab = session.blank(Viewport.LAPTOP, Theme.LIGHT)) {
            tab.page()
                    .route(
                            "**/map",
                            route -> route.fulfill(
                                    new Route.FulfillOptions()
                                            .setContentType("application/json")
                                            .setBody(
                                                    "{\"tiles\": \"/tiles/{z}/{x}/{y}.png\", \"attribution\": \"whose they are\"}")));
            tab.page()
                    .route(
                            "**/tiles/**",
                            route -> route.fulfill(new Route.FulfillOptions()
                                    .setContentType("image/png")
                                    .setBodyBytes(Base64.getDecoder().decode(ONE_PIXEL))));
            session.open(tab, "/?at=50,8,5");

            assertThat(tab.page()
                            .locator("img.leaflet-tile-loaded[src^='/tiles/5/']")
                            .first())
                    .isAttached();
            assertThat(tab.page().locator(".leaflet-control-attribution")).containsText("whose they are");
            assertThat(tab.page().locator("path.land")).hasCount(0);
            assertThat(tab.page().locator("path.graticule")).hasCount(0);
        }
    }

    @Test
    void a_city_on_the_edge_of_two_squares_is_one_circle() {
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(14))) {
            assertThat(tab.page().evaluate("""
                    async () => {
                      const { clustersOf } = await import('/map/clusters.js');
                      const at = (left, top) => ({ left, top });
                      const sizes = (seen) => clustersOf(seen, { x: 0, y: 0 }).map(({ members }) => members.length).sort().join(' ');
                      return [
                        sizes([at(60, 60), at(62, 62), at(66, 66)]),  // on the corner of four squares
                        sizes([at(10, 10), at(12, 12), at(100, 10)]), // far enough away
                        sizes([at(10, 10), at(70, 10), at(72, 10), at(190, 10)]),
                      ].join(', ');
                    }""")).isEqualTo("3, 1 2, 1 1 2");
        }
    }

    @Test
    void where_nobody_is_the_page_says_what_to_do() {
        try (var tab = signedIn(Viewport.PHONE, Theme.LIGHT, "/?at=-78.5,-120.5,15")) {
            assertThat(tab.page().locator(".map-empty")).containsText("No driver here");
            assertThat(tab.page().locator(".map-empty")).containsText("\"lat\":-78.");
            tab.assertFitsWidth();
            tab.screenshot("map-empty");
        }
    }

    @Test
    void while_redis_is_away_the_page_says_what_still_works() {
        var vitals =
                asAdmin().get("/vitals").asString().replaceFirst("(\"redis\":\\{\"state\":)\"\\w+\"", "$1\"down\"");
        try (var tab = session.blank(Viewport.LAPTOP, Theme.DARK)) {
            tab.page()
                    .route(
                            "**/vitals",
                            route -> route.fulfill(new Route.FulfillOptions()
                                    .setContentType("application/json")
                                    .setBody(vitals)));
            session.open(tab, "/?at=" + drivers.at(14));
            assertThat(tab.page().locator(".banner")).containsText("Redis does not answer");
            assertThat(tab.page().locator(".banner")).containsText("Postgres");
            tab.screenshot("map-degraded");
        }
    }

    @Test
    void five_thousand_drivers_are_drawn_in_time() {
        var prefix = drivers.createMany(MANY - DRIVERS);
        try (var tab = signedIn(Viewport.LAPTOP, Theme.LIGHT, "/?at=" + drivers.at(13))) {
            assertThat(figure(tab, "Available")).hasText(Pattern.compile("3\\.\\d+k"));
            tab.screenshot("map-5000");
            // A machine that is busy with something else may be late now and then, so one round in time counts.
            await().pollInSameThread()
                    .atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(frameMillis(tab)).isLessThan(FRAME_MILLIS_MAX));
            tab.page().emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));
            await().pollInSameThread().atMost(ofSeconds(60)).untilAsserted(() -> {
                drivers.moveMany(prefix, MANY - DRIVERS);
                assertThat(glidingFrameMillis(tab)).isLessThan(FRAME_MILLIS_MAX);
            });
            tab.page().evaluate("document.querySelector('[aria-keyshortcuts=a]').click()");
        } finally {
            drivers.removeMany(prefix);
        }
    }

    /** The median of forty. */
    private static double frameMillis(BrowserPage tab) {
        var millis = (Number) tab.page().evaluate("""
                    async () => {
                      const page = document.querySelector('hs-map-page');
                      const map = document.querySelector('.map');
                      for (let i = 0; i < 40; i++) {
                        map.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true }));
                        page.redraw();
                        await new Promise(requestAnimationFrame);
                      }
                      const last = page.frames.slice(-40).sort((a, b) => a - b);
                      return last[Math.floor(last.length / 2)];
                    }""");
        System.out.printf("a frame with %d drivers: median %.1f ms%n", MANY, millis.doubleValue());
        return millis.doubleValue();
    }

    /** The median of twenty that nobody asked for: signs are on their way from point to point. Or very long, if there are no such. */
    private static double glidingFrameMillis(BrowserPage tab) {
        var millis = (Number) tab.page().evaluate("""
                    async () => {
                      const page = document.querySelector('hs-map-page');
                      const begun = performance.now();
                      page.frames.length = 0;
                      while (page.frames.length < 20 && performance.now() - begun < 6000) {
                        await new Promise(requestAnimationFrame);
                      }
                      const drawn = page.frames.slice(0, 20).sort((a, b) => a - b);
                      return drawn.length < 20 ? 1e9 : drawn[10];
                    }""");
        System.out.printf("a frame with %d drivers that move: median %.1f ms%n", MANY, millis.doubleValue());
        return millis.doubleValue();
    }

    private static Locator figure(BrowserPage tab, String label) {
        return tab.page()
                .locator(".map-figure", new Page.LocatorOptions().setHasText(label))
                .locator("strong");
    }

    private static Locator centre(BrowserPage tab) {
        return tab.page().locator(".map");
    }

    /** So many pixels from the middle. */
    private static void clickMap(BrowserPage tab, int right, int down) {
        var box = tab.page().locator(".map").boundingBox();
        tab.page().mouse().click(box.x + box.width / 2 + right, box.y + box.height / 2 + down);
    }

    private BrowserPage signedIn(Viewport viewport, Theme theme, String path) {
        return session.open(viewport, theme, path);
    }
}
