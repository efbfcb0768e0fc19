package dev.hotstate.bench.dag;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.Population;
import java.io.IOException;
import java.util.List;

/** Tasks of jobs that are done, and kept for a day. */
public final class DoneTasks implements Population {

    private static final int JOB = 100;

    /** So many tasks a worker is waited for in one go. */
    private static final int ORDER = 20_000;

    private final BenchScope own;
    private final DagStage stage;
    private final OrderTaker worker;
    private int size;

    private DoneTasks(BenchScope own, DagStage stage, OrderTaker worker) {
        this.own = own;
        this.stage = stage;
        this.worker = worker;
    }

    public static DoneTasks start(BenchScope scope) throws IOException {
        var own = scope.own(new BenchScope(scope.checkout(), scope.quick()));
        var stage = DagStage.start(own);
        var worker = own.own(OrderTaker.startJava(
                "The worker",
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                FlowWorker.class,
                DagStage.address(stage.service()).toString()));
        return new DoneTasks(own, stage, worker);
    }

    @Override
    public BenchBackends backends() {
        return stage.backends();
    }

    @Override
    public void growTo(int wanted) throws IOException, InterruptedException {
        while (size < wanted) {
            int tasks = Math.min(ORDER, wanted - size);
            worker.order("layers %d %d".formatted(JOB, tasks / JOB));
            size += tasks;
        }
        stage.awaitMirrored();
    }

    @Override
    public void close() {
        own.close();
    }
}
