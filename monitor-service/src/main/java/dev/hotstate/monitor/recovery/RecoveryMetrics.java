package dev.hotstate.monitor.recovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Supplier;

/** What recovery tells of itself. */
@Singleton
class RecoveryMetrics {

    private final MeterRegistry meters;
    private final Timer build;
    private final Timer comparison;

    RecoveryMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.build = Timer.builder("monitor.recovery.build")
                .description("How long it took to build a partition from Postgres")
                .register(meters);
        this.comparison = Timer.builder("monitor.recovery.comparison")
                .description("How long it took to compare a partition with Postgres")
                .register(meters);
    }

    void unbuilt(Supplier<Number> partitions) {
        Gauge.builder("monitor.recovery.unbuilt", partitions)
                .description("Partitions known to this process that hand out nothing until they are built")
                .register(meters);
    }

    void built(long begunNanos) {
        build.record(Duration.ofNanos(System.nanoTime() - begunNanos));
    }

    void compared(long begunNanos) {
        comparison.record(Duration.ofNanos(System.nanoTime() - begunNanos));
    }

    /** @param kind neglected, orphaned, incident, untold */
    void drift(String kind, long count) {
        Counter.builder("monitor.recovery.drift")
                .description("Differences between Redis and Postgres that were repaired")
                .tag("kind", kind)
                .register(meters)
                .increment(count);
    }
}
