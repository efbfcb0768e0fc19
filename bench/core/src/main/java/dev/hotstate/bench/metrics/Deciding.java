package dev.hotstate.bench.metrics;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A limiter called in its own process by 64 callers at once. An order is {@code <keys> <decisions>}. */
final class Deciding implements Contestant {

    static final String PER_SECOND = "decisions/s";

    static final int CALLERS = 64;

    private static final int ATTEMPTS_MAX = 3;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final OrderTaker process;
    private final CpuMeter meter;
    private final int keys;
    private final Duration warmUp;
    private final long decisions;

    Deciding(String name, OrderTaker process, List<Long> redis, int keys, Duration warmUp, long decisions) {
        this.name = name;
        this.process = process;
        Map<String, List<Long>> pids = new LinkedHashMap<>();
        pids.put("limiter", List.of(process.pid()));
        pids.put("redis", redis);
        this.meter = new CpuMeter(pids);
        this.keys = keys;
        this.warmUp = warmUp;
        this.decisions = decisions;
    }

    /** What a process answers. */
    record Report(long decisions, long nanos) {}

    @Override
    public String name() {
        return name;
    }

    @Override
    public void warmUp() throws IOException {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < warmUp.toNanos()) {
            measure();
        }
    }

    /** A turn in which Redis has not answered in time, as when the machine stalls, is taken again. */
    @Override
    public Sample measure() throws IOException {
        for (int attempt = 1; ; attempt++) {
            var before = meter.read();
            var report = JSON.readValue(process.order(keys + " " + decisions), Report.class);
            if (report.decisions() == decisions) {
                return Sample.of(PER_SECOND, decisions * 1e9 / report.nanos())
                        .and(meter.read().perOperationSince(before, decisions));
            }
            if (attempt == ATTEMPTS_MAX) {
                throw new IOException("%s has allowed %d of %d".formatted(name, report.decisions(), decisions));
            }
        }
    }
}
