package dev.hotstate.driver.sweep;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;

/** How late it is noticed that drivers went silent. Searches do without them at once. */
@Singleton
class SweepMetrics {

    private final Timer lag;

    SweepMetrics(MeterRegistry meters) {
        this.lag = Timer.builder("driver.sweep.lag")
                .description("From the end of a heartbeat until the driver is offline in its record")
                .publishPercentiles(0.5, 0.99)
                .register(meters);
    }

    /** @param late after the end of its heartbeat */
    void lapsed(Duration late) {
        lag.record(late.isNegative() ? Duration.ZERO : late);
    }
}
