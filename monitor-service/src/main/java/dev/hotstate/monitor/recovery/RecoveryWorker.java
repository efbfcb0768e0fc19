package dev.hotstate.monitor.recovery;

import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.monitor.schedule.UnbuiltListener;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Builds and compares the partitions that this instance owns. */
@Singleton
class RecoveryWorker implements UnbuiltListener {

    private static final Logger LOG = Logger.getLogger(RecoveryWorker.class);

    private final Vertx vertx;
    private final RedisRouter router;
    private final Partitions partitions;
    private final PartitionOwnership ownership;
    private final PartitionBuilder builder;
    private final Reconciler reconciler;
    private final RecoveryStore redis;
    private final RecoveryConfig config;
    private final RecoveryPlan plan;
    private final AtomicBoolean inTrouble = new AtomicBoolean();
    private final List<AutoCloseable> running = new ArrayList<>();
    private @Nullable Ticker ticker;

    RecoveryWorker(
            Vertx vertx,
            RedisRouter router,
            Partitions partitions,
            PartitionOwnership ownership,
            PartitionBuilder builder,
            Reconciler reconciler,
            RecoveryStore redis,
            RecoveryMetrics metrics,
            RecoveryConfig config) {
        this.vertx = vertx;
        this.router = router;
        this.partitions = partitions;
        this.ownership = ownership;
        this.builder = builder;
        this.reconciler = reconciler;
        this.redis = redis;
        this.config = config;
        this.plan = new RecoveryPlan(
                config.compareEvery(), () -> ThreadLocalRandom.current().nextDouble());
        metrics.unbuilt(plan::coldCount);
    }

    void start(@Observes StartupEvent event) {
        running.add(ownership.onGained(partition -> plan.gained(partition, System.nanoTime()))::close);
        running.add(ownership.onLost(this::lost)::close);
        running.add(router.onSuccession(this::succeeded)::close);
        ticker = Ticker.every(vertx, config.tick(), "Recovery", this::round);
    }

    void stop(@Observes ShutdownEvent event) throws Exception {
        if (ticker != null) {
            ticker.close();
        }
        for (var subscription : running) {
            subscription.close();
        }
    }

    /** Partitions of this instance that are not known to be built. */
    long coldCount() {
        return plan.coldCount();
    }

    @Override
    public void unbuilt(Partition partition) {
        plan.cold(partition);
    }

    /** What is begun goes on by itself: a partition that takes long holds up no other. */
    private Uni<Void> round() {
        tick().subscribe().with(done -> {}, failure -> LOG.errorf(failure, "A round of recovery failed"));
        return Uni.createFrom().voidItem();
    }

    /** Ends when what it has begun is done. Never fails: what did not succeed is begun again. */
    Uni<Void> tick() {
        var works = new ArrayList<Uni<Void>>();
        plan.takeCold(config.buildsMax()).forEach(partition -> works.add(run(partition, this::build)));
        plan.takeDue(config.comparisonsMax(), System.nanoTime())
                .forEach(partition -> works.add(run(partition, this::compare)));
        return works.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(works).andCollectFailures().replaceWithVoid();
    }

    /** After one comes the next, apart from this one: where there is always another, they must not wait for each other. */
    private Uni<Void> run(Partition partition, Function<Partition, Uni<Void>> work) {
        return work.apply(partition).onItemOrFailure().transformToUni((done, failure) -> {
            if (failure != null) {
                noteFailure(partition, failure);
                return Uni.createFrom().voidItem();
            }
            noteSuccess();
            return round();
        });
    }

    private Uni<Void> build(Partition partition) {
        long fence = ownership.fence(partition);
        return redis.look(partition)
                .chain(look -> look.built()
                        ? Uni.createFrom().voidItem().invoke(() -> plan.built(partition, false, System.nanoTime()))
                        : builder.build(partition, fence, look.process())
                                .invoke(() -> plan.built(partition, true, System.nanoTime())));
    }

    /** One that has lost its memory since is built instead. */
    private Uni<Void> compare(Partition partition) {
        return redis.look(partition)
                .chain(look -> {
                    if (!look.built()) {
                        plan.cold(partition);
                        return Uni.createFrom().voidItem();
                    }
                    return reconciler.reconcile(partition);
                })
                .invoke(() -> plan.compared(partition, System.nanoTime()));
    }

    private Uni<Void> lost(Partition partition) {
        plan.lost(partition);
        return Uni.createFrom().voidItem();
    }

    /** What another process of Redis serves hands out nothing; so it is looked at before somebody asks it for work. */
    private void succeeded(IntPredicate slots) {
        partitions.in(slots).forEach(plan::cold);
    }

    private void noteFailure(Partition partition, Throwable failure) {
        plan.failed(partition);
        if (!inTrouble.getAndSet(true)) {
            LOG.warnf("Recovery of %s fails, and is repeated: %s", partition, failure.getMessage());
        }
    }

    private void noteSuccess() {
        if (inTrouble.getAndSet(false)) {
            LOG.info("Recovery works again");
        }
    }
}
