package dev.hotstate.kit.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.browser.Browser;
import dev.hotstate.kit.testing.browser.Viewport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/**
 * What every service promises by being built on the kit: it is ready, guards its namespace, administers its keys, shows its
 * vitals and its page. Each service runs it against itself on the real backends:
 *
 * <pre>{@code
 * @QuarkusTest
 * class MonitorServiceIT extends ServiceContract { ... }
 * }</pre>
 */
public abstract class ServiceContract {

    /** The bootstrap key of the test profile. */
    public static final String ADMIN_KEY = "test-bootstrap-key-0123456789-0123456789";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern NEW_KEY = Pattern.compile("\"key\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern PASSWORD_IN_URL = Pattern.compile("://[^:/@]+:([^@]+)@");
    private static final Pattern NEW_ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");

    /** Where the API listens. */
    protected abstract URI api();

    /** Where health and metrics are. */
    protected abstract URI management();

    /** For example {@code monitor-service}. */
    protected abstract String service();

    /** The service's part of each Redis key, for example {@code monitor}. */
    protected abstract String app();

    /** Where it shows its vitals: at first its first page, later a page of their own. */
    protected String vitalsPage() {
        return "/";
    }

    private ServiceClient anybody() {
        return ServiceClient.anonymous(api());
    }

    private ServiceClient admin() {
        return anybody().with(ADMIN_KEY);
    }

    @Test
    void it_says_who_it_is_to_anybody() {
        var about = anybody().get("/about");

        assertThat(about.statusCode()).isEqualTo(200);
        assertThat(about.body())
                .contains("\"service\":\"" + service() + "\"")
                .contains("\"app\":\"" + app() + "\"")
                .contains("\"env\":\"test\"")
                .contains("\"authRequired\":true");
    }

    @Test
    void it_is_live_and_ready() {
        var management = ServiceClient.anonymous(management());

        assertThat(management.get("/q/health/live").statusCode()).isEqualTo(200);
        assertThat(management.get("/q/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void it_tells_no_password() {
        var config = ConfigProvider.getConfig();
        var ofPostgresAndVitals = Stream.of("quarkus.datasource.password", "hotstate.redis.vitals.password")
                .map(name -> config.getValue(name, String.class));
        var ofRedis = PASSWORD_IN_URL
                .matcher(config.getValue("quarkus.redis.hosts", String.class))
                .results()
                .map(password -> password.group(1));
        var secrets = Stream.concat(ofPostgresAndVitals, ofRedis).distinct().toList();
        assertThat(secrets).hasSize(3);

        var management = ServiceClient.anonymous(management());
        assertThat(List.of(
                        management.get("/q/health").body(),
                        management.get("/q/metrics").body(),
                        anybody().get("/about").body(),
                        admin().get("/vitals").body()))
                .allSatisfy(answer -> assertThat(answer).isNotEmpty().doesNotContain(secrets.toArray(String[]::new)));
    }

    @Test
    void it_counts_what_it_does_with_redis() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ServiceClient.anonymous(management())
                                .get("/q/metrics")
                                .body())
                        .contains("hotstate_redis_"));
    }

    @Test
    void it_sees_three_masters_and_postgres() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var vitals = admin().get("/vitals");
            assertThat(vitals.statusCode()).isEqualTo(200);
            assertThat(vitals.body())
                    .contains("\"degraded\":false")
                    .contains("\"slotsCovered\":16384")
                    .contains("\"postgres\":{\"state\":\"up\"");
        });
    }

    @Test
    void it_shows_its_vitals_to_nobody_without_a_key() {
        var refused = anybody().get("/vitals");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    }

    @Test
    void a_key_works_until_it_is_revoked_and_the_audit_log_knows() {
        var created = admin().post("/api-keys", "{\"name\":\"contract\",\"scopes\":[\"read\"]}");
        assertThat(created.statusCode()).isEqualTo(201);
        var reader = anybody().with(first(NEW_KEY, created.body()));
        assertThat(reader.get("/vitals").statusCode()).isEqualTo(200);
        assertThat(reader.get("/api-keys").statusCode()).isEqualTo(403);

        var id = first(NEW_ID, created.body());
        assertThat(admin().delete("/api-keys/" + id).statusCode()).isEqualTo(204);

        assertThat(reader.get("/vitals").statusCode()).isEqualTo(401);
        assertThat(admin().get("/audit?limit=20").body()).contains(id);
    }

    @Test
    void its_page_of_keys_offers_every_scope_that_it_knows() {
        var own = ConfigProvider.getConfig()
                .getOptionalValues("hotstate.auth.extra-scopes", String.class)
                .orElse(List.of());

        assertThat(anybody().get("/service.js").body())
                .contains(own.stream().map(scope -> "name: \"" + scope + "\"").toList());
    }

    @Test
    void its_api_is_as_documented() {
        new OpenApiFile(Path.of("openapi.yaml")).assertDescribes(api());
    }

    @Test
    void its_page_shows_that_all_is_well() {
        try (var browser = Browser.start();
                var tab = browser.page(Viewport.LAPTOP)) {
            var page = tab.open(
                            api().resolve("/login.html?next=" + vitalsPage()).toString())
                    .page();
            page.fill("input", ADMIN_KEY);
            page.keyboard().press("Enter");
            page.waitForURL(url -> !url.contains("login"));

            page.getByText("All is well").waitFor();

            assertThat(page.title()).contains(app());
            tab.screenshot(service());
        }
    }

    private static String first(Pattern pattern, String text) {
        var matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }
}
