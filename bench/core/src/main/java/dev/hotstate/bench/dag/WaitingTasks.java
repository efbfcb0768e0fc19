package dev.hotstate.bench.dag;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Population;
import java.io.IOException;

/** Tasks of jobs that nobody works on. */
public final class WaitingTasks implements Population {

    private static final int JOB = 1_000;
    private static final String QUEUE = "idle";

    private final BenchScope own;
    private final DagStage stage;
    private int size;

    private WaitingTasks(BenchScope own, DagStage stage) {
        this.own = own;
        this.stage = stage;
    }

    public static WaitingTasks start(BenchScope scope) throws IOException {
        var own = scope.own(new BenchScope(scope.checkout(), scope.quick()));
        return new WaitingTasks(own, DagStage.start(own));
    }

    @Override
    public BenchBackends backends() {
        return stage.backends();
    }

    @Override
    public void growTo(int wanted) throws IOException, InterruptedException {
        for (; size < wanted; size += JOB) {
            stage.api().submit(Shape.layers(JOB).json("waiting-" + size, QUEUE));
        }
        stage.awaitMirrored();
    }

    @Override
    public void close() {
        own.close();
    }
}
