package dev.hotstate.monitor.schedule;

import static dev.hotstate.monitor.platform.PartitionBell.Reason.DUE;
import static java.util.stream.Collectors.toSet;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.LastWork;
import dev.hotstate.kit.redis.worker.Ticker;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.platform.PartitionBell;
import dev.hotstate.monitor.result.CommitOutcome;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Claims what is due, as far as there is room, and has it checked. Each instance asks all partitions; a partition that does
 * not answer delays no other.
 */
@Singleton
final class ScheduleWorker {

    private static final Logger LOG = Logger.getLogger(ScheduleWorker.class);
    private static final Duration TROUBLE_PAUSE = Duration.ofMillis(500);
    private static final Duration DEFINITION_PAUSE = Duration.ofSeconds(5);

    /** One that has had no room for so long asks what is due without claiming it, and again so often. */
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final ScheduleStore store;
    private final MonitorSource monitors;
    private final CheckRunner runner;
    private final ScheduleConfig config;
    private final ScheduleMetrics metrics;
    private final SchedulePulse pulse;
    private final PartitionBell bell;
    private final Predicate<Partition> isFull;
    private final Iterable<UnbuiltListener> recovery;
    private final CheckSlots slots;
    private final PollPlan plan;
    private final Map<Partition, Instant> oldestWaiting = new ConcurrentHashMap<>();
    /** Places that are promised to answers which have not come yet. */
    private final AtomicInteger askedFor = new AtomicInteger();

    /** Twice as many as were asked for, of those that had them all. */
    private final Map<Partition, Integer> plentiful = new ConcurrentHashMap<>();

    private final Map<Partition, Pause> paused = new ConcurrentHashMap<>();
    private final Set<Partition> unbuilt = ConcurrentHashMap.newKeySet();
    private final Set<Claim> underWay = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private @Nullable Ticker ticker;
    private volatile long lastAskedNanos = System.nanoTime();
    private volatile long inServiceSinceNanos = System.nanoTime();
    private volatile boolean stopping;

    @Inject
    ScheduleWorker(
            Vertx vertx,
            Partitions partitions,
            ScheduleStore store,
            MonitorSource monitors,
            CheckRunner runner,
            ScheduleConfig config,
            ScheduleMetrics metrics,
            SchedulePulse pulse,
            PartitionBell bell,
            MemoryGate gate,
            Instance<UnbuiltListener> recovery) {
        this(vertx, partitions, store, monitors, runner, config, metrics, pulse, bell, gate::isFull, (Iterable<
                        UnbuiltListener>)
                recovery);
    }

    ScheduleWorker(
            Vertx vertx,
            Partitions partitions,
            ScheduleStore store,
            MonitorSource monitors,
            CheckRunner runner,
            ScheduleConfig config,
            ScheduleMetrics metrics,
            SchedulePulse pulse,
            PartitionBell bell,
            Predicate<Partition> isFull,
            Iterable<UnbuiltListener> recovery) {
        this.vertx = vertx;
        this.store = store;
        this.monitors = monitors;
        this.runner = runner;
        this.config = config;
        this.metrics = metrics;
        this.pulse = pulse;
        this.bell = bell;
        this.isFull = isFull;
        this.recovery = recovery;
        this.slots = CheckSlots.of(config);
        this.plan = new PollPlan(
                partitions,
                config.pollMin(),
                config.pollMax(),
                config.pollQuietMax(),
                () -> ThreadLocalRandom.current().nextDouble(),
                System.nanoTime());
    }

    void start(@Observes StartupEvent event) {
        if (config.enabled()) {
            start();
        }
    }

    void start() {
        metrics.underWay(slots::underWay);
        metrics.overdue(() -> pulse.overdue().toMillis() / 1_000.0);
        for (var why : Pause.values()) {
            metrics.paused(why, () -> Collections.frequency(paused.values(), why));
        }
        pulse.started(System.nanoTime());
        bell.onRing(DUE, partition -> plan.expect(partition, Duration.ZERO, System.nanoTime()));
        bell.onDoubt(() -> plan.expectEverywhere(System.nanoTime()));
        ticker = Ticker.every(vertx, config.tick(), "The schedule", this::round);
    }

    /** One round of the loop; what it has begun goes on by itself, so that one slow answer holds up no other partition. */
    private Uni<Void> round() {
        tick().subscribe().with(done -> {}, failure -> LOG.errorf(failure, "A round of the schedule failed"));
        return Uni.createFrom().voidItem();
    }

    /** Ends when all that was found due has been checked. */
    Uni<Void> tick() {
        long now = System.nanoTime();
        pulse.round(now);
        slots.age(now);
        int room = slots.free() - askedFor.get();
        var due = plan.due(now);
        if (!monitors.isReady()) {
            inServiceSinceNanos = now;
            return Uni.createFrom().voidItem();
        }
        if (stopping || due.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (room <= 0 && now - lastAskedNanos < LOOK_PAUSE.toNanos()) {
            return Uni.createFrom().voidItem();
        }
        lastAskedNanos = now;
        return all(room > 0 ? askFor(room, due) : lookAt(due));
    }

    /**
     * All get an equal share of the room. But a claim costs as much as several of the checks that it brings, so who had as many
     * as were asked for is asked for twice as many, and others wait for a tick: those that wait longest come first.
     */
    private List<Uni<Void>> askFor(int room, List<Partition> due) {
        int share = Math.max(1, room / due.size());
        int left = room;
        var works = new ArrayList<Uni<Void>>();
        for (var partition : due) {
            if (left == 0) {
                break;
            }
            int wanted = Math.max(share, plentiful.getOrDefault(partition, 1));
            int batch = Math.min(left, Math.min(wanted, config.batchMax()));
            left -= batch;
            works.add(ask(partition, batch));
        }
        return works;
    }

    /** Who has no room and never looks would not notice that he leaves work. */
    private List<Uni<Void>> lookAt(List<Partition> due) {
        return due.stream().map(partition -> ask(partition, 0)).toList();
    }

    private Uni<Void> ask(Partition partition, int batch) {
        long askedNanos = System.nanoTime();
        if (isFull.test(partition)) {
            pause(partition, Pause.MEMORY);
            return Uni.createFrom().voidItem();
        }
        plan.asked(partition, askedNanos);
        askedFor.addAndGet(batch);
        return store.claimDue(partition, batch).onItemOrFailure().transformToUni((outcome, failure) -> {
            askedFor.addAndGet(-batch);
            if (failure != null) {
                metrics.claimFailed();
                plan.failed(partition, TROUBLE_PAUSE, System.nanoTime());
                return Uni.createFrom().voidItem();
            }
            return heed(partition, batch, outcome, askedNanos);
        });
    }

    private Uni<Void> heed(Partition partition, int batch, ClaimOutcome outcome, long askedNanos) {
        if (outcome instanceof ClaimOutcome.Congested) {
            pause(partition, Pause.BACKLOG);
            return Uni.createFrom().voidItem();
        }
        paused.remove(partition);
        if (!(outcome instanceof ClaimOutcome.Claimed claimed)) {
            noteUnbuilt(partition);
            return Uni.createFrom().voidItem();
        }
        unbuilt.remove(partition);
        noteNext(partition, claimed);
        if (claimed.claims().size() == batch) {
            plentiful.put(partition, 2 * batch);
        } else {
            plentiful.remove(partition);
        }
        claimed.claims().forEach(claim -> metrics.claimed(claim.takenOver()));
        return begin(claimed.claims(), askedNanos);
    }

    private void pause(Partition partition, Pause why) {
        if (paused.put(partition, why) == null) {
            LOG.warnf("Nothing new is checked of %s: %s", partition, why.word());
        }
        putAside(partition);
    }

    /** Nobody can say what is overdue there, and nobody here can help it. */
    private void putAside(Partition partition) {
        oldestWaiting.remove(partition);
        plan.failed(partition, TROUBLE_PAUSE, System.nanoTime());
    }

    /** What has lost its memory once, others may have lost with it. */
    private void noteUnbuilt(Partition partition) {
        putAside(partition);
        if (unbuilt.add(partition)) {
            plan.expectEverywhere(System.nanoTime());
        }
        recovery.forEach(listener -> listener.unbuilt(partition));
    }

    private void noteNext(Partition partition, ClaimOutcome.Claimed claimed) {
        plan.answered(partition, claimed.next(), claimed.now(), System.nanoTime());
        claimed.next()
                .filter(next -> next.isBefore(claimed.now()))
                .ifPresentOrElse(next -> oldestWaiting.put(partition, next), () -> oldestWaiting.remove(partition));
        pulse.overdue(oldestWaiting.values().stream()
                .min(Instant::compareTo)
                .map(oldest -> Duration.between(oldest, claimed.now()))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO));
    }

    // ---- checks -----------------------------------------------------------------------------------------------------

    private Uni<Void> begin(List<Claim> claims, long askedNanos) {
        var admission = new Admission(askedNanos, System.nanoTime());
        var unknown = new ArrayList<Claim>();
        for (var claim : claims) {
            underWay.add(claim);
            monitors.known(claim.monitor(), claim.version())
                    .ifPresentOrElse(monitor -> admission.admit(claim, monitor), () -> unknown.add(claim));
        }
        var works = admission.works();
        if (!unknown.isEmpty()) {
            works.add(fetchAndRun(unknown, askedNanos, admission.heardNanos));
        }
        return all(works);
    }

    /** Others have changed these definitions, or made them. */
    private Uni<Void> fetchAndRun(List<Claim> claims, long askedNanos, long heardNanos) {
        return monitors.fetch(claims.stream().map(Claim::monitor).toList())
                .onItemOrFailure()
                .transformToUni((found, failure) -> {
                    if (failure != null) {
                        return putOff(claims, DEFINITION_PAUSE);
                    }
                    var admission = new Admission(askedNanos, heardNanos);
                    claims.forEach(claim -> admission.admit(claim, found.get(claim.monitor())));
                    return all(admission.works());
                });
    }

    /** Sorts claims of one answer into those that run, those that wait because their host is busy, and those that end. */
    private final class Admission {

        private final long askedNanos;
        private final long heardNanos;
        private final List<Uni<Void>> checks = new ArrayList<>();
        private final List<Claim> busy = new ArrayList<>();

        /**
         * @param askedNanos when the claims were asked for
         * @param heardNanos when they were ours
         */
        private Admission(long askedNanos, long heardNanos) {
            this.askedNanos = askedNanos;
            this.heardNanos = heardNanos;
        }

        void admit(Claim claim, @Nullable Monitor monitor) {
            if (monitor == null || !monitor.enabled()) {
                checks.add(withdraw(claim, monitor));
                return;
            }
            var host = monitor.isPush() ? claim.monitor() : monitor.host();
            slots.enter(host, System.nanoTime())
                    .ifPresentOrElse(
                            slot -> checks.add(run(claim, monitor, slot)), () -> standInLine(claim, monitor, host));
        }

        private void standInLine(Claim claim, Monitor monitor, String host) {
            slots.queue(host, System.nanoTime())
                    .ifPresentOrElse(
                            turn -> checks.add(Uni.createFrom()
                                    .completionStage(turn)
                                    .chain(slot -> slot.map(place -> run(claim, monitor, place))
                                            .orElseGet(() -> comeAgain(List.of(claim))))),
                            () -> busy.add(claim));
        }

        private Uni<Void> run(Claim claim, Monitor monitor, CheckSlots.Slot slot) {
            long now = System.nanoTime();
            metrics.late(claim.lateness().plusNanos(now - heardNanos), Duration.ofNanos(now - inServiceSinceNanos));
            return ScheduleWorker.this.run(claim, monitor, slot, askedNanos);
        }

        List<Uni<Void>> works() {
            if (!busy.isEmpty()) {
                checks.add(comeAgain(busy));
            }
            return checks;
        }

        /** Their host has no place for them. */
        private Uni<Void> comeAgain(List<Claim> claims) {
            claims.forEach(claim -> pulse.putOff(claim, System.nanoTime()));
            return putOff(claims, config.hostPause());
        }
    }

    private Uni<Void> run(Claim claim, Monitor monitor, CheckSlots.Slot slot, long askedNanos) {
        long begunNanos = System.nanoTime();
        var lease = new CheckRunner.Lease(askedNanos, store.lease(monitor));
        pulse.movesUntil(begunNanos + lease.length().toNanos());
        return upToDate(claim, monitor)
                .chain(() -> runner.run(claim, monitor, () -> slot.answered(System.nanoTime()), lease))
                .onItemOrFailure()
                .invoke((outcome, failure) -> {
                    long endedNanos = System.nanoTime();
                    slot.close(endedNanos);
                    pulse.movesUntil(endedNanos);
                    metrics.took(Duration.ofNanos(endedNanos - begunNanos));
                    noteOutcome(claim, outcome, endedNanos);
                })
                // Lost results are counted where they are handed in; the lease brings the check back.
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    /** A result under a version that Redis does not know would be refused. */
    private Uni<Void> upToDate(Claim claim, Monitor monitor) {
        return monitor.version() == claim.version()
                ? Uni.createFrom().voidItem()
                : store.enrollIn(claim.partition(), List.of(monitor), false).replaceWithVoid();
    }

    private void noteOutcome(Claim claim, @Nullable CommitOutcome outcome, long nowNanos) {
        forget(claim);
        switch (outcome) {
            case CommitOutcome.Applied applied -> plan.expect(claim.partition(), applied.next(), nowNanos);
            case CommitOutcome.Outdated outdated -> plan.expect(claim.partition(), Duration.ZERO, nowNanos);
            case null, default -> {}
        }
    }

    private Uni<Void> putOff(List<Claim> claims, Duration pause) {
        claims.forEach(claim -> metrics.putOff());
        return store.release(claims, pause)
                .onItemOrFailure()
                .invoke((released, failure) -> claims.forEach(claim -> {
                    forget(claim);
                    plan.expect(claim.partition(), pause, System.nanoTime());
                }))
                .onFailure()
                .recoverWithNull()
                .replaceWithVoid();
    }

    /** Deleted or disabled, of which Redis has not heard. */
    private Uni<Void> withdraw(Claim claim, @Nullable Monitor monitor) {
        int version = monitor == null ? claim.version() : monitor.version();
        return store.withdraw(claim.monitor(), version, monitor == null ? "deleted" : "disabled")
                .onItemOrFailure()
                .invoke((done, failure) -> forget(claim))
                .onFailure()
                .recoverWithNull();
    }

    private void forget(Claim claim) {
        underWay.remove(claim);
        completeIfDrained();
    }

    // ---- stop -------------------------------------------------------------------------------------------------------

    void stop(@Observes ShutdownEvent event) {
        LastWork.await(
                event,
                leave(),
                config.farewell().multipliedBy(2),
                late -> LOG.warnf("What was under way is checked again when its lease ends: %s", late));
    }

    /** Waits a moment for checks under way; gives the rest back, so that others run them at once. */
    Uni<Void> leave() {
        stopping = true;
        pulse.stopped();
        if (ticker != null) {
            ticker.close();
        }
        completeIfDrained();
        return Uni.createFrom()
                .completionStage(drained)
                .ifNoItem()
                .after(config.farewell())
                .recoverWithItem((Void) null)
                .chain(this::giveBack)
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Void> giveBack() {
        var left = List.copyOf(underWay);
        return store.release(left, Duration.ZERO)
                .invoke(metrics::released)
                .invoke(() -> bell.ring(DUE, left.stream().map(Claim::partition).collect(toSet())))
                .replaceWithVoid();
    }

    private void completeIfDrained() {
        if (stopping && underWay.isEmpty()) {
            drained.complete(null);
        }
    }

    private static Uni<Void> all(List<Uni<Void>> works) {
        return works.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(works).andCollectFailures().replaceWithVoid();
    }
}
