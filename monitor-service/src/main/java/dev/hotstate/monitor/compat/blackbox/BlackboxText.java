package dev.hotstate.monitor.compat.blackbox;

import dev.hotstate.monitor.compat.blackbox.BlackboxConfig.Prober;
import dev.hotstate.monitor.probe.DnsCounts;
import dev.hotstate.monitor.probe.Observation;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.TrustedChain;
import dev.hotstate.monitor.probe.Verdict;
import io.netty.handler.codec.DateFormatter;
import java.net.Inet4Address;
import java.net.InetAddress;

/** What was seen, in the exposition format and with the names of the exporter. */
final class BlackboxText {

    private final StringBuilder text = new StringBuilder(2_000);

    private BlackboxText() {}

    static String of(BlackboxModule module, Observation seen) {
        var text = new BlackboxText();
        text.common(module, seen);
        switch (module.prober()) {
            case HTTP -> text.http(seen);
            case TCP -> text.certificate(seen);
            case ICMP -> text.icmp(seen);
            case DNS -> text.dns(seen);
        }
        return text.text.toString();
    }

    private void common(BlackboxModule module, Observation seen) {
        var result = seen.result();
        gauge(
                "probe_dns_lookup_time_seconds",
                "Returns the time taken for probe dns lookup in seconds",
                seconds(result.phases().dnsMicros()));
        gauge(
                "probe_duration_seconds",
                "Returns how long the probe took to complete in seconds",
                seconds(result.latencyMicros()));
        if (module.prober() == Prober.HTTP || module.prober() == Prober.TCP) {
            gauge(
                    "probe_failed_due_to_regex",
                    "Indicates if probe failed due to regex",
                    module.bodyRegex() != null && result.reason() == Reason.ASSERTION ? 1 : 0);
        }
        if (seen.address() != null) {
            gauge(
                    "probe_ip_addr_hash",
                    "Specifies the hash of IP address. It's useful to detect if the IP address changes.",
                    hash(seen.address()));
            gauge(
                    "probe_ip_protocol",
                    "Specifies whether probe ip protocol is IP4 or IP6",
                    seen.address() instanceof Inet4Address ? 4 : 6);
        }
        gauge(
                "probe_success",
                "Displays whether or not the probe was a success",
                result.verdict() == Verdict.UP ? 1 : 0);
        header("hotstate_probe_reason", "Why the probe came out as it did");
        text.append("hotstate_probe_reason{reason=\"")
                .append(result.reason().wire())
                .append("\"} 1\n");
    }

    private void http(Observation seen) {
        Phases phases = seen.result().phases();
        gauge("probe_http_content_length", "Length of http content response", seen.contentLength());
        header("probe_http_duration_seconds", "Duration of http request by phase, summed over all redirects");
        phase("probe_http_duration_seconds", "connect", phases.connectMicros());
        phase("probe_http_duration_seconds", "processing", phases.firstByteMicros());
        phase("probe_http_duration_seconds", "resolve", phases.dnsMicros());
        phase("probe_http_duration_seconds", "tls", phases.tlsMicros());
        phase("probe_http_duration_seconds", "transfer", phases.transferMicros());
        var modified = seen.lastModified() == null ? null : DateFormatter.parseHttpDate(seen.lastModified());
        if (modified != null) {
            gauge(
                    "probe_http_last_modified_timestamp_seconds",
                    "Returns the Last-Modified HTTP response header in unixtime",
                    modified.toInstant().getEpochSecond());
        }
        gauge("probe_http_redirects", "The number of redirects", seen.redirects());
        gauge("probe_http_ssl", "Indicates if SSL was used for the final redirect", seen.secure() ? 1 : 0);
        gauge(
                "probe_http_status_code",
                "Response HTTP status code",
                seen.result().statusCode());
        gauge("probe_http_uncompressed_body_length", "Length of uncompressed response body", seen.bodyLength());
        gauge("probe_http_version", "Returns the version of HTTP of the probe response", seen.httpVersion());
        certificate(seen);
    }

    private void certificate(Observation seen) {
        if (seen.certificateEnd() != null) {
            gauge(
                    "probe_ssl_earliest_cert_expiry",
                    "Returns last SSL chain expiry in unixtime",
                    seen.certificateEnd().getEpochSecond());
        }
        if (seen.chain() != null) {
            chain(seen.chain());
        }
        if (seen.tlsVersion() != null) {
            header("probe_tls_version_info", "Returns the TLS version used or NaN when unknown");
            text.append("probe_tls_version_info{version=\"")
                    .append(versionName(seen.tlsVersion()))
                    .append("\"} 1\n");
        }
    }

    private void chain(TrustedChain chain) {
        var leaf = chain.leaf();
        gauge(
                "probe_ssl_last_chain_expiry_timestamp_seconds",
                "Returns last SSL chain expiry in timestamp",
                chain.end().getEpochSecond());
        header("probe_ssl_last_chain_info", "Contains SSL leaf certificate information");
        text.append("probe_ssl_last_chain_info{fingerprint_sha256=\"")
                .append(CertificateText.fingerprint(leaf))
                .append("\",issuer=\"")
                .append(quoted(CertificateText.name(leaf.getIssuerX500Principal())))
                .append("\",subject=\"")
                .append(quoted(CertificateText.name(leaf.getSubjectX500Principal())))
                .append("\",subjectalternative=\"")
                .append(quoted(CertificateText.dnsNames(leaf)))
                .append("\"} 1\n");
    }

    private static String quoted(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private void icmp(Observation seen) {
        header("probe_icmp_duration_seconds", "Duration of icmp request by phase");
        phase("probe_icmp_duration_seconds", "resolve", seen.result().phases().dnsMicros());
        phase("probe_icmp_duration_seconds", "rtt", seen.result().latencyMicros());
        phase("probe_icmp_duration_seconds", "setup", 0);
        if (seen.hopLimit() != null) {
            gauge("probe_icmp_reply_hop_limit", "Replied packet hop limit (TTL for ipv4)", seen.hopLimit());
        }
    }

    private void dns(Observation seen) {
        var counts = seen.dns() == null ? new DnsCounts(0, 0, 0, null) : seen.dns();
        gauge(
                "probe_dns_additional_rrs",
                "Returns number of entries in the additional resource record list",
                counts.additionals());
        gauge("probe_dns_answer_rrs", "Returns number of entries in the answer resource record list", counts.answers());
        gauge(
                "probe_dns_authority_rrs",
                "Returns number of entries in the authority resource record list",
                counts.authorities());
        header("probe_dns_duration_seconds", "Duration of DNS request by phase");
        phase("probe_dns_duration_seconds", "connect", 0);
        phase("probe_dns_duration_seconds", "request", seen.result().phases().dnsMicros());
        phase("probe_dns_duration_seconds", "resolve", 0);
        gauge(
                "probe_dns_query_succeeded",
                "Displays whether or not the query was executed successfully",
                seen.result().verdict() == Verdict.UP || seen.result().reason() == Reason.ASSERTION ? 1 : 0);
        if (counts.serial() != null) {
            gauge("probe_dns_serial", "Returns the serial number of the zone", counts.serial());
        }
    }

    private void gauge(String name, String help, double value) {
        header(name, help);
        text.append(name).append(' ').append(number(value)).append('\n');
    }

    private void phase(String name, String phase, long micros) {
        text.append(name)
                .append("{phase=\"")
                .append(phase)
                .append("\"} ")
                .append(number(seconds(micros)))
                .append('\n');
    }

    private void header(String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
    }

    /** TLSv1.3 is TLS 1.3 to the exporter, and TLSv1 is TLS 1.0. */
    private static String versionName(String version) {
        var number = version.replace("TLSv", "");
        return "TLS " + (number.equals("1") ? "1.0" : number);
    }

    private static double seconds(long micros) {
        return micros / 1_000_000.0;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    /** FNV-1a with 32 bits. */
    private static long hash(InetAddress address) {
        int hash = 0x811c9dc5;
        for (byte part : address.getAddress()) {
            hash = (hash ^ part & 0xff) * 0x01000193;
        }
        return Integer.toUnsignedLong(hash);
    }
}
