package dev.hotstate.dag.recovery;

import static java.util.stream.Collectors.groupingBy;

import dev.hotstate.dag.history.EventMirror;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.recovery.EpochStore.Gate;
import dev.hotstate.dag.recovery.JobReconciliation.Outcome;
import dev.hotstate.dag.recovery.StoredJobs.Candidate;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.SlotMap;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Compares each owned partition with Postgres before it hands out work: when it has no epoch, or has lost it, and when another
 * process of Redis serves it than the one that was looked at. A partition is opened when every job agrees; until then it is tried
 * again each tick.
 */
@Singleton
class RecoveryWorker {

    private static final Logger LOG = Logger.getLogger(RecoveryWorker.class);
    private static final Duration TICK = Duration.ofMillis(250);

    /** Ends of jobs that are older have reached every replica long ago. */
    private static final Duration RECENTLY_FINISHED = Duration.ofMinutes(10);

    private static final int LOOKS_AT_ONCE = 16;
    private static final int PARTITIONS_AT_ONCE = 4;
    private static final int JOBS_AT_ONCE = 4;

    private final PartitionOwnership ownership;
    private final EpochStore epochs;
    private final StoredJobs stored;
    private final JobReconciliation jobs;
    private final EventMirror mirror;
    private final DagKeys keys;
    private final RedisRouter router;
    private final RecoveryMetrics metrics;
    private final RecoveryConfig config;
    private final Clock clock;
    private final Vertx vertx;

    /** Those that must be compared, with the nanosecond when that became known. */
    private final Map<Partition, Long> closed = new ConcurrentHashMap<>();

    private final Set<Partition> gained = ConcurrentHashMap.newKeySet();
    private final List<AutoCloseable> subscriptions = new ArrayList<>();
    private long lookedAtNanos;
    private @Nullable Ticker ticker;

    RecoveryWorker(
            PartitionOwnership ownership,
            EpochStore epochs,
            StoredJobs stored,
            JobReconciliation jobs,
            EventMirror mirror,
            DagKeys keys,
            RedisRouter router,
            RecoveryMetrics metrics,
            RecoveryConfig config,
            Clock clock,
            Vertx vertx) {
        this.ownership = ownership;
        this.epochs = epochs;
        this.stored = stored;
        this.jobs = jobs;
        this.mirror = mirror;
        this.keys = keys;
        this.router = router;
        this.metrics = metrics;
        this.config = config;
        this.clock = clock;
        this.vertx = vertx;
        metrics.watch(closed.keySet());
    }

    void start(@Observes StartupEvent event) {
        subscriptions.add(ownership.onGained(gained::add));
        subscriptions.add(ownership.onLost(this::forget));
        subscriptions.add(router.onTopologyChange(this::masterMayHaveChanged));
        ticker = Ticker.every(vertx, TICK, "Recovery from Postgres", this::tick);
    }

    void stop(@Observes ShutdownEvent event) throws Exception {
        if (ticker != null) {
            ticker.close();
        }
        for (var subscription : subscriptions) {
            subscription.close();
        }
    }

    private Uni<Void> forget(Partition partition) {
        gained.remove(partition);
        closed.remove(partition);
        return Uni.createFrom().voidItem();
    }

    private void masterMayHaveChanged(SlotMap before, SlotMap after) {
        for (var partition : ownership.owned()) {
            int slot = keys.epoch(partition).slot();
            var master = after.masterOf(slot);
            if (master != null && !master.equals(before.masterOf(slot))) {
                gained.add(partition);
            }
        }
    }

    Uni<Void> tick() {
        return look().chain(this::reconcileClosed);
    }

    // ---- which ------------------------------------------------------------------------------------------------------

    private Uni<Void> look() {
        return Multi.createFrom()
                .iterable(dueForALook())
                .onItem()
                .transformToUni(this::look)
                .merge(LOOKS_AT_ONCE)
                .collect()
                .asList()
                .replaceWithVoid();
    }

    private Uni<Void> look(Partition partition) {
        return epochs.closeUnlessCompared(partition)
                .invoke(gate -> {
                    if (gate instanceof Gate.Closed) {
                        closed.putIfAbsent(partition, System.nanoTime());
                    }
                })
                .onFailure(RedisFailure.class)
                // Nobody else gets an answer from its node either; the next look comes soon.
                .recoverWithNull()
                .replaceWithVoid();
    }

    private List<Partition> dueForALook() {
        long now = System.nanoTime();
        if (now - lookedAtNanos >= config.lookPeriod().toNanos()) {
            lookedAtNanos = now;
            return List.copyOf(ownership.owned());
        }
        var fresh = List.copyOf(gained);
        fresh.forEach(gained::remove);
        return fresh.stream().filter(ownership::owns).toList();
    }

    // ---- comparing --------------------------------------------------------------------------------------------------

    /** A partition that can be compared now, and as what it was closed. */
    private record Comparable(Partition partition, Gate.Closed gate) {}

    private Uni<Void> reconcileClosed() {
        var partitions = closed.keySet().stream().filter(ownership::owns).toList();
        if (partitions.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return Multi.createFrom()
                .iterable(partitions)
                .onItem()
                .transformToUni(this::closeAndCatchUp)
                .merge(PARTITIONS_AT_ONCE)
                .collect()
                .asList()
                .chain(this::reconcile);
    }

    /** Nothing while Postgres does not have all of its events. */
    private Uni<@Nullable Comparable> closeAndCatchUp(Partition partition) {
        return alone(partition, epochs.closeUnlessCompared(partition).chain(gate -> {
            if (gate instanceof Gate.Closed shut) {
                return mirror.hasCaughtUp(partition).map(caughtUp -> caughtUp ? new Comparable(partition, shut) : null);
            }
            closed.remove(partition);
            return Uni.createFrom().nullItem();
        }));
    }

    /** Trouble with one partition, whose node may be down, must not keep the others closed. */
    private static <T> Uni<@Nullable T> alone(Partition partition, Uni<@Nullable T> work) {
        return work.onFailure()
                .invoke(trouble -> LOG.warnf("%s stays closed: %s", partition, trouble.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Void> reconcile(List<Comparable> partitions) {
        if (partitions.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var finishedAfter = clock.instant().minus(RECENTLY_FINISHED);
        return Uni.combine()
                .all()
                .unis(stored.candidates(finishedAfter), stored.attemptMax())
                .asTuple()
                .chain(known -> reconcile(partitions, known.getItem1(), known.getItem2()));
    }

    private Uni<Void> reconcile(List<Comparable> partitions, List<Candidate> candidates, long attemptMax) {
        var byPartition = candidates.stream().collect(groupingBy(candidate -> keys.partitionOf(candidate.id())));
        return Multi.createFrom()
                .iterable(partitions)
                .onItem()
                .transformToUni(one -> alone(
                        one.partition(),
                        reconcile(one, byPartition.getOrDefault(one.partition(), List.of()), attemptMax)))
                .merge(PARTITIONS_AT_ONCE)
                .collect()
                .asList()
                .replaceWithVoid();
    }

    private Uni<Void> reconcile(Comparable one, List<Candidate> candidates, long attemptMax) {
        return Multi.createFrom()
                .iterable(candidates)
                .onItem()
                .transformToUni(jobs::reconcile)
                .merge(JOBS_AT_ONCE)
                .invoke(metrics::count)
                .collect()
                .asList()
                .chain(outcomes -> outcomes.stream().anyMatch(Outcome::isUnfinished)
                        ? Uni.createFrom().voidItem()
                        : open(one, candidates, attemptMax, outcomes));
    }

    private Uni<Void> open(Comparable one, List<Candidate> candidates, long attemptMax, List<Outcome> outcomes) {
        return epochs.open(one.partition(), one.gate(), attemptMax)
                .invoke(outcome -> {
                    switch (outcome) {
                        case OPENED -> {
                            candidates.forEach(jobs::opened);
                            opened(one.partition(), outcomes);
                        }
                        case ANOTHER -> LOG.infof("%s is compared again, Redis was restarted", one.partition());
                        case STALE -> closed.remove(one.partition());
                    }
                })
                .replaceWithVoid();
    }

    private void opened(Partition partition, List<Outcome> outcomes) {
        var since = closed.remove(partition);
        if (since != null) {
            metrics.opened(Duration.ofNanos(System.nanoTime() - since));
            report(partition, outcomes);
        }
    }

    private static void report(Partition partition, List<Outcome> outcomes) {
        long loaded = outcomes.stream().filter(Outcome.Loaded.class::isInstance).count();
        long replayed =
                outcomes.stream().filter(Outcome.Replayed.class::isInstance).count();
        if (loaded + replayed > 0) {
            LOG.infof("Brought %s back from Postgres: %d jobs loaded, %d caught up", partition, loaded, replayed);
        }
    }
}
