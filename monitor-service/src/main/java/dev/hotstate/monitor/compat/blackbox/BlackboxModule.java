package dev.hotstate.monitor.compat.blackbox;

import dev.hotstate.monitor.compat.blackbox.BlackboxConfig.Prober;
import dev.hotstate.monitor.probe.DnsTarget;
import dev.hotstate.monitor.probe.HttpExpectation;
import dev.hotstate.monitor.probe.HttpTarget;
import dev.hotstate.monitor.probe.PingTarget;
import dev.hotstate.monitor.probe.ProbeTarget;
import dev.hotstate.monitor.probe.StatusRanges;
import dev.hotstate.monitor.probe.TcpTarget;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A way to check a target that is given as text. */
record BlackboxModule(
        String name,
        Prober prober,
        Duration timeout,
        String method,
        String validStatusCodes,
        boolean followRedirects,
        @Nullable String bodyRegex,
        @Nullable String queryName,
        String queryType) {

    private static final int DNS_PORT = 53;
    private static final int NO_PORT = 0;
    private static final Map<String, BlackboxModule> BUILT_IN = Map.of(
            "http_2xx", builtIn("http_2xx", Prober.HTTP, "GET"),
            "http_post_2xx", builtIn("http_post_2xx", Prober.HTTP, "POST"),
            "tcp_connect", builtIn("tcp_connect", Prober.TCP, "GET"),
            "icmp", builtIn("icmp", Prober.ICMP, "GET"));

    static Optional<BlackboxModule> find(BlackboxConfig config, String name) {
        var configured = config.modules().get(name);
        return configured == null
                ? Optional.ofNullable(BUILT_IN.get(name))
                : Optional.of(new BlackboxModule(
                        name,
                        configured.prober(),
                        configured.timeout(),
                        configured.method(),
                        configured.validStatusCodes(),
                        configured.followRedirects(),
                        configured.failIfBodyNotMatches().orElse(null),
                        configured.queryName().orElse(null),
                        configured.queryType()));
    }

    /** @param hostname under which a page is asked for, if it is not that of the target; of no meaning to the others */
    ProbeTarget target(String text, @Nullable String hostname) {
        return switch (prober) {
            case HTTP -> page(text, hostname);
            case TCP -> new TcpTarget(hostOf(text), portOf(text, NO_PORT), null, null, null);
            case ICMP -> new PingTarget(text, null);
            case DNS ->
                new DnsTarget(
                        queryName,
                        DnsTarget.Type.valueOf(queryType),
                        Set.of(),
                        hostOf(text),
                        portOf(text, DNS_PORT),
                        null);
        };
    }

    private HttpTarget page(String text, @Nullable String hostname) {
        var url = text.startsWith("http://") || text.startsWith("https://") ? text : "http://" + text;
        var expectation =
                new HttpExpectation(StatusRanges.of(validStatusCodes), null, null, bodyRegex, null, null, null);
        var plain = new HttpTarget(url, method, Map.of(), null, followRedirects ? 10 : 0, null, null, expectation);
        return hostname == null || hostname.isEmpty() ? plain : plain.askedAs(hostname);
    }

    private static String hostOf(String text) {
        int colon = text.lastIndexOf(':');
        return colon < 0 || text.endsWith("]") ? text : text.substring(0, colon);
    }

    private static int portOf(String text, int usual) {
        int colon = text.lastIndexOf(':');
        try {
            return colon < 0 || text.endsWith("]") ? usual : Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            return NO_PORT;
        }
    }

    private static BlackboxModule builtIn(String name, Prober prober, String method) {
        return new BlackboxModule(name, prober, Duration.ofSeconds(5), method, "200-299", true, null, null, "A");
    }
}
