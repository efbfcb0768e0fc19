package dev.hotstate.dag.insight;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of some figures as this instance saw it, one look per ten seconds. A step without a look is a gap; a figure that
 * a look does not tell was 0.
 */
final class RecentHour {

    private static final Duration STEP = Duration.ofSeconds(10);
    private static final int STEPS_MAX = 360;

    private record Step(long number, Map<String, Double> values) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Step> steps = new ArrayDeque<>();

    /** Only the first look of a step counts. */
    void add(Instant at, Map<String, Double> values) {
        long number = numberOf(at);
        lock.lock();
        try {
            if (!steps.isEmpty() && steps.getLast().number() >= number) {
                return;
            }
            steps.addLast(new Step(number, Map.copyOf(values)));
            while (steps.getFirst().number() <= number - STEPS_MAX) {
                steps.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @param now where the hour begins while nothing was seen */
    SeriesView view(Instant now) {
        lock.lock();
        try {
            long first = steps.isEmpty() ? numberOf(now) : steps.getFirst().number();
            int length = steps.isEmpty() ? 0 : (int) (steps.getLast().number() - first + 1);
            var series = new LinkedHashMap<String, List<@Nullable Double>>();
            for (var step : steps) {
                step.values().keySet().forEach(name -> series.putIfAbsent(name, gaps(length)));
            }
            for (var step : steps) {
                int at = (int) (step.number() - first);
                series.forEach((name, values) -> values.set(at, step.values().getOrDefault(name, 0.0)));
            }
            return new SeriesView(STEP.toSeconds(), Instant.ofEpochSecond(first * STEP.toSeconds()), series);
        } finally {
            lock.unlock();
        }
    }

    private static List<@Nullable Double> gaps(int length) {
        return new ArrayList<>(Collections.nCopies(length, null));
    }

    private static long numberOf(Instant at) {
        return at.getEpochSecond() / STEP.toSeconds();
    }
}
