package dev.hotstate.bench.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorFiguresTest {

    private static final String METRICS = """
            # TYPE monitor_check_total counter
            monitor_check_total{outcome="up",reason="ok"} 90.0
            monitor_check_total{outcome="down",reason="status"} 10.0
            monitor_claim_total{outcome="claimed"} 120.0
            monitor_claim_total{outcome="put-off"} 7.0
            monitor_check_lateness_seconds_bucket{le="0.025"} 50.0
            monitor_check_lateness_seconds_bucket{le="0.5"} 99.0
            monitor_check_lateness_seconds_bucket{le="+Inf"} 100.0
            monitor_check_lateness_seconds_count 100.0
            http_server_requests_seconds_bucket{method="GET",outcome="SUCCESS",status="200",uri="/monitors/status",le="0.01"} 60.0
            http_server_requests_seconds_bucket{method="GET",outcome="SUCCESS",status="200",uri="/monitors/status",le="0.02"} 99.0
            http_server_requests_seconds_bucket{method="GET",outcome="SUCCESS",status="200",uri="/monitors/status",le="+Inf"} 100.0
            http_server_requests_seconds_bucket{method="GET",outcome="SERVER_ERROR",status="503",uri="/monitors/status",le="+Inf"} 5.0
            http_server_requests_seconds_bucket{method="GET",outcome="SUCCESS",status="200",uri="/about",le="+Inf"} 9.0
            """;

    @Test
    void counts_claims_checks_and_those_that_found_the_target_up() {
        // When
        var figures = MonitorFigures.parse(METRICS);
        // Then
        assertThat(figures.claims()).isEqualTo(120);
        assertThat(figures.checks()).isEqualTo(100);
        assertThat(figures.up()).isEqualTo(90);
    }

    @Test
    void lateness_is_the_bound_that_so_many_keep() {
        // Given
        var figures = MonitorFigures.parse(METRICS);
        // Then
        assertThat(figures.late().millisAtMost(50)).isEqualTo(25, within(1e-9));
        assertThat(figures.late().millisAtMost(99)).isEqualTo(500, within(1e-9));
        assertThat(figures.late().millisAtMost(99.5)).isInfinite();
    }

    @Test
    void pages_are_counted_by_how_long_the_service_took() {
        // Given
        var figures = MonitorFigures.parse(METRICS);
        // Then
        assertThat(figures.pages().byBound()).containsEntry(Double.POSITIVE_INFINITY, 100L);
        assertThat(figures.pages().millisAtMost(99)).isEqualTo(20, within(1e-9));
    }

    @Test
    void what_was_before_does_not_count() {
        // Given
        var earlier = MonitorFigures.parse(METRICS);
        var later = MonitorFigures.parse(
                METRICS.replace("0.5\"} 99.0", "0.5\"} 103.0").replace("+Inf\"} 100.0", "+Inf\"} 104.0"));
        // When
        var between = later.since(earlier);
        // Then
        assertThat(between.checks()).isZero();
        assertThat(between.late().byBound().values()).containsExactly(0L, 4L, 4L);
    }

    @Test
    void a_peak_is_measured_by_the_mean() {
        assertThat(Rates.peakOverMean(List.of(90.0, 100.0, 110.0))).isEqualTo(1.1, within(1e-9));
    }
}
