package dev.hotstate.bench.monitor;

import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * As many monitors as there may be: first the interval after Redis has lost everything, then a while of usual work, then pages read
 * meanwhile.
 */
final class ManyMonitors implements Contestant {

    static final String PEAK = "peak ÷ mean of claims/s";
    static final String PAGE_SERVER_P99 = "page server p99 ms ≤";

    private static final String PAGE_READER_P50 = "page reader p50 ms";
    private static final String PAGE_READER_P99 = "page reader p99 ms";

    private static final int PAGES_PER_SECOND = 10;
    private static final int PAGE_CONNECTIONS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final SteadyMonitors monitors;
    private final LoadProcess load;

    ManyMonitors(SteadyMonitors monitors, LoadProcess load) {
        this.monitors = monitors;
        this.load = load;
    }

    @Override
    public String name() {
        return monitors.name();
    }

    @Override
    public void start() throws IOException, InterruptedException {
        monitors.start();
    }

    /** Half an interval: the cold start that follows takes a whole one, and compiles the rest. */
    @Override
    public void warmUp() throws InterruptedException {
        Thread.sleep(monitors.interval().dividedBy(2));
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        return coldStart().and(monitors.measure()).and(pages());
    }

    /** From the first second with a claim on, as long as an interval. */
    private Sample coldStart() throws IOException, InterruptedException {
        var running = monitors.running();
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
        return Sample.of("back after s", absent)
                .and(Sample.of(
                        PEAK, Rates.peakOverMean(perSecond(monitors.interval().toSeconds()))));
    }

    private List<Double> perSecond(long seconds) throws IOException, InterruptedException {
        var rates = new ArrayList<Double>();
        var before = monitors.running().figures();
        long from = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            Thread.sleep(Math.max(1, (from + LOOK.toNanos() - System.nanoTime()) / 1_000_000));
            var now = monitors.running().figures();
            long to = System.nanoTime();
            rates.add(now.since(before).claims() * 1e9 / (to - from));
            before = now;
            from = to;
        }
        return rates;
    }

    /** As the service counts them, and as their reader gets them, so that the way there and back, and the reader, are in it. */
    private Sample pages() throws IOException, InterruptedException {
        var running = monitors.running();
        var page = Operation.get(running.service().port(), "/monitors/status?limit=500", 1);
        load.drive(page, Load.closed(PAGE_CONNECTIONS, 1, Duration.ofSeconds(3)));
        var before = running.figures();
        var report = load.drive(page, Load.open(PAGE_CONNECTIONS, PAGES_PER_SECOND, monitors.steady()));
        var served = running.figures().since(before).pages();
        return Sample.of(PAGE_SERVER_P99, served.millisAtMost(99))
                .and(Sample.of(PAGE_READER_P50, report.latencies().millisAt(50)))
                .and(Sample.of(PAGE_READER_P99, report.latencies().millisAt(99)))
                .and(Sample.of("pages failed", report.failed()));
    }
}
