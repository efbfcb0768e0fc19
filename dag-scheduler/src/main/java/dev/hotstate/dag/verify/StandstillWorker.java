package dev.hotstate.dag.verify;

import dev.hotstate.dag.growth.AdditionRecovery;
import dev.hotstate.dag.job.JobStore;
import dev.hotstate.dag.job.JobStore.Unfinished;
import dev.hotstate.dag.job.JobSubmission;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks after jobs that stand still: unfinished ones whose counters are the same as a round ago. Most wait for their workers. But Redis
 * may have lost a part of one where no epoch tells of it, and a task that is in no queue would wait for ever: such a job is compared
 * and put right, one that is not there at all is loaded.
 */
@Singleton
class StandstillWorker {

    private static final Logger LOG = Logger.getLogger(StandstillWorker.class);
    private static final int JOBS_PER_TICK = 500;
    private static final int TASKS_PER_TICK = 50_000;
    private static final int LOOKS_AT_ONCE = 16;
    private static final String NOT_THERE = "";

    private final JobStore postgres;
    private final VerifyStore store;
    private final JobVerification verification;
    private final JobSubmission submission;
    private final AdditionRecovery additions;
    private final PartitionOwnership ownership;
    private final DagKeys keys;
    private final VerifyConfig config;
    private final Vertx vertx;

    /** The counters of unfinished jobs of ours as they were in the last round, and in this one. */
    private Map<String, String> before = Map.of();

    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private String last = "";
    private @Nullable Ticker ticker;

    StandstillWorker(
            JobStore postgres,
            VerifyStore store,
            JobVerification verification,
            JobSubmission submission,
            AdditionRecovery additions,
            PartitionOwnership ownership,
            DagKeys keys,
            VerifyConfig config,
            Vertx vertx) {
        this.postgres = postgres;
        this.store = store;
        this.verification = verification;
        this.submission = submission;
        this.additions = additions;
        this.ownership = ownership;
        this.keys = keys;
        this.config = config;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, config.period(), "Comparison of jobs that stand still", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        return postgres.unfinished(last, JOBS_PER_TICK)
                .chain(jobs -> lookAt(jobs).invoke(() -> goOnAfter(jobs)));
    }

    private void goOnAfter(List<Unfinished> jobs) {
        if (jobs.size() == JOBS_PER_TICK) {
            last = jobs.getLast().id();
        } else {
            last = "";
            before = Map.copyOf(seen);
            seen.clear();
        }
    }

    private Uni<Void> lookAt(List<Unfinished> jobs) {
        return Multi.createFrom()
                .iterable(jobs)
                .filter(job -> ownership.owns(keys.partitionOf(job.id())))
                .onItem()
                .transformToUni(job -> standsStill(job).map(still -> still ? job : null))
                .merge(LOOKS_AT_ONCE)
                .collect()
                .asList()
                .chain(this::compare);
    }

    /** Of a node that does not answer nothing is known. */
    private Uni<Boolean> standsStill(Unfinished job) {
        return store.counters(job.id())
                .map(counters -> {
                    var now = counters.exists() ? counters.packed() : NOT_THERE;
                    seen.put(job.id(), now);
                    return now.equals(before.get(job.id()));
                })
                .onFailure(RedisFailure.class)
                .recoverWithItem(false);
    }

    private Uni<Void> compare(List<Unfinished> still) {
        var compared = Uni.createFrom().voidItem();
        int tasks = 0;
        for (var job : still) {
            if (tasks < TASKS_PER_TICK) {
                compared = compared.chain(() -> compare(job.id()));
                tasks += job.tasks();
            }
        }
        return compared;
    }

    /** Trouble with one job must not keep the others from being compared. */
    private Uni<Void> compare(String job) {
        var compared = seen.getOrDefault(job, NOT_THERE).equals(NOT_THERE)
                ? submission.submitStored(job).chain(() -> additions.settle(job))
                : additions.settle(job).chain(() -> putRight(job));
        return compared.onFailure()
                .invoke(trouble -> LOG.debugf("%s is compared later: %s", job, trouble.getMessage()))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    private Uni<?> putRight(String job) {
        return Uni.createFrom()
                .item(() -> verification.verify(job, true))
                .runSubscriptionOn(Thread::startVirtualThread)
                .invoke(view -> {
                    if (view.repaired() > 0) {
                        LOG.warnf("%s stood still: %d of %d differences put right", job, view.repaired(), view.found());
                    }
                });
    }
}
