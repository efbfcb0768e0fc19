package dev.hotstate.dag.task;

import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Looks after the partitions that this process owns: makes delayed tasks ready, takes tasks back whose leases have ended, does
 * what is left over in {@code todo}, and finds running tasks that have no lease. Two owners for a moment do no harm, every step
 * is a script that looks again. Steps are only begun: one that waits for somebody must not hold up retries and leases.
 */
@Singleton
public class DueWorker {

    private final DueStore due;
    private final DuePlan plan;
    private final TaskStore tasks;
    private final Steps steps;
    private final FollowUps followUps;
    private final TaskViews views;
    private final WakeUps wakeUps;
    private final PartitionOwnership ownership;
    private final TaskMetrics metrics;
    private final Vertx vertx;
    private final TaskConfig config;
    /** Where the search for running tasks without a lease goes on, by partition. */
    private final Map<Partition, String> orphanCursors = new ConcurrentHashMap<>();

    private final List<Ticker> tickers = new ArrayList<>();

    DueWorker(
            DueStore due,
            DuePlan plan,
            TaskStore tasks,
            Steps steps,
            FollowUps followUps,
            TaskViews views,
            WakeUps wakeUps,
            PartitionOwnership ownership,
            TaskMetrics metrics,
            Vertx vertx,
            TaskConfig config) {
        this.due = due;
        this.plan = plan;
        this.tasks = tasks;
        this.steps = steps;
        this.followUps = followUps;
        this.views = views;
        this.wakeUps = wakeUps;
        this.ownership = ownership;
        this.metrics = metrics;
        this.vertx = vertx;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        tickers.add(Ticker.every(vertx, config.duePeriod(), "What is due in the partitions", this::tick));
        tickers.add(
                Ticker.every(vertx, config.orphanPeriod(), "Search for running tasks without a lease", this::search));
    }

    void stop(@Observes ShutdownEvent event) {
        tickers.forEach(Ticker::close);
    }

    Uni<Void> tick() {
        return all(plan.due(ownership.owned(), System.nanoTime()).stream()
                .map(this::lookAfter)
                .toList());
    }

    Uni<Void> search() {
        return forEachOwned(partition -> due.adoptOrphans(partition, orphanCursors.getOrDefault(partition, "0"))
                .invoke(next -> orphanCursors.put(partition, next))
                .replaceWithVoid());
    }

    private Uni<Void> lookAfter(Partition partition) {
        return due.find(partition).chain(found -> {
            plan.looked(partition, found.isAnything(), found.untilNextMs(), System.nanoTime());
            var work = new ArrayList<Uni<Void>>();
            if (!found.delayed().isEmpty()) {
                work.add(promote(partition, found.delayed()));
            }
            found.lost().forEach(lost -> work.add(takeBack(lost)));
            found.steps().forEach(steps::begin);
            return all(work);
        });
    }

    private Uni<Void> promote(Partition partition, List<Ticket> tickets) {
        return due.promote(partition, tickets)
                .invoke(promoted -> {
                    var queues = new HashSet<String>();
                    promoted.forEach(ticket -> {
                        queues.add(ticket.queue());
                        views.touch(ticket.id());
                    });
                    wakeUps.ready(partition, queues);
                })
                .replaceWithVoid();
    }

    private Uni<Void> takeBack(Beat lost) {
        return tasks.fail(lost.id(), lost.attempt(), FailureKind.LOST, "its worker was not heard of any more")
                .invoke(outcome -> {
                    metrics.answered("lost", outcome);
                    if (outcome instanceof AnswerOutcome.Accepted accepted) {
                        followUps.of(accepted.aftermath());
                    }
                })
                .replaceWithVoid();
    }

    private Uni<Void> forEachOwned(Function<Partition, Uni<Void>> step) {
        return all(ownership.owned().stream().map(step).toList());
    }

    /** All at once; one that fails does not keep the others from ending. */
    private static Uni<Void> all(List<Uni<Void>> work) {
        return work.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(work).andCollectFailures().replaceWithVoid();
    }
}
