package dev.hotstate.dag.recovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;

/** {@code dag.recovery.*}. */
@Singleton
class RecoveryMetrics {

    private final MeterRegistry registry;
    private final Timer partitions;
    private final Counter loaded;
    private final Counter replayed;
    private final Counter submitted;

    RecoveryMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.partitions = Timer.builder("dag.recovery.partition")
                .description("Partitions compared with Postgres before they handed out work again")
                .register(registry);
        this.loaded = jobs("loaded");
        this.replayed = jobs("replayed");
        this.submitted = jobs("submitted");
    }

    private Counter jobs(String outcome) {
        return Counter.builder("dag.recovery.job")
                .description("Jobs brought back: loaded anew, ends told once more, submitted after a crash")
                .tag("outcome", outcome)
                .register(registry);
    }

    void watch(Collection<?> closed) {
        Gauge.builder("dag.recovery.closed", closed, Collection::size)
                .description("Partitions of this instance that hand out no work yet")
                .register(registry);
    }

    void opened(Duration took) {
        partitions.record(took);
    }

    void count(JobReconciliation.Outcome outcome) {
        switch (outcome) {
            case JobReconciliation.Outcome.Agreed() -> {}
            case JobReconciliation.Outcome.BeingLoaded() -> {}
            case JobReconciliation.Outcome.Behind() -> {}
            case JobReconciliation.Outcome.Loaded() -> loaded.increment();
            case JobReconciliation.Outcome.Replayed(int ends, int waiting) -> replayed.increment();
        }
    }

    void submitted() {
        submitted.increment();
    }
}
