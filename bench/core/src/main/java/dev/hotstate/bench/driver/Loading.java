package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;

/** Brings the fleet to a size, and tells how much memory of Redis a driver takes. */
record Loading(DriverStage stage, int size) implements Contestant {

    static final String BYTES = "bytes/driver";

    static String name(int size) {
        return "driver-service, %,d drivers".formatted(size);
    }

    @Override
    public String name() {
        return name(size);
    }

    @Override
    public void warmUp() {
        // It happens once.
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        try (var meter = stage.backends().redisMeter()) {
            int known = stage.fleet().size();
            long before = meter.memoryBytes();
            double seconds = stage.growTo(size).toNanos() / 1e9;
            return Sample.of(BYTES, (meter.memoryBytes() - before) / (double) (size - known))
                    .and(Sample.of("placed/s", (size - known) / seconds));
        }
    }
}
