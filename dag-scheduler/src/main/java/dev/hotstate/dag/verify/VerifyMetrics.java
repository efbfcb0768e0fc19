package dev.hotstate.dag.verify;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Locale;

/** Differences that were found and repaired, by kind. */
@Singleton
class VerifyMetrics {

    private final MeterRegistry registry;

    VerifyMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void found(Difference.Kind kind) {
        count(word(kind), "found");
    }

    void repaired(Difference.Kind kind) {
        count(word(kind), "repaired");
    }

    void countersFound() {
        count("counters", "found");
    }

    private void count(String kind, String outcome) {
        registry.counter("dag.verify.difference", "kind", kind, "outcome", outcome)
                .increment();
    }

    private static String word(Difference.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
