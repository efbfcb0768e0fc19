package dev.hotstate.monitor.compat.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.probe.Observation;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlackboxTextTest {

    private static final Instant END = Instant.parse("2026-12-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({"TLSv1.3, TLS 1.3", "TLSv1.2, TLS 1.2", "TLSv1, TLS 1.0"})
    void a_version_of_tls_is_called_as_the_exporter_does(String ofJava, String ofTheExporter) {
        assertThat(lines(END, ofJava))
                .contains(
                        "probe_tls_version_info{version=\"" + ofTheExporter + "\"} 1",
                        "probe_ssl_earliest_cert_expiry " + END.getEpochSecond());
    }

    @Test
    void without_tls_nothing_is_said_of_it() {
        assertThat(lines(null, null)).noneMatch(line -> line.contains("probe_tls") || line.contains("probe_ssl"));
    }

    @Test
    void how_far_a_reply_came_is_told_where_ping_tells_it() {
        assertThat(icmp(57)).contains("probe_icmp_reply_hop_limit 57");
        assertThat(icmp(null)).noneMatch(line -> line.contains("hop_limit"));
    }

    private static Stream<String> icmp(@Nullable Integer hopLimit) {
        var result = new ProbeResult(Verdict.UP, Reason.OK, 0, 1_000, Phases.NONE, null, "");
        var seen = new Observation(result, null, false, null, null, null, 0, 0, -1, null, 0, null, hopLimit);
        return BlackboxText.of(
                        BlackboxModule.find(new NoneConfigured(1), "icmp").orElseThrow(), seen)
                .lines();
    }

    private static Stream<String> lines(@Nullable Instant certificateEnd, @Nullable String tlsVersion) {
        var result = new ProbeResult(Verdict.UP, Reason.OK, 200, 1_000, Phases.NONE, null, "");
        var seen = new Observation(
                result, null, tlsVersion != null, certificateEnd, null, tlsVersion, 1.1, 0, -1, null, 5, null, null);
        return BlackboxText.of(
                        BlackboxModule.find(new NoneConfigured(1), "http_2xx").orElseThrow(), seen)
                .lines();
    }

    record NoneConfigured(int probesMax) implements BlackboxConfig {

        @Override
        public Map<String, Module> modules() {
            return Map.of();
        }
    }
}
