package dev.hotstate.monitor.compat.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.net.TestCertificates;
import dev.hotstate.monitor.probe.ProbeFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BlackboxTlsIT {

    @RegisterExtension
    static final ProbeFixture world = new ProbeFixture();

    @Test
    void says_of_a_certificate_and_of_the_age_of_a_page_what_the_exporter_says(@TempDir Path folder)
            throws IOException {
        var certificates = TestCertificates.in(folder);
        world.start(certificates, "ping");
        int port = world.securePage(
                certificates.valid("127.0.0.1", 30),
                request -> request.response()
                        .putHeader("Last-Modified", "Wed, 18 Nov 2026 10:00:00 GMT")
                        .end("fine"));
        var page = "https://127.0.0.1:" + port + "/";

        try (var exporter = Exporter.start(folder, """
                modules:
                  http_2xx:
                    prober: http
                    http:
                      preferred_ip_protocol: ip4
                      tls_config:
                        ca_file: %s
                """.formatted(certificates.authority()))) {
            var theirs = exporter.probe("module=http_2xx&target=" + page);
            var module = BlackboxModule.find(new BlackboxTextTest.NoneConfigured(1), "http_2xx")
                    .orElseThrow();
            var ours = Exporter.samples(BlackboxText.of(module, world.observe(module.target(page, null))));

            // Names and labels, which hold fingerprint and names of the certificate.
            assertThat(ours).containsKeys(theirs.keySet().toArray(String[]::new));
            assertThat(theirs.keySet()).anyMatch(series -> series.startsWith("probe_ssl_last_chain_info{"));
            for (var name : List.of(
                    "probe_success",
                    "probe_http_ssl",
                    "probe_http_last_modified_timestamp_seconds",
                    "probe_ssl_earliest_cert_expiry",
                    "probe_ssl_last_chain_expiry_timestamp_seconds")) {
                assertThat(Double.parseDouble(ours.get(name))).as(name).isEqualTo(Double.parseDouble(theirs.get(name)));
            }
        }
    }
}
