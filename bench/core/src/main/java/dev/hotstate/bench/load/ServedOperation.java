package dev.hotstate.bench.load;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;

/**
 * An HTTP operation as a contestant. Each turn has two parts: a closed loop for throughput and CPU per operation at full
 * load, then an open loop at a fixed rate, the same for all, for latency and CPU per operation with time to spare.
 */
public record ServedOperation(String name, Operation operation, LoadProcess load, CpuMeter meter, Loads loads)
        implements Contestant {

    /** The role whose CPU is compared at both loads. */
    public static final String SERVICE = "service";

    public static final String THROUGHPUT = "ops/s";
    public static final String FAILED = "failed";

    /** The loads of a turn, equal for all contestants of a race. */
    public record Loads(Load warmUp, Load closed, Load open) {}

    @Override
    public void warmUp() throws IOException {
        drive(loads.warmUp());
    }

    @Override
    public Sample measure() throws IOException {
        var before = meter.read();
        var full = drive(loads.closed());
        var between = meter.read();
        var paced = drive(loads.open());
        var after = meter.read();
        return Sample.of(THROUGHPUT, full.donePerSecond())
                .and(between.perOperationSince(before, full.done()))
                .and(latency(paced))
                .and(pacedServiceCpu(after.perOperationSince(between, paced.done())))
                .and(Sample.of(FAILED, full.failed() + paced.failed()));
    }

    /** Single failures are counted and shown; nothing but failures is no measurement. */
    private LoadReport drive(Load wanted) throws IOException {
        var report = load.drive(operation, wanted);
        if (report.done() == 0) {
            throw new IOException("%s answers nothing but failures: %s, %d unanswered"
                    .formatted(name, report.refused(), report.unanswered()));
        }
        return report;
    }

    private static Sample latency(LoadReport report) {
        var latencies = report.latencies();
        return Sample.of("p50 ms", latencies.millisAt(50))
                .and(Sample.of("p99 ms", latencies.millisAt(99)))
                .and(Sample.of("p99.9 ms", latencies.millisAt(99.9)));
    }

    private Sample pacedServiceCpu(Sample cpu) {
        var metric = CpuMeter.metric(SERVICE);
        return Sample.of(
                pacedMetric(metric, loads.open().perSecond()), cpu.values().get(metric));
    }

    /** The column of a metric in the open loop. */
    public static String pacedMetric(String metric, int perSecond) {
        return metric + " at " + perSecond + "/s";
    }
}
