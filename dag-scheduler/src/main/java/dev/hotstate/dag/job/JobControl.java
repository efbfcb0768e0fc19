package dev.hotstate.dag.job;

import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.job.JobStore.Marked;
import dev.hotstate.dag.job.RerunOrder.Scope;
import dev.hotstate.dag.platform.DagFailure.JobEnded;
import dev.hotstate.dag.platform.DagFailure.JobNotFound;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.Steps;
import dev.hotstate.kit.redis.script.ScriptReply;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Holds jobs, lets them go on, stops them and runs them again. */
@Singleton
public class JobControl {

    /** Others that load the job at the same time may take over, each of them once. */
    private static final int LOADS_MAX = 5;

    /** Redis knows that a job has ended a moment before Postgres does. */
    private static final Duration HISTORY_PATIENCE = Duration.ofSeconds(5);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private final ControlStore redis;
    private final JobStore postgres;
    private final RerunStore reruns;
    private final LiveJobs live;
    private final JobSubmission submission;
    private final Presence presence;
    private final Steps steps;

    JobControl(
            ControlStore redis,
            JobStore postgres,
            RerunStore reruns,
            LiveJobs live,
            JobSubmission submission,
            Presence presence,
            Steps steps) {
        this.redis = redis;
        this.postgres = postgres;
        this.reruns = reruns;
        this.live = live;
        this.submission = submission;
        this.presence = presence;
        this.steps = steps;
    }

    public Uni<Void> pause(String job) {
        return redis.pause(job).chain(reply -> switch (reply.status()) {
            case PAUSED, ALREADY -> Uni.createFrom().voidItem();
            case ENDED -> Uni.createFrom().failure(new JobEnded(job, reply.text(0)));
            case UNKNOWN, MOVED -> presence.explain(job);
        });
    }

    public Uni<Void> resume(String job) {
        return redis.resume(job).chain(reply -> switch (reply.status()) {
            case RESUMED -> {
                steps.begin("unpark", job);
                yield Uni.createFrom().voidItem();
            }
            case ALREADY -> Uni.createFrom().voidItem();
            case ENDED -> Uni.createFrom().failure(new JobEnded(job, reply.text(0)));
            case UNKNOWN, MOVED -> presence.explain(job);
        });
    }

    /**
     * Tells Redis what Postgres knows, unless it has ended.
     *
     * @param asked when somebody last asked Redis to hold it or to let it go on, before the two were compared
     * @return false if somebody did since
     */
    public Uni<Boolean> tellHeld(String job, boolean paused, String asked) {
        return paused
                ? redis.pause(job, asked).map(reply -> !reply.is(JobWords.Pause.MOVED))
                : redis.resume(job, asked)
                        .invoke(() -> steps.begin("unpark", job))
                        .map(reply -> !reply.is(JobWords.Resume.MOVED));
    }

    /**
     * Durable at once: from here on the job is stopped, even if Redis is lost before it heard of it, or in the middle. Answered when
     * Postgres also knows that Redis has taken it: then the job ends as cancelled, even if Redis loses it and takes a last completion instead.
     * Who repeats it because an answer was lost finds a job that is cancelled, as it shall be.
     */
    public Uni<Void> cancel(String job, String reason) {
        var stopping = new Stopping("CANCELLED", reason);
        return postgres.markStopping(job, stopping)
                .chain(marked -> marked.isPresent()
                        ? stopMarked(job, marked.get(), stopping, LOADS_MAX)
                                .chain(() -> heard(job, marked.get().run(), stopping))
                        : stopUnmarked(job, stopping))
                .onFailure(JobControl::isCancelled)
                .recoverWithNull();
    }

    private Uni<Void> heard(String job, int run, Stopping stopping) {
        return postgres.markHeard(job, run, stopping)
                .chain(isMarked -> isMarked ? Uni.createFrom().voidItem() : presence.explain(job));
    }

    /** One that Postgres knows to have ended is not asked of Redis, which may have lost its end; one that it does not know may be there. */
    private Uni<Void> stopUnmarked(String job, Stopping stopping) {
        return presence.<Void>explain(job)
                .onFailure(JobNotFound.class)
                // Deferred: for a text that can be no id there is no key either.
                .recoverWithUni(unknown -> Uni.createFrom()
                        .deferred(() -> redis.cancel(job, ControlStore.ANY_RUN, stopping))
                        .chain(reply ->
                                stopped(job, reply, () -> Uni.createFrom().failure(unknown))));
    }

    private static boolean isCancelled(Throwable failure) {
        return failure instanceof JobEnded ended && ended.isCancelled();
    }

    /** Whoever loads the job at this moment may have read it before it was marked: it is loaded again, as one to be stopped. */
    private Uni<Void> stopMarked(String job, Marked marked, Stopping stopping, int loadsMax) {
        return redis.cancel(job, marked.run(), stopping).chain(reply -> {
            if (reply.is(JobWords.Cancel.ENDED)
                    && (marked.heard() || reply.text(0).equals(stopping.becomes()))) {
                // As it shall; or Redis has lost it, and in Postgres it ends so all the same.
                return Uni.createFrom().voidItem();
            }
            return stopped(job, reply, () -> loadMarked(job, marked, stopping, loadsMax))
                    .onFailure(JobEnded.class)
                    .call(() -> postgres.unmark(job, marked.run()));
        });
    }

    private Uni<Void> loadMarked(String job, Marked marked, Stopping stopping, int loadsMax) {
        if (!marked.stored()) {
            // Whoever stores it finds the mark.
            return Uni.createFrom().voidItem();
        }
        return loadsMax == 0
                ? Uni.createFrom().failure(new PartitionRebuilding())
                : submission.submitStored(job).chain(loaded -> stopMarked(job, marked, stopping, loadsMax - 1));
    }

    private Uni<Void> stopped(String job, ScriptReply<JobWords.Cancel> reply, Supplier<Uni<Void>> orUnknown) {
        return switch (reply.status()) {
            case CANCELLING, ALREADY -> {
                steps.begin(CancelStep.KIND, job);
                yield Uni.createFrom().voidItem();
            }
            case ENDED -> Uni.createFrom().failure(new JobEnded(job, reply.text(0)));
            case UNKNOWN, REBUILDING -> orUnknown.get();
        };
    }

    /** Stops in Redis what Postgres knows to have been stopped; nothing if it has ended there too. False if it has ended otherwise. */
    public Uni<Boolean> stop(String job, int run, Stopping stopping) {
        return redis.cancel(job, run, stopping)
                .invoke(() -> steps.begin(CancelStep.KIND, job))
                .map(reply -> !reply.is(JobWords.Cancel.ENDED) || reply.text(0).equals(stopping.becomes()));
    }

    /** Ends the tasks of a job that is being stopped, which could not end while its partition was closed. */
    public void endTasks(String job) {
        steps.begin(CancelStep.KIND, job);
    }

    /** Runs an ended job again. What completed and does not depend on what begins anew stays completed. */
    Uni<RerunOutcome> rerun(String job, RerunOrder order) {
        return endedRun(job)
                .chain(ended -> postgres.snapshot(job)
                        .onItem()
                        .transform(found -> found.orElseThrow(() -> new JobNotFound(job)))
                        .invoke(found -> requireTask(found, order.scope()))
                        .chain(found ->
                                reruns.reset(job, ended, RerunPolicy.tasksToReset(found, order.scope()), order)))
                .call(outcome -> outcome instanceof RerunOutcome.Begun
                        ? submission
                                .submitStored(job)
                                .onFailure()
                                .recoverWithNull()
                                .replaceWithVoid()
                        : Uni.createFrom().voidItem());
    }

    /** Who sees that a job has ended may run it again: the last of its events is in Postgres a moment later. */
    private Uni<Optional<Integer>> endedRun(String job) {
        return Uni.createFrom()
                .deferred(() -> reruns.endedRun(job))
                .chain(ended -> ended.isPresent()
                        ? Uni.createFrom().item(ended)
                        : live.hasEnded(job)
                                .chain(onItsWay -> onItsWay
                                        ? Uni.createFrom().<Optional<Integer>>failure(new EndOnItsWay())
                                        : Uni.createFrom().item(ended)))
                .onFailure(EndOnItsWay.class)
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .expireIn(HISTORY_PATIENCE.toMillis())
                .onFailure(IllegalStateException.class)
                .recoverWithItem(Optional.empty());
    }

    private static final class EndOnItsWay extends RuntimeException {
        EndOnItsWay() {
            super("the end of the job is not in Postgres yet", null, false, false);
        }
    }

    private static void requireTask(JobSnapshot job, Scope scope) {
        if (scope instanceof Scope.FromTask(String task)
                && job.tasks().stream().noneMatch(known -> known.id().equals(task))) {
            throw new TaskNotFound(new TaskId(job.id(), task).toString());
        }
    }
}
