package dev.hotstate.bench.dag;

import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Jobs of a hundred tasks, submitted and worked on until all is done, by one system or another. */
final class Flows implements Contestant {

    static final int TASKS = 100;

    private static final List<String> SHAPES = List.of("fan", "chain");
    private static final double MICROS_PER_SECOND = 1e6;

    private final String name;
    private final OrderTaker worker;
    private final CpuMeter meter;
    private final Settling settling;
    private final Duration warmUp;
    private final int jobs;

    /** Waits for what the system still does about tasks that are done. */
    @FunctionalInterface
    interface Settling {
        void await() throws IOException, InterruptedException;
    }

    /**
     * @param pids of all that takes part, by role, but for the worker
     * @param warmUp the same for all contestants
     */
    Flows(String name, OrderTaker worker, Map<String, List<Long>> pids, Settling settling, Duration warmUp, int jobs) {
        this.name = name;
        this.worker = worker;
        var all = new LinkedHashMap<>(pids);
        all.put("worker", List.of(worker.pid()));
        this.meter = new CpuMeter(all);
        this.settling = settling;
        this.warmUp = warmUp;
        this.jobs = jobs;
    }

    static String perSecond(String shape) {
        return shape + " tasks/s";
    }

    static String perCpuSecond(String shape) {
        return shape + " tasks/CPU-s";
    }

    static List<String> shapes() {
        return SHAPES;
    }

    @Override
    public String name() {
        return name;
    }

    /** For as long as any other, however many jobs that are: just-in-time compilers take time, and tasks, to settle. */
    @Override
    public void warmUp() throws IOException, InterruptedException {
        long end = System.nanoTime() + warmUp.toNanos();
        while (System.nanoTime() < end) {
            measure();
        }
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var all = new Sample(Map.of());
        for (var shape : SHAPES) {
            all = all.and(measure(shape));
        }
        return all;
    }

    private Sample measure(String shape) throws IOException, InterruptedException {
        var before = meter.read();
        var report = FlowWorker.Report.parse(worker.order(shape + " " + TASKS + " " + jobs));
        settling.await();
        var cpu = meter.read().perOperationSince(before, report.tasks()).values();
        double micros = cpu.values().stream().mapToDouble(Double::doubleValue).sum();
        var sample = Sample.of(perSecond(shape), report.perSecond())
                .and(Sample.of(perCpuSecond(shape), MICROS_PER_SECOND / micros));
        for (var role : cpu.entrySet()) {
            sample = sample.and(Sample.of(shape + " " + role.getKey(), role.getValue()));
        }
        return sample;
    }
}
