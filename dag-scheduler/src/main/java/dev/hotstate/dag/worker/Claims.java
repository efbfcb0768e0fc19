package dev.hotstate.dag.worker;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.recovery.MemoryGate;
import dev.hotstate.dag.task.AnswerOutcome;
import dev.hotstate.dag.task.ClaimOutcome;
import dev.hotstate.dag.task.ClaimedTask;
import dev.hotstate.dag.task.FailureKind;
import dev.hotstate.dag.task.FollowUps;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.dag.task.PermitStore;
import dev.hotstate.dag.task.TaskMetrics;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.dag.task.TaskViews;
import dev.hotstate.dag.task.WakeUps;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks for workers, over all partitions of a queue, and lets them wait where there are none.
 *
 * <p>A worker that waits costs nothing until its queue is woken. All partitions of a queue are looked at when its first worker
 * comes and then once a second while anybody waits, in one pipeline per node.
 */
@Singleton
public class Claims {

    private static final Logger LOG = Logger.getLogger(Claims.class);

    /** What a permit is worth until its task's own lease is known. */
    private static final Duration PERMIT_LEASE = Duration.ofSeconds(30);

    private static final int QUEUES_MAX = 10_000;

    /** How long a worker may wait at an instance that is going: not on and on, and not so briefly that it asks in a tight loop. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final TaskStore tasks;
    private final PermitStore permits;
    private final QueueSettings settings;
    private final FollowUps followUps;
    private final TaskViews views;
    private final TaskMetrics metrics;
    private final WakeUps wakeUps;
    private final MemoryGate gate;
    private final RedisRouter router;
    private final DagKeys keys;
    private final Partitions partitions;
    private final Vertx vertx;
    private final WorkerConfig config;
    private final Map<String, QueueLine> lines = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private @Nullable Ticker ticker;

    Claims(
            TaskStore tasks,
            PermitStore permits,
            QueueSettings settings,
            FollowUps followUps,
            TaskViews views,
            TaskMetrics metrics,
            WakeUps wakeUps,
            MemoryGate gate,
            RedisRouter router,
            DagKeys keys,
            Partitions partitions,
            Vertx vertx,
            WorkerConfig config,
            MeterRegistry meters) {
        this.tasks = tasks;
        this.permits = permits;
        this.settings = settings;
        this.followUps = followUps;
        this.views = views;
        this.metrics = metrics;
        this.wakeUps = wakeUps;
        this.gate = gate;
        this.router = router;
        this.keys = keys;
        this.partitions = partitions;
        this.vertx = vertx;
        this.config = config;
        Gauge.builder("dag.worker.waiting", waiting, AtomicInteger::get)
                .description("Workers that wait for tasks at this instance")
                .register(meters);
    }

    void start(@Observes StartupEvent event) {
        wakeUps.listen(this::woken);
        ticker = Ticker.every(vertx, config.sweepPeriod(), "Sweep of waited-for queues", this::sweepWaitedFor);
    }

    /** The server waits only so long for requests in flight: whoever waited on would be cut off without an answer. */
    void leave(@Observes ShutdownDelayInitiatedEvent event) {
        stopTicking();
        ticker = Ticker.every(vertx, FAREWELL, "Farewell to waiting workers", this::dismiss);
    }

    void stop(@Observes ShutdownEvent event) {
        stopTicking();
    }

    private void stopTicking() {
        if (ticker != null) {
            ticker.close();
        }
    }

    /** Up to so many tasks, at once or as soon as there are some; none when the time is over, or this instance is going. */
    public Uni<List<ClaimedTask>> claim(String queue, String worker, int max, Duration wait) {
        var line = line(queue);
        return sweepIfDue(line)
                .chain(() -> CarriedOn.run(take(line, worker, max), this::abandon))
                .chain(found -> found.isEmpty() && wait.isPositive() ? await(line, worker, max, wait) : item(found))
                .invoke(found -> {
                    metrics.claimed(found.size());
                    found.forEach(task -> metrics.waited(task.waited()));
                });
    }

    /** Workers that wait for this queue at this instance. */
    int waitingFor(String queue) {
        return line(queue).waiting();
    }

    /** For a queue that is not paused or limited any more. */
    void serveAgain(String queue) {
        serve(line(queue));
    }

    /** Gives tasks back whose worker has gone. What can't be given back now comes back with its lease. */
    void abandon(List<ClaimedTask> unclaimed) {
        if (!unclaimed.isEmpty()) {
            release(unclaimed, "its worker had gone")
                    .subscribe()
                    .with(done -> {}, failure -> LOG.debugf("tasks wait for their leases: %s", failure.getMessage()));
        }
    }

    /** Gives tasks back that could not be delivered, each for itself; one that can't be given back runs out of its lease. */
    Uni<Void> release(List<ClaimedTask> undelivered, String why) {
        var releases = undelivered.stream().map(task -> release(task, why)).toList();
        return releases.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(releases).andCollectFailures().replaceWithVoid();
    }

    private Uni<Void> release(ClaimedTask task, String why) {
        return tasks.fail(task.ticket().id(), task.attempt(), FailureKind.RELEASED, why)
                .call(outcome -> outcome instanceof AnswerOutcome.Accepted accepted
                        ? permits.giveBack(List.of(accepted.permit())).invoke(() -> followUps.of(accepted.aftermath()))
                        : Uni.createFrom().voidItem())
                .onFailure()
                .invoke(failure -> LOG.debugf(
                        "%s could not be given back: %s", task.ticket().id(), failure.getMessage()))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    // ---- waiting ----------------------------------------------------------------------------------------------------

    private Uni<List<ClaimedTask>> await(QueueLine line, String worker, int max, Duration wait) {
        if (waiting.incrementAndGet() > config.waitingMax()) {
            waiting.decrementAndGet();
            return item(List.of());
        }
        var context = vertx.getOrCreateContext();
        return Uni.createFrom()
                .<List<ClaimedTask>>emitter(emitter -> {
                    var waiter = new Waiter(worker, max, emitter, context, this::abandon);
                    long timer = vertx.setTimer(wait.toMillis(), late -> {
                        line.leave(waiter);
                        waiter.answer(List.of());
                    });
                    emitter.onTermination(() -> {
                        vertx.cancelTimer(timer);
                        line.leave(waiter);
                        waiter.gone();
                    });
                    line.join(waiter);
                    // Something may have become ready between looking and joining.
                    serveAgainIfWoken(line);
                })
                .eventually(waiting::decrementAndGet);
    }

    /** Who is being served right now and gets nothing is back in line for the next time. */
    private Uni<Void> dismiss() {
        lines.values().stream()
                .map(QueueLine::leaveAll)
                .flatMap(List::stream)
                .forEach(waiter -> waiter.answer(List.of()));
        return Uni.createFrom().voidItem();
    }

    private void woken(String queue, Partition partition) {
        var line = lines.get(queue);
        if (line != null) {
            line.hint(partition);
            serve(line);
        }
    }

    /** Serves the first who waits, then the next as long as there is something. */
    private void serve(QueueLine line) {
        var first = line.first();
        if (first.isEmpty()) {
            return;
        }
        var waiter = first.get();
        if (waiter.isOver()) {
            serve(line);
            return;
        }
        take(line, waiter.worker(), waiter.max()).subscribe().with(found -> served(line, waiter, found), failure -> {
            line.backToTheFront(waiter);
            LOG.debugf("a waiting worker has to wait on: %s", failure.getMessage());
        });
    }

    private void served(QueueLine line, Waiter waiter, List<ClaimedTask> found) {
        if (found.isEmpty()) {
            if (!waiter.isOver()) {
                line.backToTheFront(waiter);
                serveAgainIfWoken(line);
            }
            return;
        }
        if (!waiter.answer(found)) {
            abandon(found);
        }
        serveAgainIfWoken(line);
    }

    /** A wake-up that came while the only worker in line was being served. */
    private void serveAgainIfWoken(QueueLine line) {
        if (settings.of(line.queue()).isUnlimited() && !line.hinted().isEmpty()) {
            serve(line);
        }
    }

    // ---- taking -----------------------------------------------------------------------------------------------------

    private Uni<List<ClaimedTask>> take(QueueLine line, String worker, int max) {
        var setting = settings.of(line.queue());
        var hinted = line.hinted();
        if (setting.paused() || hinted.isEmpty()) {
            return item(List.of());
        }
        if (setting.limit().isEmpty()) {
            return takeFrom(line, hinted, 0, NextClaim.unlimited(line.queue(), worker, max), new ArrayList<>());
        }
        return permits.acquire(line.queue(), setting.limit().getAsInt(), max, PERMIT_LEASE)
                .chain(granted -> granted.isEmpty()
                        ? item(List.<ClaimedTask>of())
                        : takeWith(line, hinted, new NextClaim(line.queue(), worker, granted)));
    }

    private Uni<List<ClaimedTask>> takeWith(QueueLine line, List<Partition> hinted, NextClaim wanted) {
        return takeFrom(line, hinted, 0, wanted, new ArrayList<>())
                .call(found -> permits.giveBack(
                        wanted.permits().subList(found.size(), wanted.permits().size())))
                .call(found -> extend(line.queue(), wanted.permits(), found)
                        .onFailure(RedisFailure::isOutage)
                        // The first heartbeat extends it.
                        .recoverWithNull());
    }

    private Uni<Void> extend(String queue, List<String> granted, List<ClaimedTask> found) {
        if (found.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var ends = new HashMap<String, Instant>();
        for (int i = 0; i < found.size(); i++) {
            ends.put(granted.get(i), found.get(i).leaseEnd());
        }
        return permits.extend(queue, ends);
    }

    /** One partition after the other until there is enough. One that can't be asked now does not keep the others from theirs. */
    private Uni<List<ClaimedTask>> takeFrom(
            QueueLine line, List<Partition> hinted, int at, NextClaim wanted, List<ClaimedTask> found) {
        if (at == hinted.size() || found.size() == wanted.permits().size()) {
            return item(found);
        }
        var partition = hinted.get(at);
        return takeOne(line, partition, wanted.without(found.size()))
                .onFailure(RedisFailure::isOutage)
                .recoverWithItem(failure -> {
                    // No hint: the next sweep finds it again.
                    LOG.debugf("nothing is claimed from %s now: %s", partition, failure.getMessage());
                    return List.of();
                })
                .chain(some -> {
                    found.addAll(some);
                    return takeFrom(line, hinted, at + 1, wanted, found);
                });
    }

    private Uni<List<ClaimedTask>> takeOne(QueueLine line, Partition partition, NextClaim wanted) {
        line.unhint(partition);
        if (!gate.mayHandOut(partition)) {
            // The next sweep finds it again.
            return item(List.of());
        }
        return pastHeldBack(partition, wanted).map(outcome -> {
            if (!(outcome instanceof ClaimOutcome.Some some)) {
                return List.of();
            }
            some.tasks().forEach(task -> views.touch(task.ticket().id()));
            if (some.stillReady() > 0) {
                line.hint(partition);
            }
            return some.tasks();
        });
    }

    /** Asks on while there is nothing but tasks of jobs that are held back: each call puts some of them aside. */
    private Uni<ClaimOutcome> pastHeldBack(Partition partition, NextClaim wanted) {
        return Multi.createBy()
                .repeating()
                .uni(() -> tasks.claim(partition, wanted))
                .whilst(outcome -> outcome instanceof ClaimOutcome.None none && none.stillReady() > 0)
                .collect()
                .last();
    }

    // ---- sweeping ---------------------------------------------------------------------------------------------------

    private Uni<Void> sweepWaitedFor() {
        var sweeps = lines.values().stream()
                .filter(line -> line.waiting() > 0)
                .map(line -> sweepIfDue(line).invoke(() -> serve(line)))
                .toList();
        return sweeps.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(sweeps).andCollectFailures().replaceWithVoid();
    }

    private Uni<Void> sweepIfDue(QueueLine line) {
        if (!line.isSweepDue(System.nanoTime(), config.sweepPeriod().toNanos() / 2)) {
            return Uni.createFrom().voidItem();
        }
        var looks = partitions.all().stream()
                .map(partition -> Command.of("EXISTS").key(keys.ready(partition, line.queue())))
                .toList();
        return router.sendAll(looks).invoke(found -> line.found(ready(found))).replaceWithVoid();
    }

    private List<Partition> ready(List<Outcome> found) {
        var ready = new ArrayList<Partition>();
        for (int number = 0; number < Partitions.COUNT; number++) {
            if (found.get(number) instanceof Outcome.Replied replied
                    && replied.reply().integer() == 1) {
                ready.add(partitions.at(number));
            }
        }
        return ready;
    }

    private QueueLine line(String queue) {
        if (lines.size() > QUEUES_MAX) {
            lines.values().removeIf(line -> line.waiting() == 0);
        }
        return lines.computeIfAbsent(queue, name -> new QueueLine(name, partitions));
    }

    private static Uni<List<ClaimedTask>> item(List<ClaimedTask> found) {
        return Uni.createFrom().item(found);
    }
}
