package dev.hotstate.kit.redis.vitals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of looks, averaged over steps of ten seconds. Filled by the tick, read by anybody: what is read is an
 * immutable picture that the tick replaces at each step.
 */
final class HistoryRing {

    static final Duration STEP = Duration.ofSeconds(10);
    static final int STEPS = 360;

    private static final Map<String, Function<Vitals, @Nullable Double>> SERIES = series();

    private record Step(Instant from, Map<String, @Nullable Double> values) {}

    private final Deque<Step> steps = new ArrayDeque<>(STEPS);
    private final List<Vitals> current = new ArrayList<>();
    private @Nullable Instant currentFrom;
    private volatile VitalsHistory picture;

    HistoryRing(Instant now) {
        picture = new VitalsHistory(STEP.toSeconds(), now, emptySeries());
    }

    private static Map<String, Function<Vitals, @Nullable Double>> series() {
        var series = new LinkedHashMap<String, Function<Vitals, @Nullable Double>>();
        series.put("commandsPerSecond", vitals -> vitals.commands().perSecond());
        series.put("failuresPerSecond", vitals -> vitals.commands().failuresPerSecond());
        series.put("memoryUsedBytes", HistoryRing::memoryUsed);
        series.put("roundTripMicros", HistoryRing::roundTrip);
        series.put(
                "postgresRoundTripMicros", vitals -> asDouble(vitals.postgres().roundTripMicros()));
        return series;
    }

    void add(Vitals look) {
        var from = stepOf(look.asOf());
        if (currentFrom != null && from.isBefore(currentFrom)) {
            forgetFrom(from);
        } else if (currentFrom != null && !currentFrom.equals(from)) {
            close(currentFrom);
        }
        currentFrom = from;
        current.add(look);
    }

    /** The clock was set back: what lies ahead of it now will come again. */
    private void forgetFrom(Instant from) {
        current.clear();
        steps.removeIf(step -> !step.from().isBefore(from));
        picture = steps.isEmpty() ? new VitalsHistory(STEP.toSeconds(), from, emptySeries()) : draw();
    }

    VitalsHistory picture() {
        return picture;
    }

    private void close(Instant from) {
        var values = new HashMap<String, @Nullable Double>();
        SERIES.forEach((name, figure) -> values.put(name, average(figure)));
        current.clear();
        steps.addLast(new Step(from, values));
        while (steps.size() > STEPS || steps.getFirst().from().isBefore(from.minus(STEP.multipliedBy(STEPS - 1L)))) {
            steps.removeFirst();
        }
        picture = draw();
    }

    private @Nullable Double average(Function<Vitals, @Nullable Double> figure) {
        var known = current.stream().map(figure).filter(Objects::nonNull).toList();
        return known.isEmpty()
                ? null
                : known.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Steps without a look (the process was frozen) are gaps, so that all values stand where their time is. */
    private VitalsHistory draw() {
        var first = steps.getFirst().from();
        int length = 1 + stepsBetween(first, steps.getLast().from());
        var drawn = new LinkedHashMap<String, List<@Nullable Double>>();
        for (var name : SERIES.keySet()) {
            var values = new ArrayList<@Nullable Double>(Collections.nCopies(length, null));
            for (var step : steps) {
                values.set(stepsBetween(first, step.from()), step.values().get(name));
            }
            drawn.put(name, values);
        }
        return new VitalsHistory(STEP.toSeconds(), first, drawn);
    }

    /** Not by dividing durations, which calculates with decimals: a picture takes 1,800 of these. */
    private static int stepsBetween(Instant first, Instant later) {
        return (int) ((later.getEpochSecond() - first.getEpochSecond()) / STEP.toSeconds());
    }

    private static Map<String, List<@Nullable Double>> emptySeries() {
        var empty = new LinkedHashMap<String, List<@Nullable Double>>();
        SERIES.keySet().forEach(name -> empty.put(name, List.of()));
        return empty;
    }

    private static Instant stepOf(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond() / STEP.toSeconds() * STEP.toSeconds());
    }

    /** Unknown unless all masters answered: without one of them the sum would dip as if memory had been freed. */
    private static @Nullable Double memoryUsed(Vitals vitals) {
        var used = vitals.redis().nodes().stream()
                .filter(node -> node.role() == Vitals.Role.MASTER)
                .map(Vitals.NodeVitals::memoryUsedBytes)
                .toList();
        return used.isEmpty() || used.contains(null)
                ? null
                : used.stream().mapToDouble(Long::doubleValue).sum();
    }

    private static @Nullable Double roundTrip(Vitals vitals) {
        var average = vitals.redis().nodes().stream()
                .map(Vitals.NodeVitals::roundTripMicros)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .average();
        return average.isPresent() ? average.getAsDouble() : null;
    }

    private static @Nullable Double asDouble(@Nullable Long value) {
        return value == null ? null : value.doubleValue();
    }
}
