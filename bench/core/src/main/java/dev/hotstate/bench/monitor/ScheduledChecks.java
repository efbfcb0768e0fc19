package dev.hotstate.bench.monitor;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.BenchService;
import java.io.IOException;
import java.time.Duration;

/**
 * monitor-service at work by itself: claims, checks over fresh connections, stores. It is paused while others take their turn; what
 * it does right after that, to catch up, is not measured.
 */
final class ScheduledChecks implements Contestant {

    static final String LATE_P99 = "late p99 ms ≤";

    private final String name;
    private final LateStage stage;
    private final Pace pace;
    private int mostPerSecond;

    /** How long to run before anything is measured, to catch up before each turn, and to measure. */
    record Pace(Duration warmUp, Duration settle, Duration turn) {}

    ScheduledChecks(String name, LateStage stage, Pace pace) {
        this.name = name;
        this.stage = stage;
        this.pace = pace;
    }

    @Override
    public String name() {
        return name;
    }

    /** The most that it has reached in a turn. */
    int mostPerSecond() {
        return mostPerSecond;
    }

    @Override
    public void start() throws IOException, InterruptedException {
        stage.running();
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        Thread.sleep(pace.warmUp());
        service().pause();
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        service().resume();
        try {
            Thread.sleep(pace.settle());
            return observe();
        } finally {
            service().pause();
        }
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        service().resume();
    }

    private BenchService service() throws IOException, InterruptedException {
        return stage.running().service();
    }

    private Sample observe() throws IOException, InterruptedException {
        var running = stage.running();
        var meter = running.meter();
        var before = running.figures();
        var cpuBefore = meter.read();
        long begin = System.nanoTime();
        Thread.sleep(pace.turn());
        double seconds = (System.nanoTime() - begin) / 1e9;
        var cpuAfter = meter.read();
        var done = running.figures().since(before);
        if (done.checks() == 0) {
            throw new IOException("monitor-service checks nothing");
        }
        double perSecond = done.checks() / seconds;
        mostPerSecond = Math.max(mostPerSecond, (int) perSecond);
        return CheckFigures.of(perSecond, cpuAfter.perOperationSince(cpuBefore, done.checks()))
                .and(Sample.of("late p50 ms ≤", done.late().millisAtMost(50)))
                .and(Sample.of(LATE_P99, done.late().millisAtMost(99)))
                .and(Sample.of(CheckFigures.FAILED, done.checks() - done.up()));
    }
}
