package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.QueueInsight.Depth;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Depth and age of queues as metrics. Names come from callers, so only the first hundred have series of their own, the others
 * one together. All instances tell the same.
 */
@Singleton
class QueueGauges {

    static final int NAMED_MAX = 100;
    static final String OTHERS = "~others";

    private static final double MS_PER_SECOND = 1000;

    private final MultiGauge ready;
    private final MultiGauge oldest;

    QueueGauges(MeterRegistry meters) {
        this.ready = MultiGauge.builder("dag.queue.ready")
                .description("Tasks that wait for a worker, over all partitions")
                .register(meters);
        this.oldest = MultiGauge.builder("dag.queue.oldest")
                .description("How long the oldest of them has been waiting; 0 where none does")
                .baseUnit("seconds")
                .register(meters);
    }

    void update(Map<String, Depth> depths) {
        var bounded = bounded(depths);
        var counts = new ArrayList<Row<?>>();
        var ages = new ArrayList<Row<?>>();
        bounded.forEach((queue, depth) -> {
            var tags = Tags.of("queue", queue);
            counts.add(Row.of(tags, depth.ready()));
            ages.add(Row.of(tags, Objects.requireNonNullElse(depth.oldestReadyMs(), 0L) / MS_PER_SECOND));
        });
        ready.register(counts, true);
        oldest.register(ages, true);
    }

    static Map<String, Depth> bounded(Map<String, Depth> depths) {
        var bounded = new TreeMap<String, Depth>();
        new TreeMap<>(depths)
                .forEach((queue, depth) ->
                        bounded.merge(bounded.size() < NAMED_MAX ? queue : OTHERS, depth, QueueGauges::together));
        return bounded;
    }

    private static Depth together(Depth one, Depth other) {
        var oldest = Math.max(
                Objects.requireNonNullElse(one.oldestReadyMs(), 0L),
                Objects.requireNonNullElse(other.oldestReadyMs(), 0L));
        return new Depth(
                one.ready() + other.ready(), oldest == 0 ? null : oldest, one.incomplete() || other.incomplete());
    }
}
