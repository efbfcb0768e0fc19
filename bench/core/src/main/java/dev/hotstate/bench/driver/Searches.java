package dev.hotstate.bench.driver;

import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.load.LoadReport;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/** The fifty nearest within five kilometres, around the densest centre, over HTTP: a closed loop. */
final class Searches implements Contestant {

    static final int LIMIT = 50;
    static final String REDIS_MICROS = "redis µs/query";
    static final String PER_CPU_SECOND = "queries per CPU-second";

    private static final String DONE = "queries";
    private static final int CONNECTIONS = 16;
    private static final int VARIANTS = 100;
    private static final double METRES = 1_000;

    private final DriverStage stage;
    private final LoadProcess load;
    private final String name;
    private final Duration lasts;

    Searches(DriverStage stage, LoadProcess load, String name, Duration lasts) {
        this.stage = stage;
        this.load = load;
        this.name = name;
        this.lasts = lasts;
    }

    static String name(int size) {
        return "driver-service over HTTP, %,d drivers".formatted(size);
    }

    /** Within a kilometre to each side. */
    static Place near(Place centre, SplittableRandom random) {
        return centre.plus(random.nextDouble(-METRES, METRES), random.nextDouble(-METRES, METRES));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() throws IOException, InterruptedException {
        stage.keepAlive();
    }

    @Override
    public void warmUp() throws IOException {
        drive();
    }

    @Override
    public Sample measure() throws IOException {
        try (var meter = stage.backends().redisMeter()) {
            var before = meter.used();
            var rest = measureWithoutRedis();
            double queries = rest.values().get(DONE);
            return Sample.of(REDIS_MICROS, meter.used().minus(before).cpuMicros() / queries)
                    .and(rest);
        }
    }

    /** Where Redis can't be asked what it has used. */
    Sample measureWithoutRedis() throws IOException {
        var cpu = stage.meter();
        var before = cpu.read();
        var report = drive();
        var roles = cpu.read().perOperationSince(before, report.done());
        double all = roles.values().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        return Sample.of(PER_CPU_SECOND, 1e6 / all)
                .and(Sample.of("queries/s", report.donePerSecond()))
                .and(roles)
                .and(Sample.of(DONE, report.done()))
                .and(Sample.of("failed", report.failed()));
    }

    /** The places lie on a line through the centre, a kilometre long: the load generator counts and does not draw. */
    private LoadReport drive() throws IOException {
        var centre = stage.fleet().cities().densest();
        var west = centre.plus(-METRES / 2, 0);
        var path = String.format(
                Locale.ROOT,
                "/drivers/available?lat=%.4f{n}&lon=%.5f&radius=5&limit=%d",
                (long) (centre.lat() * 100) / 100.0,
                west.lon(),
                LIMIT);
        var report = load.drive(
                Operation.get(stage.service().port(), path.replaceFirst("00\\{n}", "{n}"), VARIANTS),
                Load.closed(CONNECTIONS, 1, lasts));
        if (report.done() == 0) {
            throw new IOException("Searches fail: " + report.refused());
        }
        return report;
    }
}
