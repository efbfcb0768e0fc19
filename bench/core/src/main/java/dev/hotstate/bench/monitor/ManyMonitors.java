package dev.hotstate.bench.monitor;

import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.RedisMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many monitors whose probe does nothing, so that the schedule alone is measured: first the interval after Redis has lost everything,
 * then a while of usual work, then pages read meanwhile.
 */
final class ManyMonitors implements Contestant {

    static final String PEAK = "peak ÷ mean of claims/s";
    static final String LATE_P99 = "no-op late p99 ms ≤";
    static final String PAGE_P99 = "page p99 ms";

    private static final int PAGES_PER_SECOND = 10;
    private static final int PAGE_CONNECTIONS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final StageSource stages;
    private final LoadProcess load;
    private final int monitors;
    private final int intervalSeconds;
    private final Duration steady;
    private @Nullable MonitorStage stage;
    private @Nullable RedisMeter redis;
    private long emptyBytes;

    /** Starts a service of its own, whose probe does nothing. */
    @FunctionalInterface
    interface StageSource {
        MonitorStage start() throws IOException;
    }

    ManyMonitors(StageSource stages, LoadProcess load, int monitors, int intervalSeconds, Duration steady) {
        this.stages = stages;
        this.load = load;
        this.monitors = monitors;
        this.intervalSeconds = intervalSeconds;
        this.steady = steady;
    }

    @Override
    public String name() {
        return "%,d monitors at %d s, no-op probe".formatted(monitors, intervalSeconds);
    }

    @Override
    public void start() throws IOException, InterruptedException {
        stage = stages.start();
        redis = stage.backends().redisMeter();
        emptyBytes = redis.memoryBytes();
        stage.define(monitors, monitors, Duration.ofSeconds(intervalSeconds));
    }

    /** Half an interval of work compiles what is measured. */
    @Override
    public void warmUp() throws InterruptedException {
        Thread.sleep(Duration.ofSeconds(intervalSeconds / 2));
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        return coldStart().and(usualWork()).and(pages());
    }

    @Override
    public void stop() {
        if (redis != null) {
            redis.close();
        }
        if (stage != null) {
            stage.close();
        }
    }

    /** From the first second with a claim on, as long as an interval. */
    private Sample coldStart() throws IOException, InterruptedException {
        var running = running();
        running.backends().redis().nodes().forEach(node -> node.call("FLUSHALL"));
        long flushed = System.nanoTime();
        var begun = running.figures();
        while (running.figures().since(begun).claims() == 0) {
            if (System.nanoTime() - flushed > PATIENCE.toNanos()) {
                throw new IOException("monitor-service does not come back after FLUSHALL");
            }
            Thread.sleep(LOOK.dividedBy(10));
        }
        double absent = (System.nanoTime() - flushed) / 1e9;
        return Sample.of("back after s", absent).and(Sample.of(PEAK, Rates.peakOverMean(perSecond(intervalSeconds))));
    }

    private List<Double> perSecond(int seconds) throws IOException, InterruptedException {
        var rates = new ArrayList<Double>();
        var before = running().figures();
        long from = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            Thread.sleep(Math.max(1, (from + LOOK.toNanos() - System.nanoTime()) / 1_000_000));
            var now = running().figures();
            long to = System.nanoTime();
            rates.add(now.since(before).claims() * 1e9 / (to - from));
            before = now;
            from = to;
        }
        return rates;
    }

    private Sample usualWork() throws IOException, InterruptedException {
        var meter = running().meter();
        var before = running().figures();
        var cpuBefore = meter.read();
        Thread.sleep(steady);
        var cpuAfter = meter.read();
        var done = running().figures().since(before);
        var cpu = cpuAfter.perOperationSince(cpuBefore, Math.max(1, done.checks()))
                .values()
                .values();
        return Sample.of("claims/s", done.claims() * 1e3 / steady.toMillis())
                .and(Sample.of(LATE_P99, done.lateMillisAtMost(99)))
                .and(Sample.of(
                        "µs/no-op check",
                        cpu.stream().mapToDouble(Double::doubleValue).sum()))
                .and(Sample.of("redis bytes/monitor", (double) (redis.memoryBytes() - emptyBytes) / monitors));
    }

    /** As its reader gets it, so that what HTTP and the reader cost is in it. */
    private Sample pages() throws IOException {
        var page = Operation.get(running().service().port(), "/monitors/status?limit=500", 1);
        load.drive(page, Load.closed(PAGE_CONNECTIONS, 1, Duration.ofSeconds(3)));
        var report = load.drive(page, Load.open(PAGE_CONNECTIONS, PAGES_PER_SECOND, steady));
        return Sample.of("page p50 ms", report.latencies().millisAt(50))
                .and(Sample.of(PAGE_P99, report.latencies().millisAt(99)))
                .and(Sample.of("pages failed", report.failed()));
    }

    private MonitorStage running() {
        if (stage == null) {
            throw new IllegalStateException("not started");
        }
        return stage;
    }
}
