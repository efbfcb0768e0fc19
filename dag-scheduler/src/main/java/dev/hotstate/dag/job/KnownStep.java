package dev.hotstate.dag.job;

import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.task.StepHandler;
import dev.hotstate.dag.task.Steps;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Asks from time to time whether Postgres still knows a job that runs in Redis. One that it does not know, because it was
 * brought back to an earlier day, can't be described, mirrored or rebuilt any more: it is stopped, and its keys lapse.
 */
@Singleton
final class KnownStep implements StepHandler {

    static final Duration PERIOD = Duration.ofMinutes(10);

    private static final Logger LOG = Logger.getLogger(KnownStep.class);
    private static final String KIND = "known";

    private final JobStore postgres;
    private final ControlStore redis;
    private final Steps steps;
    private final Clock clock;
    private final Counter orphans;

    KnownStep(JobStore postgres, ControlStore redis, Steps steps, Clock clock, MeterRegistry meters) {
        this.postgres = postgres;
        this.redis = redis;
        this.steps = steps;
        this.clock = clock;
        this.orphans = Counter.builder("dag.job.orphan")
                .description("Jobs in Redis that Postgres does not know; stopped")
                .register(meters);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Uni<Void> run(String job) {
        return postgres.exists(job)
                .chain(known ->
                        known ? redis.stepLater(KIND, job, clock.instant().plus(PERIOD)) : stop(job));
    }

    private Uni<Void> stop(String job) {
        return redis.cancel(job, ControlStore.ANY_RUN, new Stopping("CANCELLED", "Postgres does not know it"))
                .invoke(reply -> {
                    if (reply.is(JobWords.Cancel.CANCELLING)) {
                        LOG.warnf("Stopped %s, which Redis has and Postgres does not know", job);
                        orphans.increment();
                    }
                    steps.begin(CancelStep.KIND, job);
                })
                .chain(() -> redis.stepDone(KIND, job));
    }
}
