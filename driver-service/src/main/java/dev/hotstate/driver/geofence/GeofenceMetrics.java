package dev.hotstate.driver.geofence;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** How much is compared with fences, and what comes of it. */
@Singleton
class GeofenceMetrics {

    private static final String OVERLOAD = "overload";
    private static final String FAILURE = "failure";

    private final MeterRegistry meters;
    private final Counter compared;

    GeofenceMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.compared = Counter.builder("driver.geofence.compared")
                .description("Drivers that were in or near a fence, and were compared with what Redis knew")
                .register(meters);
        // There from the start: a counter that appears with its first loss has not grown, for whoever watches it.
        lost(OVERLOAD, 0);
        lost(FAILURE, 0);
    }

    void watch(Supplier<Number> fences, Supplier<Number> underWay) {
        Gauge.builder("driver.geofence.known", fences)
                .description("Fences that this instance compares with")
                .register(meters);
        Gauge.builder("driver.geofence.waiting", underWay)
                .description("Signs of life that are being compared or wait for it")
                .register(meters);
    }

    void compared(int drivers) {
        compared.increment(drivers);
    }

    void crossed(Crossing.Kind kind) {
        meters.counter("driver.geofence.event", "kind", kind.wire()).increment();
    }

    void skipped(int signs) {
        lost(OVERLOAD, signs);
    }

    void failed(int signs) {
        lost(FAILURE, signs);
    }

    /** @param outcome sent, failed or dead */
    void delivered(String outcome) {
        meters.counter("driver.geofence.webhook", "outcome", outcome).increment();
    }

    private void lost(String reason, int signs) {
        meters.counter("driver.geofence.missed", "reason", reason).increment(signs);
    }
}
