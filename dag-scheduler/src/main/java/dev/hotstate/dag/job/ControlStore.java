package dev.hotstate.dag.job;

import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Transitions of whole jobs, one script each; long ones in chunks. */
@Singleton
public class ControlStore {

    static final Script<JobWords.Pause> PAUSE_JOB = Script.load("lua/job/pause_job.lua", JobWords.Pause.class);
    static final Script<JobWords.Resume> RESUME_JOB = Script.load("lua/job/resume_job.lua", JobWords.Resume.class);
    static final Script<JobWords.Cancel> CANCEL_JOB = Script.load("lua/job/cancel_job.lua", JobWords.Cancel.class);
    static final Script<JobWords.Stop> CANCEL_TASKS = Script.load("lua/job/cancel_tasks.lua", JobWords.Stop.class);
    static final Script<JobWords.Expire> EXPIRE_JOB = Script.load("lua/job/expire_job.lua", JobWords.Expire.class);

    static final int ANY_RUN = 0;
    private static final String SOMEBODY_ASKS = "";

    private static final int NAMES_AT_ONCE = 50;

    private final RedisRouter router;
    private final Scripts scripts;
    private final DagKeys keys;
    private final JobQueues queues;

    public ControlStore(RedisRouter router, Scripts scripts, DagKeys keys, JobQueues queues) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.queues = queues;
    }

    Uni<ScriptReply<JobWords.Pause>> pause(String job) {
        return pause(job, SOMEBODY_ASKS);
    }

    Uni<ScriptReply<JobWords.Resume>> resume(String job) {
        return resume(job, SOMEBODY_ASKS);
    }

    /** @param asked when somebody did last, before it was compared what Redis and Postgres know: told again only if nobody did since */
    Uni<ScriptReply<JobWords.Pause>> pause(String job, String asked) {
        var partition = keys.partitionOf(job);
        return scripts.run(
                        PAUSE_JOB, keys.job(job), keys.gates(partition), keys.events(partition), keys.epoch(partition))
                .args(job, ServerWord.RUN_ID, asked);
    }

    /** @param asked as of {@link #pause} */
    Uni<ScriptReply<JobWords.Resume>> resume(String job, String asked) {
        var partition = keys.partitionOf(job);
        return scripts.run(
                        RESUME_JOB,
                        keys.job(job),
                        keys.gates(partition),
                        keys.todo(partition),
                        keys.events(partition),
                        keys.epoch(partition))
                .args(job, ServerWord.RUN_ID, asked);
    }

    /** @param run that shall be stopped, or {@link #ANY_RUN} */
    Uni<ScriptReply<JobWords.Cancel>> cancel(String job, int run, Stopping stopping) {
        return cancel(job, run, stopping, "");
    }

    /** The same for what nobody asks for: not where Postgres may know that the job has ended. */
    Uni<ScriptReply<JobWords.Cancel>> cancelIfCompared(String job, Stopping stopping) {
        return cancel(job, ANY_RUN, stopping, ServerWord.RUN_ID);
    }

    private Uni<ScriptReply<JobWords.Cancel>> cancel(String job, int run, Stopping stopping, Object process) {
        var partition = keys.partitionOf(job);
        return scripts.run(
                        CANCEL_JOB,
                        keys.job(job),
                        keys.gates(partition),
                        keys.todo(partition),
                        keys.events(partition),
                        keys.epoch(partition))
                .args(job, run, stopping.becomes(), stopping.reason(), process);
    }

    /**
     * Some tasks of a job.
     *
     * @param areLast whether there are no more
     */
    record Names(List<String> names, boolean areLast) {}

    private record Scanned(List<String> names, String next) {

        private static final String BEGINNING = "0";

        boolean areLast() {
            return next.equals(BEGINNING);
        }

        /** A small hash comes as a whole, whatever was asked for. */
        List<Names> inParts() {
            var parts = CallParts.of(names, NAMES_AT_ONCE);
            var some = new ArrayList<Names>();
            for (int at = 0; at < parts.size(); at++) {
                some.add(new Names(parts.get(at), areLast() && at == parts.size() - 1));
            }
            return some.isEmpty() ? List.of(new Names(List.of(), areLast())) : some;
        }
    }

    /** All tasks of a job, some at a time, each at least once. */
    Multi<Names> names(String job) {
        return Multi.createBy()
                .repeating()
                .uni(
                        () -> new AtomicReference<>(Scanned.BEGINNING),
                        cursor -> scan(job, cursor.get()).invoke(some -> cursor.set(some.next())))
                .whilst(some -> !some.areLast())
                .onItem()
                .transformToMultiAndConcatenate(some -> Multi.createFrom().iterable(some.inParts()));
    }

    private Uni<Scanned> scan(String job, String cursor) {
        return router.send(Command.of("HSCAN")
                        .key(keys.state(job))
                        .arg(cursor)
                        .arg("COUNT")
                        .arg(NAMES_AT_ONCE))
                .map(reply -> {
                    var names = new ArrayList<String>();
                    var fields = reply.get(1).list();
                    for (int at = 0; at < fields.size(); at += 2) {
                        names.add(fields.get(at).text());
                    }
                    return new Scanned(names, reply.get(0).text());
                });
    }

    /**
     * What stopping some tasks changed.
     *
     * @param wanted not where the job has ended, or is not being stopped
     * @param tasks that had not ended before
     * @param permits of their queues, which those that ran had in use
     * @param jobEnded the status that the job ended with, or empty
     */
    record Stopped(boolean wanted, List<String> tasks, List<String> permits, String jobEnded) {

        private static Stopped of(ScriptReply<JobWords.Stop> reply) {
            return switch (reply.status()) {
                case STOPPED -> new Stopped(true, texts(reply.value(1)), texts(reply.value(2)), reply.text(0));
                // Its queues change: what is left here is ended when this begins again.
                case FRAME -> nothing(true);
                case NOTHING -> nothing(false);
                case REBUILDING -> throw new PartitionRebuilding();
            };
        }

        private static Stopped nothing(boolean wanted) {
            return new Stopped(wanted, List.of(), List.of(), "");
        }

        private static List<String> texts(Reply list) {
            return list.stream().map(Reply::text).toList();
        }
    }

    /** Ends all tasks, some at a time, as {@link #stop}. Of a job that has ended, which may have many, only the first are looked at. */
    Multi<Stopped> stopAll(String job) {
        return names(job)
                .onItem()
                .transformToUniAndConcatenate(some -> stop(job, some.names()))
                .select()
                .first(Stopped::wanted);
    }

    /** Ends these tasks; fails where Postgres may know how some of them ended. */
    Uni<Stopped> stop(String job, List<String> names) {
        return queues.of(job).chain(known -> stop(job, known, names)).chain(reply -> {
            boolean otherQueues =
                    reply.is(JobWords.Stop.FRAME) && !reply.text(0).isEmpty();
            return otherQueues
                    ? stop(job, queues.remember(job, reply.text(0)), names).map(Stopped::of)
                    : Uni.createFrom().item(reply).map(Stopped::of);
        });
    }

    private Uni<ScriptReply<JobWords.Stop>> stop(String job, String queueNames, List<String> names) {
        var partition = keys.partitionOf(job);
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job),
                keys.state(job),
                keys.cursor(job),
                keys.running(partition),
                keys.lease(partition),
                keys.slots(partition),
                keys.parked(partition),
                keys.delay(partition),
                keys.gates(partition),
                keys.todo(partition),
                keys.events(partition),
                keys.epoch(partition)));
        for (var queue : queueNames.split(",")) {
            if (!queue.isEmpty()) {
                all.add(keys.ready(partition, queue));
            }
        }
        var args = new ArrayList<Object>(List.of(job, queueNames, ServerWord.RUN_ID));
        args.addAll(names);
        return scripts.run(CANCEL_TASKS, all.toArray(RedisKey[]::new)).args(args.toArray());
    }

    /** Gives an ended job and the views of these tasks their time to live; false if it runs again. */
    Uni<Boolean> expire(String job, List<String> names, Duration ttl, boolean last) {
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job),
                keys.state(job),
                keys.edges(job),
                keys.children(job),
                keys.roots(job),
                keys.visited(job),
                keys.outputs(job),
                keys.todo(keys.partitionOf(job))));
        names.forEach(name -> all.add(keys.logs(new TaskId(job, name))));
        for (var name : names) {
            var id = new TaskId(job, name);
            all.addAll(List.of(keys.task(id), keys.status(id)));
        }
        return scripts.run(EXPIRE_JOB, all.toArray(RedisKey[]::new))
                .idempotent()
                .args(job, ttl.toMillis(), last, names.size())
                .map(reply -> reply.is(JobWords.Expire.EXPIRING));
    }

    /** Takes a step off the list. */
    Uni<Void> stepDone(String kind, String job) {
        return router.send(Command.of("ZREM")
                        .key(keys.todo(keys.partitionOf(job)))
                        .arg(kind + "|" + job)
                        .idempotent())
                .replaceWithVoid();
    }

    /** Lets a step wait, if it is still on the list. */
    Uni<Void> stepLater(String kind, String job, Instant due) {
        return router.send(Command.of("ZADD")
                        .key(keys.todo(keys.partitionOf(job)))
                        .arg("XX")
                        .arg(due.toEpochMilli())
                        .arg(kind + "|" + job)
                        .idempotent())
                .replaceWithVoid();
    }
}
