package dev.hotstate.monitor.history;

import java.util.List;
import java.util.Optional;

/** The checks of a window that metrics tell of; {@code latencyMs} is the sum over those that were up. */
record WindowSum(long up, long down, long latencyMs) {

    static final WindowSum NONE = new WindowSum(0, 0, 0);

    /** As Uptime Kuma calls them. */
    static final List<String> WINDOWS = List.of("1d", "30d", "365d");

    WindowSum plus(List<HourOfChecks> hours) {
        var sum = this;
        for (var hour : hours) {
            var tally = hour.tally();
            sum = new WindowSum(sum.up + tally.up(), sum.down + tally.down(), sum.latencyMs + hour.latencyMsSum());
        }
        return sum;
    }

    /** Empty if no check had a verdict. */
    Optional<History.Ratio> ratio(String window) {
        if (up + down == 0) {
            return Optional.empty();
        }
        return Optional.of(new History.Ratio(window, (double) up / (up + down), up == 0 ? 0 : (double) latencyMs / up));
    }
}
