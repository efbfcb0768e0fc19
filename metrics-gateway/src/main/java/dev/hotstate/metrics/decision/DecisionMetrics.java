package dev.hotstate.metrics.decision;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code metrics.limit.decided{policy, algorithm, outcome, source}}, and {@code metrics.limit.compared{policy, than, outcome}} of
 * policies in the shadow of another; and who else wants to know. Bounded: policies are.
 */
@Singleton
class DecisionMetrics {

    private record Key(String policy, String algorithm, String outcome, Source source) {}

    private record Pair(String shadow, String other, String outcome) {}

    private final MeterRegistry meters;
    private final List<DecidedListener> listeners;
    private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Pair, Counter> comparisons = new ConcurrentHashMap<>();

    DecisionMetrics(MeterRegistry meters, @All List<DecidedListener> listeners) {
        this.meters = meters;
        this.listeners = listeners;
    }

    void record(Verdict verdict) {
        for (var ruling : verdict.rulings()) {
            record(ruling);
            if (ruling.demand().isCompared() && ruling.source() == Source.REDIS) {
                verdict.of(ruling.demand().policy().shadowOf())
                        .filter(other -> other.source() == Source.REDIS)
                        .ifPresent(other -> compare(ruling, other));
            }
        }
        listeners.forEach(listener -> listener.decided(Decided.of(verdict)));
    }

    private void compare(Ruling shadow, Ruling other) {
        var outcome = shadow.allowed() == other.allowed() ? "agrees" : shadow.allowed() ? "laxer" : "stricter";
        comparisons
                .computeIfAbsent(
                        new Pair(
                                shadow.demand().policy().id(),
                                other.demand().policy().id(),
                                outcome),
                        this::comparison)
                .increment();
    }

    private Counter comparison(Pair pair) {
        return Counter.builder("metrics.limit.compared")
                .description("Decisions of a policy in the shadow beside those of the other one")
                .tag("policy", pair.shadow())
                .tag("than", pair.other())
                .tag("outcome", pair.outcome())
                .register(meters);
    }

    private void record(Ruling ruling) {
        var policy = ruling.demand().policy();
        counters.computeIfAbsent(
                        new Key(policy.id(), policy.limit().algorithm().word(), outcome(ruling), ruling.source()),
                        this::counter)
                .increment();
    }

    private static String outcome(Ruling ruling) {
        return ruling.allowed() ? "allowed" : ruling.refuses() ? "denied" : "would_deny";
    }

    private Counter counter(Key key) {
        return Counter.builder("metrics.limit.decided")
                .description("Decisions about demands, by policy, outcome and who has decided")
                .tag("policy", key.policy())
                .tag("algorithm", key.algorithm())
                .tag("outcome", key.outcome())
                .tag("source", key.source().word())
                .register(meters);
    }
}
