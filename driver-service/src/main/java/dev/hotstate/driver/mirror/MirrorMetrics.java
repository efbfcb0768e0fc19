package dev.hotstate.driver.mirror;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How far Postgres is behind. */
@Singleton
class MirrorMetrics {

    private final MeterRegistry meters;
    private final Counter written;
    private final Counter refused;
    private final Counter recalled;

    MirrorMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.written = Counter.builder("driver.mirror.written")
                .description("Drivers whose newest state was written to Postgres")
                .register(meters);
        this.recalled = Counter.builder("driver.mirror.recalled")
                .description("Drivers of whom Redis had forgotten what somebody said about their status")
                .register(meters);
        this.refused = Counter.builder("driver.mirror.refused")
                .description("Drivers whose newest state Postgres does not take, whatever it is")
                .register(meters);
    }

    void waiting(Supplier<Number> drivers) {
        Gauge.builder("driver.mirror.waiting", drivers)
                .description("Drivers whose newest state Postgres does not have yet")
                .register(meters);
    }

    void underWay(Supplier<Number> drivers) {
        Gauge.builder("driver.mirror.under-way", drivers)
                .description("Drivers whose newest state is being written to Postgres")
                .register(meters);
    }

    void lag(Supplier<Duration> lag) {
        Gauge.builder("driver.mirror.lag", () -> lag.get().toMillis() / 1000.0)
                .description("How long the change has been waiting that came first")
                .baseUnit("seconds")
                .register(meters);
    }

    void dropped(LongSupplier count) {
        FunctionCounter.builder("driver.mirror.dropped", count, LongSupplier::getAsLong)
                .description("Changes that were not collected because too many drivers wait")
                .register(meters);
    }

    void recalled(int drivers) {
        recalled.increment(drivers);
    }

    void refused() {
        refused.increment();
    }

    void written(int drivers) {
        written.increment(drivers);
    }
}
