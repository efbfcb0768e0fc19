package dev.hotstate.monitor.compat.blackbox;

import static dev.hotstate.monitor.channel.ChannelRequests.asAdmin;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.testing.net.LocalDns;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.Probes;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class BlackboxResourceIT {

    @Inject
    Probes probes;

    private Sink page;

    @BeforeEach
    void open() {
        page = Sink.open();
    }

    @AfterEach
    void close() {
        page.close();
    }

    @Test
    void a_page_that_is_up() {
        var metrics = probe("target=" + page.url() + "&module=http_2xx");
        assertThat(metrics)
                .containsEntry("probe_success", "1")
                .containsEntry("probe_http_status_code", "200")
                .containsEntry("probe_http_version", "1.1")
                .containsEntry("probe_http_ssl", "0")
                .containsEntry("probe_ip_protocol", "4")
                .containsEntry("probe_ip_addr_hash", "3668918509")
                .containsEntry("hotstate_probe_reason{reason=\"ok\"}", "1");
        assertThat(page.heard()).hasSize(1);
    }

    @Test
    void a_page_that_is_down_is_an_answer_too() {
        page.answerWith(503);
        assertThat(probe("target=" + page.url()))
                .containsEntry("probe_success", "0")
                .containsEntry("probe_http_status_code", "503")
                .containsEntry("hotstate_probe_reason{reason=\"status\"}", "1");
    }

    @Test
    void a_place_may_be_asked_for_under_another_name() {
        var port = URI.create(page.url()).getPort();

        assertThat(probe("target=" + page.url() + "&module=http_2xx&hostname=shop.example"))
                .containsEntry("probe_success", "1");

        assertThat(page.heard())
                .singleElement()
                .satisfies(heard -> assertThat(heard.headers().get("host")).isEqualTo("shop.example:" + port));
    }

    @Test
    void a_hostname_means_nothing_to_a_port() {
        var port = URI.create(page.url()).getPort();
        assertThat(probe("target=127.0.0.1:" + port + "&module=tcp_connect&hostname=shop.example"))
                .containsEntry("probe_success", "1");
    }

    @Test
    void a_zone_is_asked_for_its_authority() {
        try (var dns = zone()) {
            assertThat(probe("target=127.0.0.1:" + dns.port() + "&module=dns_soa"))
                    .containsEntry("probe_success", "1")
                    .containsEntry("probe_dns_query_succeeded", "1")
                    .containsEntry("probe_dns_answer_rrs", "1")
                    .containsEntry("probe_dns_authority_rrs", "0")
                    .containsEntry("probe_dns_additional_rrs", "0")
                    .containsEntry("probe_dns_serial", "2026111801");
        }
    }

    @Test
    void a_closed_address_is_not_dialled() {
        assertThat(probe("target=http://169.254.169.254/&module=http_2xx"))
                .containsEntry("probe_success", "0")
                .containsEntry("hotstate_probe_reason{reason=\"blocked_target\"}", "1");
    }

    @Test
    void a_port_is_checked_by_name_and_number() {
        var port = URI.create(page.url()).getPort();
        assertThat(probe("target=127.0.0.1:" + port + "&module=tcp_connect")).containsEntry("probe_success", "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/probe?module=http_2xx", "/probe?module=http_2xx&target=", "/probe"})
    void a_target_must_be_named(String path) {
        asAdmin()
                .get(path)
                .then()
                .statusCode(400)
                .contentType(startsWith("text/plain"))
                .body(equalTo("Target parameter is missing\n"));
    }

    @Test
    void a_module_must_be_known() {
        asAdmin().get("/probe?target=x&module=zz").then().statusCode(400).body(equalTo("Unknown module \"zz\"\n"));
    }

    @Test
    void a_target_that_can_not_be_one_is_refused() {
        asAdmin().get("/probe?target=x&module=tcp_connect").then().statusCode(400);
    }

    @Test
    void the_timeout_of_prometheus_is_kept() {
        page.hang();
        // One that a crowded machine made late says nothing; without the header each would take ten seconds.
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            var metrics = Exporter.samples(asAdmin()
                    .header("X-Prometheus-Scrape-Timeout-Seconds", "0.9")
                    .get("/probe?target=" + page.url())
                    .then()
                    .statusCode(200)
                    .extract()
                    .asString());
            assertThat(metrics).containsEntry("hotstate_probe_reason{reason=\"timeout_first_byte\"}", "1");
            assertThat(Double.parseDouble(metrics.get("probe_duration_seconds")))
                    .isLessThan(0.9);
        });
    }

    @Test
    void reading_is_not_enough_to_make_the_service_ask_somebody() {
        assertThat(statusWith("read", "/probe?target=" + page.url())).isEqualTo(403);
        assertThat(statusWith("probe", "/probe?target=" + page.url())).isEqualTo(200);
        assertThat(statusWith("probe", "/monitors")).isEqualTo(403);
    }

    private static int statusWith(String scope, String path) {
        var key = asAdmin()
                .contentType(ContentType.JSON)
                .body(Map.of("name", PublicId.next("key"), "scopes", List.of(scope)))
                .post("/api-keys")
                .then()
                .statusCode(201)
                .extract()
                .<String>path("key");
        return given().auth().oauth2(key).get(path).statusCode();
    }

    @Test
    void one_probe_more_than_may_run_is_refused() {
        page.hang();
        var resource = new BlackboxResource(probes, new AtOnce(1));
        var first = resource.probe(page.url(), "http_2xx", null, null, null)
                .subscribe()
                .with(answer -> {});

        assertThatThrownBy(() -> resource.probe(page.url(), "http_2xx", null, null, null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("as many probes");
        first.cancel();
        assertThat(resource.probe(page.url(), "http_2xx", null, null, "0.1")
                        .await()
                        .atMost(Duration.ofSeconds(15))
                        .getStatus())
                .isEqualTo(200);
    }

    private record AtOnce(int probesMax) implements BlackboxConfig {

        @Override
        public Map<String, Module> modules() {
            return Map.of();
        }
    }

    @Test
    void debug_tells_what_happened() {
        asAdmin()
                .get("/probe?debug=true&target=" + page.url())
                .then()
                .statusCode(200)
                .body(startsWith("Logs for the probe:\n"))
                .body(containsString("Metrics that would have been returned:\n"))
                .body(containsString("probe_success 1\n"))
                .body(containsString("Module configuration:\nprober: http\n"));
        // To the exporter anything else is no.
        asAdmin()
                .get("/probe?debug=1&target=" + page.url())
                .then()
                .statusCode(200)
                .body(not(containsString("Logs for the probe")));
    }

    @Test
    void says_of_a_page_what_the_exporter_says(@TempDir Path folder) throws IOException {
        var same = List.of(
                "probe_success",
                "probe_http_status_code",
                "probe_http_version",
                "probe_http_redirects",
                "probe_http_content_length",
                "probe_http_uncompressed_body_length",
                "probe_ip_protocol",
                "probe_ip_addr_hash");
        compareWithTheExporter(folder, "target=" + page.url() + "&module=http_2xx&hostname=shop.example", same);
        assertThat(page.heard())
                .extracting(heard -> heard.headers().get("host"))
                .allMatch(host -> host.startsWith("shop.example"));
    }

    @Test
    void says_of_a_name_server_what_the_exporter_says(@TempDir Path folder) throws IOException {
        try (var dns = zone()) {
            var same = List.of(
                    "probe_success",
                    "probe_dns_query_succeeded",
                    "probe_dns_answer_rrs",
                    "probe_dns_authority_rrs",
                    "probe_dns_additional_rrs",
                    "probe_dns_serial");
            compareWithTheExporter(folder, "target=127.0.0.1:" + dns.port() + "&module=dns_soa", same);
        }
    }

    private void compareWithTheExporter(Path folder, String query, List<String> same) throws IOException {
        try (var exporter = Exporter.start(folder, """
                modules:
                  http_2xx:
                    prober: http
                    http:
                      preferred_ip_protocol: ip4
                  dns_soa:
                    prober: dns
                    dns:
                      query_name: zone.example
                      query_type: SOA
                      preferred_ip_protocol: ip4
                """)) {
            var theirs = exporter.probe(query);
            var ours = probe(query);
            assertThat(ours).containsKeys(theirs.keySet().toArray(String[]::new));
            for (var name : same) {
                assertThat(Double.parseDouble(ours.get(name))).as(name).isEqualTo(Double.parseDouble(theirs.get(name)));
            }
        }
    }

    private static LocalDns zone() {
        return LocalDns.start()
                .answer(
                        "zone.example",
                        LocalDns.Type.SOA,
                        () -> List.of("ns.zone.example admin.zone.example 2026111801 7200 3600 1209600 3600"));
    }

    private static Map<String, String> probe(String query) {
        return Exporter.samples(asAdmin()
                .get("/probe?" + query)
                .then()
                .statusCode(200)
                .contentType(startsWith("text/plain"))
                .extract()
                .asString());
    }
}
