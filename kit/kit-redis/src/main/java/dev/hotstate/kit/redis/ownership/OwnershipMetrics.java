package dev.hotstate.kit.redis.ownership;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;

/** {@code hotstate.partition.owned} and {@code hotstate.partition.handover{event}}. */
final class OwnershipMetrics {

    private final MeterRegistry registry;
    private final Counter gained;
    private final Counter lost;
    private final Counter released;

    OwnershipMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.gained = handover("gained");
        this.lost = handover("lost");
        this.released = handover("released");
    }

    private Counter handover(String event) {
        return Counter.builder("hotstate.partition.handover")
                .description("Partitions that this process gained, lost (lease ended or taken) or gave up")
                .tag("event", event)
                .register(registry);
    }

    void owned(IntSupplier count) {
        // Nobody else holds this: a gauge over an object would let go of it, and show NaN.
        Gauge.builder("hotstate.partition.owned", count::getAsInt)
                .description("Partitions that this process works on")
                .register(registry);
    }

    void gained() {
        gained.increment();
    }

    void lost() {
        lost.increment();
    }

    void released() {
        released.increment();
    }
}
