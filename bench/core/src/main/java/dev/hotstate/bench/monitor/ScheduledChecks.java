package dev.hotstate.bench.monitor;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * monitor-service at work by itself: claims, checks over fresh connections, stores. It is paused while others take their turn; what
 * it does right after that, to catch up, is not measured.
 */
final class ScheduledChecks implements Contestant {

    static final String LATE_P99 = "late p99 ms ≤";

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final String name;
    private final MonitorStage stage;
    private final int defined;
    private final IntSupplier enabled;
    private final Pace pace;
    private int mostPerSecond;

    /** How long to run before anything is measured, to catch up before each turn, and to measure. */
    record Pace(Duration warmUp, Duration settle, Duration turn) {}

    /**
     * @param defined how many monitors there are, with an interval of a second
     * @param enabled how many of them are checked
     */
    ScheduledChecks(String name, MonitorStage stage, int defined, IntSupplier enabled, Pace pace) {
        this.name = name;
        this.stage = stage;
        this.defined = defined;
        this.enabled = enabled;
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
        stage.define(defined, enabled.getAsInt(), INTERVAL);
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        Thread.sleep(pace.warmUp());
        stage.service().pause();
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        stage.service().resume();
        try {
            Thread.sleep(pace.settle());
            return observe();
        } finally {
            stage.service().pause();
        }
    }

    @Override
    public void stop() {
        stage.service().resume();
    }

    private Sample observe() throws IOException, InterruptedException {
        var meter = stage.meter();
        var before = stage.figures();
        var cpuBefore = meter.read();
        long begin = System.nanoTime();
        Thread.sleep(pace.turn());
        double seconds = (System.nanoTime() - begin) / 1e9;
        var cpuAfter = meter.read();
        var done = stage.figures().since(before);
        if (done.checks() == 0) {
            throw new IOException("monitor-service checks nothing");
        }
        double perSecond = done.checks() / seconds;
        mostPerSecond = Math.max(mostPerSecond, (int) perSecond);
        return CheckFigures.of(perSecond, cpuAfter.perOperationSince(cpuBefore, done.checks()))
                .and(Sample.of("late p50 ms ≤", done.lateMillisAtMost(50)))
                .and(Sample.of(LATE_P99, done.lateMillisAtMost(99)))
                .and(Sample.of(CheckFigures.FAILED, done.checks() - done.up()));
    }
}
