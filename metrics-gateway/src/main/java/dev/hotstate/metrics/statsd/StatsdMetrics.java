package dev.hotstate.metrics.statsd;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

@Singleton
class StatsdMetrics {

    private final Counter read;
    private final Counter ignored;
    private final Counter malformed;

    StatsdMetrics(MeterRegistry meters) {
        read = lines(meters, "read");
        ignored = lines(meters, "ignored");
        malformed = lines(meters, "malformed");
    }

    void read() {
        read.increment();
    }

    void ignored() {
        ignored.increment();
    }

    void malformed() {
        malformed.increment();
    }

    private static Counter lines(MeterRegistry meters, String outcome) {
        return Counter.builder("metrics.statsd.lines")
                .description("Lines of StatsD; ignored: events and checks")
                .tag("outcome", outcome)
                .register(meters);
    }
}
