package dev.hotstate.dag.job;

import dev.hotstate.dag.job.JobStore.ToStop;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.task.Steps;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells Redis of jobs that shall be stopped and that it does not know of: whoever wrote that down may have died since. */
@Singleton
class CancelSweeper {

    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final int JOBS_PER_TICK = 500;

    private final JobStore postgres;
    private final ControlStore redis;
    private final Steps steps;
    private final PartitionOwnership ownership;
    private final DagKeys keys;
    private final Vertx vertx;
    private @Nullable Ticker ticker;

    CancelSweeper(
            JobStore postgres,
            ControlStore redis,
            Steps steps,
            PartitionOwnership ownership,
            DagKeys keys,
            Vertx vertx) {
        this.postgres = postgres;
        this.redis = redis;
        this.steps = steps;
        this.ownership = ownership;
        this.keys = keys;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Jobs that shall be stopped", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return postgres.beingStopped(JOBS_PER_TICK)
                .chain(jobs -> Multi.createFrom()
                        .iterable(jobs)
                        .filter(job -> ownership.owns(keys.partitionOf(job.job())))
                        .onItem()
                        .transformToUniAndConcatenate(this::tell)
                        .onItem()
                        .ignoreAsUni());
    }

    private Uni<Void> tell(ToStop job) {
        return redis.cancel(job.job(), job.run(), job.stopping())
                .invoke(reply -> {
                    if (reply.is(JobWords.Cancel.CANCELLING)) {
                        steps.begin(CancelStep.KIND, job.job());
                    }
                })
                .replaceWithVoid();
    }
}
