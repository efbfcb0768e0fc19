package dev.hotstate.kit.redis.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** {@code hotstate.stream.*{stream, group}}, over the partitions that are ours; sizes are at most ten seconds old. */
final class RelayMetrics {

    private final MeterRegistry registry;
    private final Tags tags;
    private final Counter handled;
    private final Counter failed;
    private final Timer batches;

    RelayMetrics(MeterRegistry registry, StreamSpec spec) {
        this.registry = registry;
        this.tags = Tags.of("stream", spec.name(), "group", spec.group());
        this.handled = Counter.builder("hotstate.stream.handled")
                .description("Entries that were handled")
                .tags(tags)
                .register(registry);
        this.failed = Counter.builder("hotstate.stream.failed")
                .description("Rounds that failed and are tried again")
                .tags(tags)
                .register(registry);
        this.batches = Timer.builder("hotstate.stream.batch")
                .description("How long the handler took for a batch")
                .tags(tags)
                .register(registry);
    }

    void watch(Collection<PartitionFeed> feeds) {
        gauge(
                "hotstate.stream.unconsumed",
                "Entries that are not acknowledged",
                () -> of(feeds, PartitionFeed.Survey::unconsumed).sum());
        gauge(
                "hotstate.stream.length.max",
                "Entries of the longest stream",
                () -> of(feeds, PartitionFeed.Survey::length).max().orElse(0));
        Gauge.builder(
                        "hotstate.stream.lag",
                        feeds,
                        all -> of(all, PartitionFeed.Survey::ageMillis).max().orElse(0) / 1_000.0)
                .description("Age of the oldest entry that is not acknowledged")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    private static LongStream of(Collection<PartitionFeed> feeds, ToLongFunction<PartitionFeed.Survey> figure) {
        return feeds.stream().map(PartitionFeed::survey).mapToLong(figure);
    }

    Uni<Void> timed(Supplier<Uni<Void>> handling) {
        return Uni.createFrom().deferred(() -> {
            long begun = System.nanoTime();
            return handling.get()
                    .onTermination()
                    .invoke(() -> batches.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS));
        });
    }

    void handled(int entries) {
        handled.increment(entries);
    }

    void failed() {
        failed.increment();
    }
}
