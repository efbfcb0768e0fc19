package dev.hotstate.kit.testing.scenario;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happened: how each operation ended how often, which strikes were made, and what must not have happened. */
public record ScenarioReport(
        String name,
        long seed,
        Duration took,
        Map<String, Map<Outcome, Long>> operations,
        List<String> strikes,
        List<String> violations) {

    public ScenarioReport {
        var copy = new TreeMap<String, Map<Outcome, Long>>();
        operations.forEach((operation, outcomes) -> copy.put(operation, new EnumMap<>(outcomes)));
        operations = copy;
        strikes = List.copyOf(strikes);
        violations = List.copyOf(violations);
    }

    public long count(String operation, Outcome outcome) {
        return operations.getOrDefault(operation, Map.of()).getOrDefault(outcome, 0L);
    }

    public long count(Outcome outcome) {
        return operations.keySet().stream()
                .mapToLong(operation -> count(operation, outcome))
                .sum();
    }

    @Override
    public String toString() {
        var text = new StringBuilder("scenario \"%s\", seed %d, %d ms".formatted(name, seed, took.toMillis()));
        operations.forEach((operation, outcomes) -> text.append("\n  ")
                .append(operation)
                .append(": acked ")
                .append(outcomes.getOrDefault(Outcome.ACKED, 0L))
                .append(", refused ")
                .append(outcomes.getOrDefault(Outcome.REFUSED, 0L))
                .append(", unknown ")
                .append(outcomes.getOrDefault(Outcome.UNKNOWN, 0L)));
        if (!strikes.isEmpty()) {
            text.append("\n  strikes: ").append(String.join(", ", strikes));
        }
        violations.forEach(violation -> text.append("\n  VIOLATION: ").append(violation));
        return text.toString();
    }
}
