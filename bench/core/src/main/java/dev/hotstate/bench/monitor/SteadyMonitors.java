package dev.hotstate.bench.monitor;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;

/** So many monitors whose probe does nothing, so that the schedule alone is measured: claims, and results that are stored. */
final class SteadyMonitors implements Contestant {

    static final String LATE_P99 = "no-op late p99 ms ≤";
    static final String CPU = "µs/no-op check";

    private final LateStage stage;
    private final int monitors;
    private final Duration interval;
    private final Duration steady;

    SteadyMonitors(LateStage stage, int monitors, Duration interval, Duration steady) {
        this.stage = stage;
        this.monitors = monitors;
        this.interval = interval;
        this.steady = steady;
    }

    @Override
    public String name() {
        return "%,d monitors at %d s, no-op probe".formatted(monitors, interval.toSeconds());
    }

    Duration interval() {
        return interval;
    }

    Duration steady() {
        return steady;
    }

    MonitorStage running() throws IOException, InterruptedException {
        return stage.running();
    }

    @Override
    public void start() throws IOException, InterruptedException {
        running().define(monitors, interval);
    }

    /** The just-in-time compiler takes its time, however few there are. */
    @Override
    public void warmUp() throws InterruptedException {
        Thread.sleep(steady);
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var meter = running().meter();
        var before = running().figures();
        var cpuBefore = meter.read();
        Thread.sleep(steady);
        var cpuAfter = meter.read();
        var done = running().figures().since(before);
        var cpu = cpuAfter.perOperationSince(cpuBefore, Math.max(1, done.checks()))
                .values();
        var sample = Sample.of("claims/s", done.claims() * 1e3 / steady.toMillis())
                .and(Sample.of(LATE_P99, done.late().millisAtMost(99)))
                .and(Sample.of(
                        CPU,
                        cpu.values().stream().mapToDouble(Double::doubleValue).sum()));
        for (var role : cpu.entrySet()) {
            sample = sample.and(Sample.of("no-op " + role.getKey(), role.getValue()));
        }
        return sample.and(Sample.of("redis bytes/monitor", (double) stage.heldBytes() / monitors));
    }
}
