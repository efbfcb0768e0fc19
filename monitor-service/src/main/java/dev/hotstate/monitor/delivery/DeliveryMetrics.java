package dev.hotstate.monitor.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;

/** How much waits, for how long, and what became of what was tried. */
@Singleton
class DeliveryMetrics {

    enum Outcome {
        SENT,
        FAILED,
        DEAD,
        /** Done or not, another instance holds it by now. */
        LOST
    }

    private final MeterRegistry registry;
    private volatile DeliveryStore.Depth depth = new DeliveryStore.Depth(0, 0, Duration.ZERO);

    DeliveryMetrics(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("monitor.alert.outbox.depth", () -> depth.pending())
                .description("Alerts that wait to be delivered")
                .register(registry);
        Gauge.builder("monitor.alert.outbox.dead", () -> depth.dead())
                .description("Alerts that were given up")
                .register(registry);
        Gauge.builder("monitor.alert.outbox.age", () -> depth.age().toMillis() / 1_000.0)
                .description("For how long the oldest waiting alert has waited")
                .baseUnit("seconds")
                .register(registry);
    }

    void depth(DeliveryStore.Depth seen) {
        depth = seen;
    }

    void count(String kind, Outcome outcome) {
        registry.counter(
                        "monitor.alert.delivery",
                        "kind",
                        kind,
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .increment();
    }
}
