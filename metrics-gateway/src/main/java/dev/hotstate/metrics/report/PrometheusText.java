package dev.hotstate.metrics.report;

import java.util.List;
import java.util.Locale;

/** Figures in the text format of Prometheus. */
final class PrometheusText {

    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double MILLIS_PER_SECOND = 1_000;

    private static final double WHOLE_MAX = 1e15;

    private final StringBuilder text = new StringBuilder();

    PrometheusText totals(ReportResource.Summary summary) {
        family("recorded_requests_total", "counter", "Requests that were recorded");
        sample("recorded_requests_total", "", summary.total());
        family("recorded_requests_accepted_total", "counter", "Requests that were not refused by a limit");
        sample("recorded_requests_accepted_total", "", summary.accepted());
        family("recorded_errors_total", "counter", "Requests that were answered with 400 or above");
        sample("recorded_errors_total", "", summary.errors());
        family("recorded_labels_folded", "gauge", "Endpoints and instances that are counted together, about");
        sample("recorded_labels_folded", "", summary.folded());
        return this;
    }

    PrometheusText endpoints(List<EndpointTotals> endpoints) {
        family("recorded_endpoint_errors_total", "counter", "Errors by endpoint, 4xx and 5xx");
        endpoints.forEach(
                each -> sample("recorded_endpoint_errors_total", label("endpoint", each.endpoint()), each.errors()));
        family("recorded_endpoint_failures_total", "counter", "Those of the errors that are 5xx, by endpoint");
        endpoints.forEach(
                each -> sample("recorded_endpoint_failures_total", label("endpoint", each.endpoint()), each.failed()));
        family("recorded_endpoint_duration_seconds", "summary", "Response times by endpoint");
        endpoints.forEach(each -> {
            var label = label("endpoint", each.endpoint());
            sample("recorded_endpoint_duration_seconds_sum", label, each.millis() / MILLIS_PER_SECOND);
            sample("recorded_endpoint_duration_seconds_count", label, each.timed());
        });
        return this;
    }

    PrometheusText instances(List<ReportResource.Instances.OfInstance> instances) {
        family("recorded_instance_requests_total", "counter", "Requests by instance");
        instances.forEach(each ->
                sample("recorded_instance_requests_total", label("instance", each.instance()), each.requests()));
        return this;
    }

    PrometheusText series(List<SeriesView> all) {
        family("recorded_series_total", "counter", "What was counted under a name, by StatsD and OpenTelemetry");
        all.forEach(each -> {
            if (each.total() != null) {
                sample("recorded_series_total", label("series", each.series()), each.total());
            }
        });
        family("recorded_series_values", "summary", "Values that were told under a name");
        all.forEach(each -> {
            var values = each.values();
            if (values != null) {
                var label = label("series", each.series());
                sample("recorded_series_values", label + ",quantile=\"0.5\"", values.p50());
                sample("recorded_series_values", label + ",quantile=\"0.9\"", values.p90());
                sample("recorded_series_values", label + ",quantile=\"0.99\"", values.p99());
                sample("recorded_series_values_sum", label, values.sum());
                sample("recorded_series_values_count", label, values.count());
            }
        });
        family("recorded_series_now", "gauge", "What an instance says there is of something now");
        all.forEach(each -> {
            if (each.gauges() != null) {
                each.gauges()
                        .forEach(gauge -> sample(
                                "recorded_series_now",
                                label("series", each.series()) + "," + label("instance", gauge.instance()),
                                gauge.value()));
            }
        });
        family("recorded_series_different", "gauge", "Different things under a name in this hour, about");
        all.forEach(each -> {
            if (each.different() != null) {
                sample("recorded_series_different", label("series", each.series()), each.different());
            }
        });
        return this;
    }

    private void family(String name, String type, String help) {
        text.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    }

    private void sample(String name, String label, double value) {
        text.append(name)
                .append(label.isEmpty() ? "" : "{" + label + "}")
                .append(' ')
                .append(
                        value == Math.rint(value) && Math.abs(value) < WHOLE_MAX
                                ? String.valueOf((long) value)
                                : String.format(Locale.ROOT, "%.6f", value))
                .append('\n');
    }

    private static String label(String name, String value) {
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
