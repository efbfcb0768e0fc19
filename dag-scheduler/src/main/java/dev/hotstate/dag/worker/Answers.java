package dev.hotstate.dag.worker;

import dev.hotstate.dag.job.Presence;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagFailure;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.recovery.MemoryGate;
import dev.hotstate.dag.task.AnswerOutcome;
import dev.hotstate.dag.task.Beat;
import dev.hotstate.dag.task.ClaimedTask;
import dev.hotstate.dag.task.Completion;
import dev.hotstate.dag.task.FailureKind;
import dev.hotstate.dag.task.FollowUps;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.dag.task.PermitStore;
import dev.hotstate.dag.task.TaskMetrics;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.dag.task.TaskViews;
import dev.hotstate.dag.task.WakeUps;
import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.partition.Partition;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Takes what workers answer, each for itself, and sees to what follows from it. */
@Singleton
class Answers {

    private static final Logger LOG = Logger.getLogger(Answers.class);

    /** So many times an id, or one of about its length, stands in the keys, commands and events of its completion and of what follows. */
    private static final int ID_COPIES = 32;

    private static final Duration MIRROR_PATIENCE = Duration.ofSeconds(10);
    /** Where tasks were claimed with the completions: their leases run. */
    private static final Duration MIRROR_HASTE = Duration.ofSeconds(1);

    private final TaskStore tasks;
    private final PermitStore permits;
    private final QueueSettings settings;
    private final Claims claims;
    private final FollowUps followUps;
    private final TaskViews views;
    private final WakeUps wakeUps;
    private final MemoryGate gate;
    private final Mirrored mirrored;
    private final Presence presence;
    private final TaskMetrics metrics;
    private final DagKeys keys;
    private final int outputBytesMax;

    Answers(
            TaskStore tasks,
            PermitStore permits,
            QueueSettings settings,
            Claims claims,
            FollowUps followUps,
            TaskViews views,
            WakeUps wakeUps,
            MemoryGate gate,
            Mirrored mirrored,
            Presence presence,
            TaskMetrics metrics,
            DagKeys keys,
            WorkerConfig config) {
        this.tasks = tasks;
        this.permits = permits;
        this.settings = settings;
        this.claims = claims;
        this.followUps = followUps;
        this.views = views;
        this.wakeUps = wakeUps;
        this.gate = gate;
        this.mirrored = mirrored;
        this.presence = presence;
        this.metrics = metrics;
        this.keys = keys;
        this.outputBytesMax = config.outputBytesMax();
    }

    /** What a worker wants next. */
    record Wish(String queue, String worker, int max, Duration patience) {

        NextClaim nothing() {
            return NextClaim.nothing(queue, worker);
        }
    }

    /** What became of the answers, and what was claimed with them. */
    record Answered(List<AnswerOutcome> outcomes, List<ClaimedTask> next) {}

    /**
     * Completes tasks, those of one job in one step and each for itself, and claims further ones. The first claims ride on the
     * completions, in their partitions and at no cost of their own; what is still wanted is looked for in the others.
     */
    Uni<Answered> complete(List<Completion> completions, @Nullable Wish wish) {
        return accept(completions, wish)
                .chain(answered ->
                        claimRest(wish, answered.next()).map(next -> new Answered(answered.outcomes(), next)));
    }

    /** One task, where nobody gets the next tasks unless its answer is accepted. */
    Uni<Answered> complete(Completion completion, @Nullable Wish wish) {
        return accept(List.of(completion), wish).chain(answered -> {
            var outcome = answered.outcomes().getFirst();
            boolean taken = outcome instanceof AnswerOutcome.Accepted || outcome instanceof AnswerOutcome.Duplicate;
            return (taken ? claimRest(wish, answered.next()) : release(answered.next()))
                    .map(next -> new Answered(answered.outcomes(), next));
        });
    }

    private Uni<Answered> accept(List<Completion> completions, @Nullable Wish wish) {
        if (completions.isEmpty()) {
            return Uni.createFrom().item(new Answered(List.of(), new ArrayList<>()));
        }
        boolean rides = wish != null && settings.of(wish.queue()).isUnlimited();
        var outcomes = new AnswerOutcome[completions.size()];
        int seats = rides ? wish.max() : 0;
        int waiting = completions.size();
        var calls = new ArrayList<Uni<Void>>();
        for (var places : callsOf(completions)) {
            // Seats are shared out by the number of tasks that are completed.
            int share = Math.min(Math.ceilDiv(seats * places.size(), waiting), TaskStore.COMPLETED_AT_ONCE);
            seats -= share;
            waiting -= places.size();
            var some = places.stream().map(completions::get).toList();
            calls.add(accept(some, wish, share)
                    .invoke(answered -> place(answered, places, outcomes))
                    .replaceWithVoid());
        }
        var accepted = Uni.join()
                .all(calls)
                .andFailFast()
                .map(all -> List.of(outcomes))
                .chain(all -> {
                    var next = new ArrayList<ClaimedTask>();
                    all.forEach(outcome -> next.addAll(claimedWith(outcome)));
                    return mirrored(completions, all, next.isEmpty() ? MIRROR_PATIENCE : MIRROR_HASTE)
                            .map(mirrored -> new Answered(mirrored, next));
                });
        return CarriedOn.run(accepted, unclaimed -> claims.abandon(unclaimed.next()));
    }

    /** What one call completes: tasks of one job, as their places among the completions. */
    static List<List<Integer>> callsOf(List<Completion> completions) {
        var byJob = new LinkedHashMap<String, List<Integer>>();
        for (int i = 0; i < completions.size(); i++) {
            byJob.computeIfAbsent(completions.get(i).id().job(), job -> new ArrayList<>())
                    .add(i);
        }
        return byJob.values().stream()
                .flatMap(places ->
                        CallParts.of(places, TaskStore.COMPLETED_AT_ONCE, place -> characters(completions.get(place)))
                                .stream())
                .toList();
    }

    private static int characters(Completion completion) {
        return completion.output().length()
                + ID_COPIES * completion.id().toString().length();
    }

    private static void place(List<AnswerOutcome> answered, List<Integer> places, AnswerOutcome[] outcomes) {
        for (int i = 0; i < places.size(); i++) {
            outcomes[places.get(i)] = answered.get(i);
        }
    }

    private static List<ClaimedTask> claimedWith(AnswerOutcome outcome) {
        return outcome instanceof AnswerOutcome.Accepted accepted ? accepted.next() : List.of();
    }

    /** Whatever happens here, what was claimed before is delivered. */
    private Uni<List<ClaimedTask>> claimRest(@Nullable Wish wish, List<ClaimedTask> next) {
        if (wish == null || next.size() >= wish.max()) {
            return Uni.createFrom().item(next);
        }
        // Who has something to do does not wait for more.
        var wait = next.isEmpty() ? wish.patience() : Duration.ZERO;
        return claims.claim(wish.queue(), wish.worker(), wish.max() - next.size(), wait)
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.debugf("nothing is claimed after a completion: %s", failure.getMessage());
                    return List.of();
                })
                .map(more -> {
                    next.addAll(more);
                    return next;
                });
    }

    private Uni<List<ClaimedTask>> release(List<ClaimedTask> next) {
        return claims.release(next, "the answer it was to come with failed").replaceWith(List.of());
    }

    /** Tasks of one job. One that is refused does not keep the others from being accepted. */
    private Uni<List<AnswerOutcome>> accept(List<Completion> completions, @Nullable Wish wish, int seats) {
        var fitting = completions.stream().filter(this::fits).toList();
        if (fitting.size() == completions.size()) {
            return acceptFitting(fitting, wish, seats);
        }
        var accepted = fitting.isEmpty()
                ? Uni.createFrom().item(List.<AnswerOutcome>of())
                : acceptFitting(fitting, wish, seats);
        return accepted.map(outcomes -> {
            var given = outcomes.iterator();
            return completions.stream()
                    .map(completion -> fits(completion) ? given.next() : tooLarge(completion))
                    .toList();
        });
    }

    private boolean fits(Completion completion) {
        return bytes(completion) <= outputBytesMax;
    }

    private AnswerOutcome tooLarge(Completion completion) {
        return new AnswerOutcome.Refused(
                "its output has " + bytes(completion) + " bytes and may have " + outputBytesMax);
    }

    private static int bytes(Completion completion) {
        return completion.output().getBytes(StandardCharsets.UTF_8).length;
    }

    private Uni<List<AnswerOutcome>> acceptFitting(List<Completion> completions, @Nullable Wish wish, int seats) {
        var job = completions.getFirst().id().job();
        var next = next(wish, gate.mayHandOut(keys.partitionOf(job)) ? seats : 0);
        return tasks.complete(job, completions, next)
                .call(outcomes -> follow(completions, outcomes).onFailure().recoverWithUni(this::onlyLogged))
                .chain(outcomes -> unlessOnTheirWay(completions, outcomes))
                .onFailure()
                .recoverWithItem(failure -> Collections.nCopies(completions.size(), unavailable(failure)));
    }

    private static NextClaim next(@Nullable Wish wish, int seats) {
        if (wish == null) {
            return NextClaim.nothing("none", "none");
        }
        return seats == 0 ? wish.nothing() : NextClaim.unlimited(wish.queue(), wish.worker(), seats);
    }

    /** What was accepted is accepted, whatever becomes of a permit: it lapses by itself. */
    private Uni<Void> onlyLogged(Throwable failure) {
        LOG.debugf("a permit is not given back: %s", failure.getMessage());
        return Uni.createFrom().voidItem();
    }

    private Uni<Void> follow(List<Completion> completions, List<AnswerOutcome> outcomes) {
        var permitted = new ArrayList<Uni<Void>>();
        for (int i = 0; i < outcomes.size(); i++) {
            metrics.answered("complete", outcomes.get(i));
            if (outcomes.get(i) instanceof AnswerOutcome.Accepted accepted) {
                accepted.next().forEach(task -> {
                    views.touch(task.ticket().id());
                    metrics.waited(task.waited());
                });
                permitted.add(follow(completions.get(i).id(), accepted));
            }
        }
        return permitted.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(permitted).andFailFast().replaceWithVoid();
    }

    private Uni<List<AnswerOutcome>> unlessOnTheirWay(List<Completion> completions, List<AnswerOutcome> outcomes) {
        if (outcomes.stream().noneMatch(AnswerOutcome.Unknown.class::isInstance)) {
            return Uni.createFrom().item(outcomes);
        }
        var explained = IntStream.range(0, outcomes.size())
                .mapToObj(i -> unlessOnItsWay(completions.get(i).id(), outcomes.get(i)))
                .toList();
        return Uni.join().all(explained).andFailFast();
    }

    /** What Redis does not know may be on its way back from Postgres: then its worker has to wait, not to give up. */
    private Uni<AnswerOutcome> unlessOnItsWay(TaskId id, AnswerOutcome outcome) {
        return outcome instanceof AnswerOutcome.Unknown
                ? orUnavailable(presence.<AnswerOutcome>explain(id)
                        .onFailure(PartitionRebuilding.class)
                        .recoverWithItem(AnswerOutcome.Unavailable::new)
                        .onFailure(DagFailure.class)
                        .recoverWithItem(outcome))
                : Uni.createFrom().item(outcome);
    }

    /** What counts only when Postgres has it is unavailable until then. */
    private Uni<List<AnswerOutcome>> mirrored(
            List<Completion> completions, List<AnswerOutcome> outcomes, Duration patience) {
        if (outcomes.stream().noneMatch(AnswerOutcome::mirrored)) {
            return Uni.createFrom().item(outcomes);
        }
        var calls = new ArrayList<Uni<AnswerOutcome>>(outcomes.size());
        for (int i = 0; i < outcomes.size(); i++) {
            var completion = completions.get(i);
            var outcome = outcomes.get(i);
            calls.add(
                    outcome.mirrored()
                            ? orUnavailable(mirrored.completion(completion.id(), completion.attempt(), patience)
                                    .replaceWith(outcome))
                            : Uni.createFrom().item(outcome));
        }
        return Uni.join().all(calls).andFailFast();
    }

    /** One that can't be answered now does not keep the others from their answers. */
    private static Uni<AnswerOutcome> orUnavailable(Uni<AnswerOutcome> call) {
        return call.onFailure().recoverWithItem(Answers::unavailable);
    }

    private static AnswerOutcome unavailable(Throwable failure) {
        if (!(failure instanceof DomainFailure || failure instanceof RedisFailure)) {
            LOG.error("An answer of a worker failed", failure);
        }
        return new AnswerOutcome.Unavailable(failure);
    }

    Uni<AnswerOutcome> fail(TaskId id, String attempt, FailureKind kind, String problem) {
        var failing = orUnavailable(tasks.fail(id, attempt, kind, problem)
                .invoke(outcome -> metrics.answered(kind == FailureKind.RELEASED ? "release" : "fail", outcome))
                .call(outcome -> outcome instanceof AnswerOutcome.Accepted accepted
                        ? follow(id, accepted)
                        : Uni.createFrom().voidItem())
                .chain(outcome -> unlessOnItsWay(id, outcome)));
        return CarriedOn.run(failing, unclaimed -> {});
    }

    private Uni<Void> follow(TaskId id, AnswerOutcome.Accepted accepted) {
        views.written(id);
        followUps.of(accepted.aftermath());
        if (accepted.permit().equals(NextClaim.NO_PERMIT)) {
            return Uni.createFrom().voidItem();
        }
        return permits.giveBack(List.of(accepted.permit()))
                .invoke(() ->
                        wakeUps.ready(keys.partitionOf(id.job()), List.of(PermitStore.queueOf(accepted.permit()))));
    }

    /** In the order of the beats; one that can't be heard now does not keep the others from their leases. */
    Uni<List<Beat.Renewed>> heartbeat(List<Beat> beats) {
        if (beats.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        var byPartition = beats.stream()
                .collect(
                        Collectors.groupingBy(beat -> keys.partitionOf(beat.id().job())));
        var calls = byPartition.entrySet().stream()
                .flatMap(group -> CallParts.of(group.getValue(), TaskStore.BEATS_AT_ONCE).stream()
                        .map(some -> heartbeat(group.getKey(), some)))
                .toList();
        return Uni.join()
                .all(calls)
                .andFailFast()
                .map(groups -> inOrder(beats, groups))
                .call(this::extendPermits);
    }

    private Uni<List<Beat.Renewed>> heartbeat(Partition partition, List<Beat> beats) {
        return tasks.heartbeat(partition, beats)
                .onFailure(RedisFailure::isOutage)
                .recoverWithItem(() -> beats.stream().map(Beat.Renewed::unknown).toList());
    }

    private static List<Beat.Renewed> inOrder(List<Beat> beats, List<List<Beat.Renewed>> groups) {
        var byBeat = new HashMap<Beat, Beat.Renewed>();
        groups.forEach(group -> group.forEach(renewed -> byBeat.put(renewed.beat(), renewed)));
        return beats.stream().map(byBeat::get).toList();
    }

    private Uni<Void> extendPermits(List<Beat.Renewed> renewed) {
        var byQueue = new HashMap<String, Map<String, Instant>>();
        for (var beat : renewed) {
            if (beat.leaseEnd() != null && !beat.permit().equals(NextClaim.NO_PERMIT)) {
                byQueue.computeIfAbsent(PermitStore.queueOf(beat.permit()), queue -> new HashMap<>())
                        .put(beat.permit(), beat.leaseEnd());
            }
        }
        var calls = byQueue.entrySet().stream()
                .map(queue -> permits.extend(queue.getKey(), queue.getValue())
                        .onFailure(RedisFailure::isOutage)
                        // The next heartbeat extends it.
                        .recoverWithNull())
                .toList();
        return calls.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(calls).andCollectFailures().replaceWithVoid();
    }
}
