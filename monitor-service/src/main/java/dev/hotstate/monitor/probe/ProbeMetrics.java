package dev.hotstate.monitor.probe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts checks by kind and reason; all series exist from the start. */
@Singleton
final class ProbeMetrics {

    private static final List<String> KINDS = List.of("http", "tcp", "dns", "ping", "tls");

    private final Map<String, Map<Reason, Counter>> checks;

    ProbeMetrics(MeterRegistry registry) {
        this.checks =
                KINDS.stream().collect(Collectors.toUnmodifiableMap(kind -> kind, kind -> counters(registry, kind)));
    }

    void count(String kind, Reason reason) {
        checks.get(kind).get(reason).increment();
    }

    private static Map<Reason, Counter> counters(MeterRegistry registry, String kind) {
        var counters = new EnumMap<Reason, Counter>(Reason.class);
        for (var reason : Reason.values()) {
            counters.put(
                    reason,
                    Counter.builder("monitor.probe")
                            .description("Checks that ended")
                            .tag("kind", kind)
                            .tag("reason", reason.wire())
                            .register(registry));
        }
        return counters;
    }
}
