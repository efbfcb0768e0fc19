package dev.hotstate.bench.monitor;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Population;
import java.io.IOException;
import java.time.Duration;

/** Monitors of which some results are known; their probe asks nobody. */
public final class Monitors implements Population {

    private static final int CHECKS_PER_SECOND = 1_500;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Target target;
    private final MonitorStage stage;
    private final int results;
    private int size;

    private Monitors(Target target, MonitorStage stage, int results) {
        this.target = target;
        this.stage = stage;
        this.results = results;
    }

    /** @param results of each, at least */
    public static Monitors start(BenchScope scope, int results) throws IOException {
        var target = Target.start();
        return scope.own(new Monitors(target, MonitorStage.startDry(scope, target), results));
    }

    @Override
    public BenchBackends backends() {
        return stage.backends();
    }

    /** Each is checked within an interval; one more, for those that are late. */
    @Override
    public void growTo(int wanted) throws IOException, InterruptedException {
        int interval = results > 1 ? 1 : Math.max(5, wanted / CHECKS_PER_SECOND);
        stage.define(wanted, Duration.ofSeconds(interval));
        long checks = (long) results * (results > 1 ? wanted : wanted - size);
        var before = stage.figures();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (stage.figures().since(before).checks() < checks) {
            if (System.nanoTime() > end) {
                throw new IOException("monitor-service does not check all of %,d".formatted(wanted));
            }
            Thread.sleep(LOOK);
        }
        Thread.sleep(Duration.ofSeconds(interval));
        size = wanted;
    }

    @Override
    public void close() {
        stage.close();
        target.close();
    }
}
