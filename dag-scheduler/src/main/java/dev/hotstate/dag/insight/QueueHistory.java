package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.QueueInsight.Depth;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** How much waited in each queue, and for how long, over the last hour. */
@Singleton
class QueueHistory {

    /** More are not kept: of the rest the table tells the present. */
    private static final int QUEUES_MAX = 200;

    private final Clock clock;
    private final RecentHour ready = new RecentHour();
    private final RecentHour oldestReadyMs = new RecentHour();

    QueueHistory(Clock clock) {
        this.clock = clock;
    }

    void add(Instant at, Map<String, Depth> depths) {
        ready.add(at, values(depths, Depth::ready));
        oldestReadyMs.add(at, values(depths, depth -> Objects.requireNonNullElse(depth.oldestReadyMs(), 0L)));
    }

    QueueHistoryView view() {
        var now = clock.instant();
        return new QueueHistoryView(ready.view(now), oldestReadyMs.view(now));
    }

    private static Map<String, Double> values(Map<String, Depth> depths, ToDoubleFunction<Depth> figure) {
        return depths.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(QUEUES_MAX)
                .collect(Collectors.toMap(Map.Entry::getKey, queue -> figure.applyAsDouble(queue.getValue())));
    }
}
