package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.util.stream.IntStream;

/** Drivers that move, by the batch endpoint: what a guarded update costs, over all scripts, until each was compared with geofences. */
final class Updates implements Contestant {

    static final String REDIS_MICROS = "redis µs/update";
    static final String PER_SECOND = "updates/s";

    static String name(int size) {
        return "driver-service, batch endpoint, %,d drivers".formatted(size);
    }

    private final DriverStage stage;
    private final String name;
    private final int points;
    private final int fences;

    /** @param fences geofences that are drawn before; they stay */
    Updates(DriverStage stage, String name, int points, int fences) {
        this.stage = stage;
        this.name = name;
        this.points = points;
        this.fences = fences;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() throws IOException, InterruptedException {
        stage.keepAlive();
        for (int fence = 0; fence < fences; fence++) {
            var place = stage.fleet().cities().centre(fence).plus((fence / 200) * 2_500, (fence % 3) * 1_500);
            stage.send("POST", "/geofences", """
                    {"name": "bench %d", "shape": {"kind": "circle", "lat": %s, "lon": %s, "radius": 800}}""".formatted(fence, place.lat(), place.lon()));
        }
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        measure();
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var batches = IntStream.range(0, points / DriverStage.BATCH)
                .mapToObj(batch -> stage.batch(stage.fleet().move(DriverStage.BATCH)))
                .toList();
        var cpu = stage.meter();
        try (var meter = stage.backends().redisMeter()) {
            var redisBefore = meter.used();
            var before = cpu.read();
            long begun = System.nanoTime();
            stage.report(batches);
            if (fences > 0) {
                stage.awaitCompared();
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            requireCompared();
            // They are charged until Postgres has them.
            stage.awaitMirrored();
            long done = (long) batches.size() * DriverStage.BATCH;
            return Sample.of(REDIS_MICROS, meter.used().minus(redisBefore).cpuMicros() / done)
                    .and(Sample.of(PER_SECOND, done / seconds))
                    .and(cpu.read().perOperationSince(before, done));
        }
    }

    /** What nobody compares costs nothing: then there is no figure. */
    private void requireCompared() throws IOException, InterruptedException {
        if (fences > 0 && (stage.compared() == 0 || stage.missed() > 0)) {
            throw new IOException("%.0f drivers were compared with geofences, %.0f signs of life were not"
                    .formatted(stage.compared(), stage.missed()));
        }
    }
}
