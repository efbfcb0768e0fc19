package dev.hotstate.monitor.history;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

@Singleton
class HistoryMetrics {

    private final MeterRegistry meters;
    private final Timer flushes;
    private final Counter hours;

    HistoryMetrics(MeterRegistry meters) {
        this.meters = meters;
        flushes = Timer.builder("monitor.history.flush")
                .description("One partition's counts from Redis to Postgres")
                .register(meters);
        hours = Counter.builder("monitor.history.hours")
                .description("Hours of a monitor that were written")
                .register(meters);
    }

    Uni<Void> timed(Supplier<Uni<Void>> flush) {
        return Uni.createFrom().deferred(() -> {
            var sample = Timer.start(meters);
            return flush.get().invoke(() -> sample.stop(flushes));
        });
    }

    void flushed(int count) {
        hours.increment(count);
    }
}
