package dev.hotstate.bench.dag;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.util.UUID;

/** A workflow from practice, submitted again and again under other names to a queue that nobody works on. */
record Submission(String name, DagStage stage, String workflow, int tasks) implements Contestant {

    static final String MILLIS = "submit ms";

    private static final String QUEUE = "idle";
    private static final int WARM_UPS = 5;

    @Override
    public void warmUp() throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            measure();
        }
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        try (var redis = stage.backends().redisMeter()) {
            long bytes = redis.memoryBytes();
            long begin = System.nanoTime();
            stage.api()
                    .importWorkflow(
                            workflow, "wf" + UUID.randomUUID().toString().substring(0, 8), QUEUE);
            double millis = (System.nanoTime() - begin) / 1e6;
            return Sample.of(MILLIS, millis)
                    .and(Sample.of("redis bytes/task", (double) (redis.memoryBytes() - bytes) / tasks));
        }
    }
}
