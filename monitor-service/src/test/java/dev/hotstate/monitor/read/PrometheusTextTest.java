package dev.hotstate.monitor.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.TestMonitors;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PrometheusTextTest {

    private final Monitor monitor = TestMonitors.http("mon_a");

    @ParameterizedTest
    @CsvSource({"UP, 1", "DOWN, 0", "CONFIRMING, 2", "MAINTENANCE, 3"})
    void a_state_has_the_number_of_uptime_kuma(ShownState state, int number) {
        assertThat(samplesOf(state, null)).singleElement().asString().matches("monitor_status\\{.*} " + number);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN", "PAUSED"})
    void what_nobody_knows_has_no_sample(ShownState state) {
        assertThat(samplesOf(state, 7)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 0"})
    void a_certificate_is_valid_until_its_last_day_is_over(int days, int valid) {
        assertThat(samplesOf(ShownState.UP, days))
                .anyMatch(line -> line.matches("monitor_cert_is_valid\\{.*} " + valid))
                .anyMatch(line -> line.matches("monitor_cert_days_remaining\\{.*} " + days));
    }

    private List<String> samplesOf(ShownState state, @Nullable Integer certificateDays) {
        var text = new PrometheusText();
        text.add(monitor, status(state, certificateDays));
        return text.toString().lines().filter(line -> !line.startsWith("#")).toList();
    }

    private StatusView status(ShownState state, @Nullable Integer certificateDays) {
        return new StatusView(
                monitor.id(),
                monitor.name(),
                monitor.kind(),
                monitor.label(),
                List.of(),
                monitor.spec().interval(),
                state,
                true,
                null,
                null,
                null,
                null,
                null,
                null,
                certificateDays,
                null,
                null,
                null);
    }
}
