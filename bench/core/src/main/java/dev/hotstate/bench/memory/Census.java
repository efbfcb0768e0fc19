package dev.hotstate.bench.memory;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.Population;
import dev.hotstate.bench.stage.RedisMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Things of one kind, more and more of them: what each takes of the memory of all masters, beyond what they use without any. */
final class Census {

    static final String BYTES = "bytes each";
    static final String KEYS = "keys each";

    /** What is under way, such as the buffers of connections, ends within that. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private static final int LOOKS_MAX = 40;
    /** In a row: a machine that stands still for a moment looks as if nothing were under way. */
    private static final int ALIKE = 2;

    private static final double STEADY = 0.002;

    private final String kind;
    private final List<Integer> sizes;
    private final Source source;
    private @Nullable Population population;
    private @Nullable RedisMeter meter;
    private RedisMeter.Held empty = RedisMeter.Held.NOTHING;

    /** Starts a population of nobody. */
    @FunctionalInterface
    interface Source {
        Population start() throws IOException, InterruptedException;
    }

    Census(String kind, List<Integer> sizes, Source source) {
        this.kind = kind;
        this.sizes = List.copyOf(sizes);
        this.source = source;
    }

    static String name(String kind, int size) {
        return "%s, %,d".formatted(kind, size);
    }

    /** From the smallest to the largest, to be measured in this order. */
    List<Contestant> contestants() {
        var contestants = new ArrayList<Contestant>(sizes.size());
        sizes.forEach(size -> contestants.add(new Count(size)));
        return contestants;
    }

    private final class Count implements Contestant {

        private final int size;

        Count(int size) {
            this.size = size;
        }

        @Override
        public String name() {
            return Census.name(kind, size);
        }

        @Override
        public void start() throws IOException, InterruptedException {
            if (population == null) {
                var started = source.start();
                var scale = started.backends().redisMeter();
                population = started;
                meter = scale;
                empty = steady(scale);
            }
        }

        @Override
        public void warmUp() {
            // They come once.
        }

        @Override
        public Sample measure() throws IOException, InterruptedException {
            var started = population;
            var scale = meter;
            if (started == null || scale == null) {
                throw new IllegalStateException("not started");
            }
            started.growTo(size);
            var held = steady(scale);
            return Sample.of(BYTES, (held.bytes() - empty.bytes()) / (double) size)
                    .and(Sample.of(KEYS, (held.keys() - empty.keys()) / (double) size));
        }

        /** After the last one. */
        @Override
        public void stop() {
            var started = population;
            var scale = meter;
            if (size == sizes.getLast() && started != null && scale != null) {
                scale.close();
                started.close();
                population = null;
            }
        }
    }

    private static RedisMeter.Held steady(RedisMeter meter) throws InterruptedException {
        var held = meter.held();
        int alike = 0;
        for (int look = 0; look < LOOKS_MAX && alike < ALIKE; look++) {
            Thread.sleep(LOOK);
            var now = meter.held();
            alike = isAlike(held.bytes(), now.bytes()) && isAlike(held.keys(), now.keys()) ? alike + 1 : 0;
            held = now;
        }
        return held;
    }

    private static boolean isAlike(long one, long other) {
        return Math.abs(other - one) <= one * STEADY;
    }
}
