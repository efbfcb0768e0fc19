package dev.hotstate.metrics.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.report.ReportResource.Instances.OfInstance;
import dev.hotstate.metrics.report.ReportResource.Summary;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {

    @Test
    void each_family_is_described_once_before_its_samples() {
        var text = new PrometheusText()
                .totals(new Summary(5_000_000_000L, 4, 3, 2, 9, 1, 1, 7))
                .endpoints(List.of(
                        new EndpointTotals("GET /a", 4, 2, 1, 50, 4), new EndpointTotals("GET /\"b\\", 1, 0, 0, 2, 1)))
                .instances(List.of(new OfInstance("shop-1", 5)))
                .toString();
        assertThat(text).isEqualTo("""
                # HELP recorded_requests_total Requests that were recorded
                # TYPE recorded_requests_total counter
                recorded_requests_total 5000000000
                # HELP recorded_requests_accepted_total Requests that were not refused by a limit
                # TYPE recorded_requests_accepted_total counter
                recorded_requests_accepted_total 4
                # HELP recorded_errors_total Requests that were answered with 400 or above
                # TYPE recorded_errors_total counter
                recorded_errors_total 3
                # HELP recorded_labels_folded Endpoints and instances that are counted together, about
                # TYPE recorded_labels_folded gauge
                recorded_labels_folded 7
                # HELP recorded_endpoint_errors_total Errors by endpoint, 4xx and 5xx
                # TYPE recorded_endpoint_errors_total counter
                recorded_endpoint_errors_total{endpoint="GET /a"} 2
                recorded_endpoint_errors_total{endpoint="GET /\\"b\\\\"} 0
                # HELP recorded_endpoint_failures_total Those of the errors that are 5xx, by endpoint
                # TYPE recorded_endpoint_failures_total counter
                recorded_endpoint_failures_total{endpoint="GET /a"} 1
                recorded_endpoint_failures_total{endpoint="GET /\\"b\\\\"} 0
                # HELP recorded_endpoint_duration_seconds Response times by endpoint
                # TYPE recorded_endpoint_duration_seconds summary
                recorded_endpoint_duration_seconds_sum{endpoint="GET /a"} 0.050000
                recorded_endpoint_duration_seconds_count{endpoint="GET /a"} 4
                recorded_endpoint_duration_seconds_sum{endpoint="GET /\\"b\\\\"} 0.002000
                recorded_endpoint_duration_seconds_count{endpoint="GET /\\"b\\\\"} 1
                # HELP recorded_instance_requests_total Requests by instance
                # TYPE recorded_instance_requests_total counter
                recorded_instance_requests_total{instance="shop-1"} 5
                """);
    }

    /** A sum that fell would be one that began anew. */
    @Test
    void the_sum_of_times_is_what_was_added_up_and_not_what_an_average_makes_of_it() {
        assertThat(text(12_345_450.1)).contains("_sum{endpoint=\"GET /a\"} 12345.450100\n");
        assertThat(text(12_345_499.9)).contains("_sum{endpoint=\"GET /a\"} 12345.499900\n");
        assertThat(text(12_345_500.1)).contains("_sum{endpoint=\"GET /a\"} 12345.500100\n");
    }

    private static String text(double millis) {
        return new PrometheusText()
                .endpoints(List.of(new EndpointTotals("GET /a", 1_000_000, 0, 0, millis, 1_000_000)))
                .toString();
    }
}
