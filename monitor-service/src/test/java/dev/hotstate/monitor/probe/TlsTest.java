package dev.hotstate.monitor.probe;

import static dev.hotstate.monitor.probe.ProbeResultAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.net.TestCertificates;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.ExtendedSSLSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Certificates, as pages (kind http) and ports (kind tls) present them. */
class TlsTest {

    @RegisterExtension
    static final ProbeFixture world = new ProbeFixture();

    @TempDir
    static Path folder;

    private static TestCertificates certificates;
    private static Path valid;

    @BeforeAll
    static void trust() {
        certificates = TestCertificates.in(folder);
        valid = certificates.valid("a.example", 30);
        world.start(certificates, "ping");
    }

    @Test
    void a_trusted_certificate_is_up_and_tells_its_days() {
        int port = serve(valid);
        var result = world.run(page("a.example", port));
        assertThat(result).isUp();
        assertThat(result.certificateDays()).isBetween(29, 30);
        assertThat(result.phases().tlsMicros()).isPositive();
        assertThat(world.run(tls("a.example", port, null, 14))).isUp();
    }

    @Test
    void what_was_agreed_on_is_seen() {
        var seen = world.observe(page("a.example", serve(valid)));
        assertThat(seen.result()).isUp();
        assertThat(seen.tlsVersion()).isEqualTo("TLSv1.3");
        assertThat(seen.certificateEnd())
                .isBetween(
                        Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(31)));
    }

    @Test
    void the_chain_leads_to_the_authority_and_ends_with_the_first_of_it() {
        int port = serve(valid);
        var seen = world.observe(page("a.example", port));

        assertThat(seen.chain()).isNotNull();
        assertThat(seen.chain().end()).isEqualTo(seen.certificateEnd());
        assertThat(seen.chain().leaf().getIssuerX500Principal().getName()).isEqualTo("CN=authority of a test");
    }

    @Test
    void what_nobody_verified_has_no_chain() {
        int port = serve(valid);
        var page = new HttpTarget("https://a.example:" + port, "GET", Map.of(), null, null, null, false, null);
        assertThat(world.observe(page).chain()).isNull();
        assertThat(world.observe(page("b.example", port)).chain()).isNull();
    }

    @Test
    void a_certificate_that_ends_soon_is_not_as_expected() {
        int port = serve(valid);
        var expectation = new HttpExpectation(null, null, null, null, null, null, 60);
        var page = new HttpTarget("https://a.example:" + port, "GET", Map.of(), null, null, null, null, expectation);
        assertThat(world.run(page)).isDown(Reason.ASSERTION).says("fewer than 60");
        assertThat(world.run(tls("a.example", port, null, 60))).isDown(Reason.ASSERTION);
    }

    @Test
    void a_certificate_that_has_ended() {
        int port = serve(certificates.expired("a.example"));
        var result = world.run(page("a.example", port));
        assertThat(result).isDown(Reason.TLS_EXPIRED).says("ended at");
        assertThat(result.certificateDays()).isNegative();
        assertThat(world.run(tls("a.example", port, null, 0))).isDown(Reason.TLS_EXPIRED);
    }

    @Test
    void a_certificate_of_another_name() {
        int port = serve(valid);
        assertThat(world.run(page("b.example", port))).isDown(Reason.TLS).says("b.example");
        assertThat(world.run(tls("b.example", port, null, 0))).isDown(Reason.TLS);
        assertThat(world.run(tls("b.example", port, "a.example", 0))).isUp();
    }

    @Test
    void a_place_that_is_asked_for_under_another_name_must_have_the_certificate_of_that_name() {
        int port = serve(valid);
        assertThat(world.run(page("127.0.0.1", port).askedAs("a.example"))).isUp();
        assertThat(world.run(page("127.0.0.1", port).askedAs("b.example"))).isDown(Reason.TLS);
    }

    @Test
    void a_name_is_told_to_the_server_also_where_it_ends_like_an_address() {
        var told = new CompletableFuture<String>();
        int port = world.securePage(certificates.valid("web1", 30), request -> {
            var session = (ExtendedSSLSession) request.connection().sslSession();
            told.complete(session.getRequestedServerNames().toString());
            request.response().end();
        });

        assertThat(world.run(page("127.0.0.1", port).askedAs("web1"))).isUp();
        assertThat(told).isCompletedWithValueMatching(names -> names.contains("web1"));
    }

    @Test
    void a_name_that_can_not_be_told_is_compared_with_the_certificate_all_the_same() {
        assertThat(world.run(tls("127.0.0.1", serve(valid), "web_1.example", 0)))
                .isDown(Reason.TLS)
                .says("not trusted");
    }

    @Test
    void a_certificate_that_nobody_signed() {
        int port = serve(certificates.selfSigned("a.example"));
        assertThat(world.run(page("a.example", port))).isDown(Reason.TLS).says("signed by itself");
    }

    @Test
    void who_does_not_care_accepts_any_certificate() {
        int port = serve(certificates.expired("b.example"));
        var page = new HttpTarget("https://a.example:" + port, "GET", Map.of(), null, null, null, false, null);
        var result = world.run(page);
        assertThat(result).isUp();
        assertThat(result.certificateDays()).isNegative();
    }

    @Test
    void a_port_that_does_not_speak_tls() {
        int port = world.page(request -> request.response().end());
        assertThat(world.run(page("a.example", port))).isDown(Reason.TLS);
    }

    @Test
    void a_handshake_that_never_ends() {
        int port = world.port(socket -> {});
        assertThat(world.run(page("a.example", port), Duration.ofMillis(1_500)))
                .isDown(Reason.TLS)
                .says("in time");
    }

    @Test
    void a_page_must_not_lead_from_https_to_http() {
        int port = world.securePage(
                valid,
                request -> request.response()
                        .setStatusCode(302)
                        .putHeader("Location", "http://a.example/")
                        .end());
        assertThat(world.run(page("a.example", port)))
                .isDown(Reason.BLOCKED_TARGET)
                .says("https to http");
    }

    private static int serve(Path store) {
        return world.securePage(store, request -> request.response().end("fine"));
    }

    private static HttpTarget page(String host, int port) {
        return HttpTarget.get("https://" + host + ":" + port + "/");
    }

    private static TlsTarget tls(String host, int port, String serverName, int days) {
        return new TlsTarget(host, port, serverName, days);
    }
}
