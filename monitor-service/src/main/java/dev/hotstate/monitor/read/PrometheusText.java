package dev.hotstate.monitor.read;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.probe.DnsTarget;
import dev.hotstate.monitor.probe.TcpTarget;
import dev.hotstate.monitor.probe.TlsTarget;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metrics of all monitors under the names and values that Uptime Kuma gives them, so that dashboards and rules made for
 * it work unchanged. What is not known has no sample: a gap is not a zero.
 */
final class PrometheusText {

    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double MILLIS_PER_SECOND = 1_000;

    /** Family by family, as the format wants it: name, then its samples. */
    private final Map<String, StringBuilder> families = new TreeMap<>();

    PrometheusText() {
        family("monitor_status", "Monitor status (1 = up, 0 = down, 2 = pending, 3 = maintenance)");
        family("monitor_response_time", "Time of the last check in milliseconds");
        family("monitor_response_time_seconds", "Mean time of the checks of the window in seconds");
        family("monitor_uptime_ratio", "Share of the checks of the window that were up, of those that told something");
        family("monitor_cert_days_remaining", "Days until the certificate ends");
        family("monitor_cert_is_valid", "Whether the certificate has not ended (1) or has (0)");
    }

    private void family(String name, String help) {
        families.put(
                name,
                new StringBuilder("# HELP ")
                        .append(name)
                        .append(' ')
                        .append(help)
                        .append("\n# TYPE ")
                        .append(name)
                        .append(" gauge\n"));
    }

    void add(Monitor monitor, StatusView status) {
        var labels = labels(monitor);
        Integer state = switch (status.state()) {
            case UP -> 1;
            case DOWN -> 0;
            case CONFIRMING -> 2;
            case MAINTENANCE -> 3;
            case UNKNOWN, PAUSED -> null;
        };
        if (state == null) {
            return;
        }
        sample("monitor_status", labels, state);
        if (status.latencyMs() != null && status.state() == ShownState.UP) {
            sample("monitor_response_time", labels, status.latencyMs());
        }
        if (status.certificateDays() != null) {
            sample("monitor_cert_days_remaining", labels, status.certificateDays());
            sample("monitor_cert_is_valid", labels, status.certificateDays() >= 0 ? 1 : 0);
        }
    }

    void addWindow(Monitor monitor, String window, double uptime, double meanMs) {
        var labels = labels(monitor) + ",window=\"" + window + "\"";
        sample("monitor_uptime_ratio", labels, uptime);
        if (meanMs > 0) {
            sample("monitor_response_time_seconds", labels, meanMs / MILLIS_PER_SECOND);
        }
    }

    private void sample(String family, String labels, Number value) {
        families.get(family)
                .append(family)
                .append('{')
                .append(labels)
                .append("} ")
                .append(value)
                .append('\n');
    }

    private static String labels(Monitor monitor) {
        return String.join(
                ",",
                List.of(
                        label("monitor_id", monitor.id()),
                        label("monitor_name", monitor.name()),
                        label("monitor_type", monitor.kind()),
                        label("monitor_url", monitor.label()),
                        label("monitor_hostname", monitor.host()),
                        label("monitor_port", port(monitor))));
    }

    /** The word for none is that of Uptime Kuma, too. */
    private static String port(Monitor monitor) {
        return switch (monitor.spec().target()) {
            case TcpTarget tcp -> Integer.toString(tcp.port());
            case TlsTarget tls -> Integer.toString(tls.port());
            case DnsTarget dns -> Integer.toString(dns.resolverPort());
            case null, default -> "null";
        };
    }

    private static String label(String name, String value) {
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    @Override
    public String toString() {
        return String.join("", families.values());
    }
}
