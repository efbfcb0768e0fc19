package dev.hotstate.driver.history;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** What becomes of points of the past. */
@Singleton
class HistoryMetrics {

    private final MeterRegistry meters;
    private final Counter written;
    private final Counter dropped;

    HistoryMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.written = Counter.builder("driver.history.written")
                .description("Points of the past that were written to Postgres")
                .register(meters);
        this.dropped = Counter.builder("driver.history.dropped")
                .description("Points of the past that were not kept because too many wait")
                .register(meters);
    }

    void waiting(Supplier<Number> points) {
        Gauge.builder("driver.history.waiting", points)
                .description("Points of the past that Postgres does not have yet")
                .register(meters);
    }

    void written(int points) {
        written.increment(points);
    }

    void dropped() {
        dropped.increment();
    }
}
