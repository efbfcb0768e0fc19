package dev.hotstate.dag.recovery;

import dev.hotstate.dag.growth.AdditionRecovery;
import dev.hotstate.dag.history.EventMirror;
import dev.hotstate.dag.job.JobControl;
import dev.hotstate.dag.job.JobSubmission;
import dev.hotstate.dag.job.LoadOutcome;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.recovery.StoredJobs.Candidate;
import dev.hotstate.dag.recovery.StoredJobs.KnownEnd;
import dev.hotstate.dag.task.FailureKind;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes Redis agree with Postgres about one job. */
@Singleton
class JobReconciliation {

    static final Script<RecoveryWords.Restore> RESTORE_ATTEMPT =
            Script.load("lua/recovery/restore_attempt.lua", RecoveryWords.Restore.class);
    static final Script<RecoveryWords.Forget> FORGET_END =
            Script.load("lua/recovery/forget_end.lua", RecoveryWords.Forget.class);

    private static final String WORKER = "recovery";
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final int STATES_PER_CALL = 200;

    private final RedisRouter router;
    private final Scripts scripts;
    private final DagKeys keys;
    private final StoredJobs stored;
    private final JobSubmission submission;
    private final AdditionRecovery additions;
    private final JobControl control;
    private final TaskStore tasks;
    private final EventMirror mirror;

    JobReconciliation(
            RedisRouter router,
            Scripts scripts,
            DagKeys keys,
            StoredJobs stored,
            JobSubmission submission,
            AdditionRecovery additions,
            JobControl control,
            TaskStore tasks,
            EventMirror mirror) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.stored = stored;
        this.submission = submission;
        this.additions = additions;
        this.control = control;
        this.tasks = tasks;
        this.mirror = mirror;
    }

    /** What became of a comparison. */
    sealed interface Outcome {

        /** Redis had it, or does not need it any more. */
        record Agreed() implements Outcome {}

        /** Redis did not have it. */
        record Loaded() implements Outcome {}

        /**
         * Redis did not know how some of its tasks had ended.
         *
         * @param waiting of these tasks Redis still has to hear that their parents ended: look again
         */
        record Replayed(int ends, int waiting) implements Outcome {}

        /** Somebody else does, and may have read it before others had written what they knew: look again. */
        record BeingLoaded() implements Outcome {}

        /** What happened to it just now Postgres does not know yet: look again. */
        record Behind() implements Outcome {}

        /** Whether nothing may be handed out before it has been looked at once more. */
        default boolean isUnfinished() {
            return this instanceof BeingLoaded
                    || this instanceof Behind
                    || this instanceof Replayed replayed && replayed.waiting() > 0;
        }
    }

    Uni<Outcome> reconcile(Candidate job) {
        return router.send(Command.of("HMGET")
                        .key(keys.job(job.id()))
                        .arg("status")
                        .arg("run")
                        .arg("paused")
                        .arg("asked"))
                .chain(known -> {
                    if (isMissing(job, known)) {
                        return job.finished() ? agreed() : load(job);
                    }
                    return isRunning(known)
                            ? catchUp(job).chain(outcome -> holdAgain(job, known, outcome))
                            : compareEnds(job, known);
                });
    }

    /** Another end than Postgres knows is of somebody who answered when this was lost and not told again yet. It is never told: Postgres is. */
    private Uni<Outcome> compareEnds(Candidate job, Reply known) {
        var status = known.get(0).text();
        if (known.get(1).integer() > job.run() || job.mayEndAs(status)) {
            return agreed();
        }
        return job.finished()
                ? scripts.run(FORGET_END, keys.job(job.id()))
                        .args(job.run(), status)
                        .replaceWith(new Outcome.Agreed())
                : Uni.createFrom().item(new Outcome.Behind());
    }

    /** What could not be done before its partition was. */
    void opened(Candidate job) {
        if (job.stopping() != null) {
            control.endTasks(job.id());
        }
    }

    private Uni<Outcome> load(Candidate job) {
        return submission.submitStored(job.id()).chain(loaded -> switch (loaded.orElse(null)) {
            case LoadOutcome.Started started -> settleAdditions(job).replaceWith(new Outcome.Loaded());
            // Since we looked, and perhaps from what Postgres knew before its last batch.
            case LoadOutcome.Known known -> catchUp(job);
            case LoadOutcome.Superseded elsewhere -> Uni.createFrom().item(new Outcome.BeingLoaded());
            case null -> agreed();
        });
    }

    private Uni<Outcome> catchUp(Candidate job) {
        return settleAdditions(job).chain(() -> replay(job.id(), job.run())).chain(outcome -> stopAgain(job, outcome));
    }

    private Uni<Void> settleAdditions(Candidate job) {
        return job.grown() ? additions.settle(job.id()) : Uni.createFrom().voidItem();
    }

    /** Also if it is there as of an earlier run, or only half. */
    private static boolean isMissing(Candidate job, Reply known) {
        return known.get(0).isNil() || known.get(1).isNil() || known.get(1).integer() < job.run();
    }

    private static boolean isRunning(Reply known) {
        return known.get(0).text().equals("RUNNING");
    }

    /** Redis may have lost that the job was stopped, together with the tasks that were cancelled. */
    private Uni<Outcome> stopAgain(Candidate job, Outcome outcome) {
        var stopping = job.stopping();
        return stopping == null || outcome.isUnfinished()
                ? Uni.createFrom().item(outcome)
                : control.stop(job.id(), job.run(), stopping).map(stopped -> stopped ? outcome : new Outcome.Behind());
    }

    /**
     * Redis may have lost that the job was held back, or let go on. Or somebody just did so, and Postgres did not know yet: it does, once it has
     * all that was written until Redis was asked. Whoever asks after that is not overruled.
     */
    private Uni<Outcome> holdAgain(Candidate job, Reply known, Outcome outcome) {
        if (job.paused() == isPaused(known) || job.stopping() != null || outcome.isUnfinished()) {
            return Uni.createFrom().item(outcome);
        }
        return mirror.hasCaughtUp(keys.partitionOf(job.id()))
                .chain(caughtUp -> caughtUp
                        ? stored.isPaused(job.id())
                                .chain(paused -> control.tellHeld(job.id(), paused, asked(known)))
                                .map(told -> told ? outcome : new Outcome.Behind())
                        : Uni.createFrom().item(new Outcome.Behind()));
    }

    private static String asked(Reply known) {
        return known.get(3).isNil() ? "0" : known.get(3).text();
    }

    private static boolean isPaused(Reply known) {
        return !known.get(2).isNil() && known.get(2).text().equals("1");
    }

    private static Uni<Outcome> agreed() {
        return Uni.createFrom().item(new Outcome.Agreed());
    }

    // ---- ends that only Postgres knows ------------------------------------------------------------------------------

    private Uni<Outcome> replay(String job, int run) {
        return stored.ends(job)
                .onItem()
                .transformToUniAndConcatenate(ends -> unknownInRedis(job, ends))
                .onItem()
                .transformToMultiAndConcatenate(unknown -> Multi.createFrom().iterable(unknown))
                .onItem()
                .transformToUniAndConcatenate(end -> replay(new TaskId(job, end.task()), run, end))
                .collect()
                .asList()
                .map(results -> results.isEmpty()
                        ? new Outcome.Agreed()
                        : new Outcome.Replayed(results.size(), (int)
                                results.stream().filter(waiting -> waiting).count()));
    }

    private Uni<List<KnownEnd>> unknownInRedis(String job, List<KnownEnd> ends) {
        return Multi.createFrom()
                .iterable(CallParts.of(ends, STATES_PER_CALL))
                .onItem()
                .transformToUniAndConcatenate(chunk -> lives(job, chunk))
                .collect()
                .in(HashMap<String, Life>::new, Map::putAll)
                .map(lives -> ends.stream()
                        .filter(end -> lives.containsKey(end.task()))
                        .filter(end -> !lives.get(end.task()).ended())
                        .toList());
    }

    private Uni<Map<String, Life>> lives(String job, List<KnownEnd> chunk) {
        var look = Command.of("HMGET").key(keys.state(job));
        chunk.forEach(end -> look.arg(end.task()));
        return router.send(look).map(states -> {
            var lives = new HashMap<String, Life>();
            for (int i = 0; i < chunk.size(); i++) {
                if (!states.get(i).isNil()) {
                    lives.put(
                            chunk.get(i).task(),
                            TaskState.parse(states.get(i).text()).life());
                }
            }
            return lives;
        });
    }

    /** Whether its parents come first. */
    private Uni<Boolean> replay(TaskId id, int run, KnownEnd end) {
        var partition = keys.partitionOf(id.job());
        return scripts.run(
                        RESTORE_ATTEMPT,
                        keys.job(id.job()),
                        keys.state(id.job()),
                        keys.running(partition),
                        keys.lease(partition),
                        keys.parked(partition),
                        keys.delay(partition),
                        keys.ready(partition, end.queue()))
                .idempotent()
                .args(id.toString(), Long.toString(end.attempt()), run, LEASE.toMillis())
                .chain(reply -> switch (reply.status()) {
                    case RESTORED -> tell(id, end).replaceWith(false);
                    case ENDED, UNKNOWN -> Uni.createFrom().item(false);
                    case WAITING -> Uni.createFrom().item(true);
                });
    }

    private Uni<Void> tell(TaskId id, KnownEnd end) {
        var attempt = Long.toString(end.attempt());
        var told = end.completed()
                ? tasks.complete(id, attempt, end.detail(), NextClaim.nothing(end.queue(), WORKER))
                : tasks.fail(id, attempt, FailureKind.FATAL, end.detail());
        return told.replaceWithVoid();
    }
}
