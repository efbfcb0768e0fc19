package dev.hotstate.dag.recovery;

import dev.hotstate.dag.job.JobSubmission;
import dev.hotstate.dag.job.LoadOutcome;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.recovery.StoredJobs.Unsubmitted;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Submits what a crash left between Postgres and Redis, and deletes orders that a crash left half stored. */
@Singleton
class SubmissionSweeper {

    private static final Logger LOG = Logger.getLogger(SubmissionSweeper.class);
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final int JOBS_PER_TICK = 200;
    private static final int JOBS_AT_ONCE = 4;
    private static final int ABANDONED_PER_TICK = 5;

    private final StoredJobs stored;
    private final JobSubmission submission;
    private final PartitionOwnership ownership;
    private final DagKeys keys;
    private final RecoveryMetrics metrics;
    private final RecoveryConfig config;
    private final Clock clock;
    private final Vertx vertx;
    /** Where the next look goes on: jobs of a node that is down must not hide those behind them. */
    private volatile Unsubmitted last = Unsubmitted.BEFORE_ALL;

    private @Nullable Ticker ticker;

    SubmissionSweeper(
            StoredJobs stored,
            JobSubmission submission,
            PartitionOwnership ownership,
            DagKeys keys,
            RecoveryMetrics metrics,
            RecoveryConfig config,
            Clock clock,
            Vertx vertx) {
        this.stored = stored;
        this.submission = submission;
        this.ownership = ownership;
        this.keys = keys;
        this.metrics = metrics;
        this.config = config;
        this.clock = clock;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Submission of what a crash left over", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return stored.unsubmitted(clock.instant().minus(config.submitAfter()), last, JOBS_PER_TICK)
                .invoke(leftOver ->
                        last = leftOver.size() < JOBS_PER_TICK ? Unsubmitted.BEFORE_ALL : leftOver.getLast())
                .chain(leftOver -> Multi.createFrom()
                        .iterable(leftOver)
                        .map(Unsubmitted::id)
                        .filter(job -> ownership.owns(keys.partitionOf(job)) && !submission.isUnderWay(job))
                        .onItem()
                        .transformToUni(this::submit)
                        .merge(JOBS_AT_ONCE)
                        .collect()
                        .asList())
                .chain(() -> stored.abandon(clock.instant().minus(config.abandonAfter()), ABANDONED_PER_TICK))
                .replaceWithVoid();
    }

    /** Somebody may still be at it: loading twice lets the later one win, and neither begins the job twice. */
    private Uni<Void> submit(String job) {
        return submission
                .submitStored(job)
                .invoke(outcome -> {
                    if (outcome.filter(LoadOutcome.Started.class::isInstance).isPresent()) {
                        LOG.infof("Submitted %s, which was stored and not in Redis", job);
                        metrics.submitted();
                    }
                })
                .onFailure()
                .invoke(trouble -> LOG.warnf("%s is submitted later: %s", job, trouble.getMessage()))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }
}
