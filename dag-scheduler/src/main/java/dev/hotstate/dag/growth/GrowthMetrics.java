package dev.hotstate.dag.growth;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** Additions of tasks by outcome. */
@Singleton
class GrowthMetrics {

    private final MeterRegistry registry;

    GrowthMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** @param outcome added, duplicate, stale or ended */
    void count(String outcome) {
        registry.counter("dag.task.addition", "outcome", outcome).increment();
    }
}
