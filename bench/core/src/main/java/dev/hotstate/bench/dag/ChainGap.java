package dev.hotstate.bench.dag;

import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;

/** How long after the end of a task the next one of its chain starts, when nothing else is to be done. */
record ChainGap(String name, OrderTaker worker, int tasks) implements Contestant {

    static final String P50 = "chain gap p50 ms";

    @Override
    public void warmUp() throws IOException {
        measure();
    }

    @Override
    public Sample measure() throws IOException {
        var report = FlowWorker.Report.parse(worker.order("chain " + tasks + " 1"));
        return Sample.of(P50, report.gapP50Micros() / 1e3)
                .and(Sample.of("chain gap p99 ms", report.gapP99Micros() / 1e3));
    }
}
