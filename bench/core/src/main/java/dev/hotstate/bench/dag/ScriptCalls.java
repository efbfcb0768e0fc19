package dev.hotstate.bench.dag;

import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.stage.Precedence;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * How long the longest calls of scripts hold a node up, while a large job is loaded and others run: all else waits for them.
 *
 * @param uninterrupted whether no other process may take the core of a Redis away, which its clock goes on for
 */
record ScriptCalls(String name, DagStage stage, OrderTaker worker, int jobs, boolean uninterrupted)
        implements Contestant {

    static final String P999 = "script call p99.9 ms";
    static final String LONGEST = "longest script call ms";
    static final int LOADED = 10_000;

    private static final String QUEUE = "idle";

    @Override
    public void warmUp() throws IOException, InterruptedException {
        measure();
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var ahead = uninterrupted ? stage.backends().redisPids() : List.<Long>of();
        try (var redis = stage.backends().redisMeter();
                var unhindered = Precedence.of(ahead)) {
            redis.forgetStatistics();
            var job = "load" + UUID.randomUUID().toString().substring(0, 8);
            stage.api().submit(Shape.layers(LOADED).json(job, QUEUE));
            worker.order("fan %d %d".formatted(Flows.TASKS, jobs));
            stage.awaitMirrored();
            return Sample.of(P999, redis.scriptP999Micros() / 1e3)
                    .and(Sample.of(LONGEST, redis.longestScriptMicros() / 1e3));
        }
    }
}
