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

    /** @param outcome added, duplicate, stale, ended, lost (by Redis before it was confirmed) or restored */
    void count(String outcome) {
        registry.counter("dag.task.addition", "outcome", outcome).increment();
    }
}
