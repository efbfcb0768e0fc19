package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/** The transitions of tasks, one script each. */
@Singleton
public class TaskStore {

    static final Script<TaskWords.Claim> CLAIM_TASKS = Script.load("lua/task/claim_tasks.lua", TaskWords.Claim.class);
    static final Script<TaskWords.Complete> COMPLETE_TASKS =
            Script.load("lua/task/complete_tasks.lua", TaskWords.Complete.class);
    static final Script<TaskWords.Fail> FAIL_TASK = Script.load("lua/task/fail_task.lua", TaskWords.Fail.class);
    static final Script<TaskWords.Heartbeat> HEARTBEAT_TASKS =
            Script.load("lua/task/heartbeat_tasks.lua", TaskWords.Heartbeat.class);
    static final Script<TaskWords.Decide> DECIDE_TASK = Script.load("lua/task/decide_task.lua", TaskWords.Decide.class);
    static final Script<TaskWords.Continue> CONTINUE_FANOUT =
            Script.load("lua/task/continue_fanout.lua", TaskWords.Continue.class);
    static final Script<TaskWords.Unpark> UNPARK_TASKS =
            Script.load("lua/task/unpark_tasks.lua", TaskWords.Unpark.class);
    static final Script<TaskWords.Project> PROJECT_TASKS =
            Script.load("lua/task/project_tasks.lua", TaskWords.Project.class);

    /** How many children one call tells at most, beyond the chunk it is in: keeps a call below a millisecond. */
    public static final int BUDGET = 50;

    /** How many tasks of a job one call completes at most: with what they lead to, it stays below a millisecond. */
    public static final int COMPLETED_AT_ONCE = 20;

    public static final int BEATS_AT_ONCE = 100;

    /** Ten workers that were heard of and fell silent, or a hundred claims of which nothing was heard at all. */
    static final int LOSSES_MAX = 100;

    static final int UNPARKED_AT_ONCE = 200;
    static final int SHOWN_AT_ONCE = 100;

    private final Scripts scripts;
    private final DagKeys keys;
    private final JobQueues queues;
    private final int budget;

    @Inject
    public TaskStore(Scripts scripts, DagKeys keys, JobQueues queues) {
        this(scripts, keys, queues, BUDGET);
    }

    TaskStore(Scripts scripts, DagKeys keys, JobQueues queues, int budget) {
        this.scripts = scripts;
        this.keys = keys;
        this.queues = queues;
        this.budget = budget;
    }

    public Uni<ClaimOutcome> claim(Partition partition, NextClaim wanted) {
        return scripts.run(
                        CLAIM_TASKS,
                        keys.ready(partition, wanted.queue()),
                        keys.running(partition),
                        keys.lease(partition),
                        keys.parked(partition),
                        keys.slots(partition),
                        keys.gates(partition),
                        keys.epoch(partition),
                        keys.events(partition))
                .args(wanted.worker(), wanted.permitList(), ServerWord.RUN_ID)
                .map(TaskStore::claimOutcome);
    }

    /** @param output JSON for the children, or empty */
    public Uni<AnswerOutcome> complete(TaskId id, String attempt, String output, NextClaim next) {
        return complete(id.job(), List.of(new Completion(id, attempt, output)), next)
                .map(List::getFirst);
    }

    /**
     * Completes up to {@link #COMPLETED_AT_ONCE} tasks of one job, each for itself. What all of them lead to, and what was claimed
     * if any was accepted, comes with the first that was.
     *
     * @param next of a queue without a limit
     */
    public Uni<List<AnswerOutcome>> complete(String job, List<Completion> completions, NextClaim next) {
        var partition = keys.partitionOf(job);
        return withQueues(
                job,
                names -> {
                    var all = new ArrayList<RedisKey>();
                    all.addAll(List.of(
                            keys.job(job),
                            keys.state(job),
                            keys.children(job),
                            keys.cursor(job),
                            keys.visited(job),
                            keys.outputs(job),
                            keys.running(partition),
                            keys.lease(partition),
                            keys.parked(partition),
                            keys.slots(partition),
                            keys.delay(partition),
                            keys.gates(partition),
                            keys.todo(partition),
                            keys.events(partition),
                            keys.epoch(partition),
                            keys.ready(partition, next.queue())));
                    var args = new ArrayList<Object>(List.of(
                            job, names, budget, next.worker(), next.permits().size(), ServerWord.RUN_ID));
                    for (var completion : completions) {
                        all.add(keys.task(completion.id()));
                        all.add(keys.status(completion.id()));
                        args.add(completion.id().task());
                        args.add(completion.attempt());
                        args.add(completion.output());
                    }
                    addReady(all, partition, names);
                    return scripts.run(COMPLETE_TASKS, array(all)).args(args.toArray());
                },
                TaskWords.Complete.FRAME,
                reply -> CompletionReply.outcomes(job, completions.size(), reply));
    }

    public Uni<AnswerOutcome> fail(TaskId id, String attempt, FailureKind kind, String problem) {
        var partition = keys.partitionOf(id.job());
        var jitter = Double.toString(ThreadLocalRandom.current().nextDouble());
        return withQueues(
                id.job(),
                names -> {
                    var all = new ArrayList<RedisKey>();
                    all.addAll(List.of(
                            keys.job(id.job()),
                            keys.state(id.job()),
                            keys.children(id.job()),
                            keys.cursor(id.job()),
                            keys.visited(id.job()),
                            keys.task(id),
                            keys.status(id),
                            keys.running(partition),
                            keys.lease(partition),
                            keys.parked(partition),
                            keys.slots(partition),
                            keys.delay(partition),
                            keys.gates(partition),
                            keys.todo(partition),
                            keys.events(partition),
                            keys.epoch(partition)));
                    addReady(all, partition, names);
                    return scripts.run(FAIL_TASK, array(all))
                            .args(
                                    id.toString(),
                                    attempt,
                                    problem,
                                    kind.word(),
                                    jitter,
                                    LOSSES_MAX,
                                    names,
                                    budget,
                                    ServerWord.RUN_ID);
                },
                TaskWords.Fail.FRAME,
                reply -> failure(id, reply));
    }

    /** For each beat of this partition the end of its lease, or nothing where the worker shall stop. */
    public Uni<List<Beat.Renewed>> heartbeat(Partition partition, List<Beat> beats) {
        var args = new ArrayList<>(2 * beats.size());
        for (var beat : beats) {
            args.add(beat.id().toString());
            args.add(beat.attempt());
        }
        return scripts.run(HEARTBEAT_TASKS, keys.running(partition), keys.lease(partition))
                .idempotent()
                .args(args.toArray())
                .map(reply -> Beat.renewed(beats, reply));
    }

    /** What a condition says about its task. */
    enum Verdict {
        RUN,
        SKIP,
        FAIL;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the condition of a task decided; nothing if that was decided before. */
    Uni<List<Aftermath>> decide(TaskId id, Verdict verdict, String problem) {
        return withQueues(
                id.job(),
                names -> scripts.run(DECIDE_TASK, array(fanOutKeys(id.job(), names)))
                        .args(id.toString(), verdict.word(), problem, names, budget),
                TaskWords.Decide.FRAME,
                reply -> reply.is(TaskWords.Decide.DECIDED)
                        ? List.of(Aftermath.of(id.job(), reply.text(0)))
                        : List.<Aftermath>of());
    }

    /** Tells the next children; nothing if all have been told. */
    public Uni<List<Aftermath>> continueFanout(String job) {
        return withQueues(
                job,
                names -> scripts.run(CONTINUE_FANOUT, array(fanOutKeys(job, names)))
                        .args(job, names, budget),
                TaskWords.Continue.FRAME,
                reply -> reply.is(TaskWords.Continue.CONTINUED)
                        ? List.of(Aftermath.of(job, reply.text(0)))
                        : List.<Aftermath>of());
    }

    /** Whether there may be more of them. */
    public Uni<Boolean> unpark(String job) {
        var partition = keys.partitionOf(job);
        return withQueues(
                job,
                names -> {
                    var all = new ArrayList<RedisKey>();
                    all.addAll(List.of(
                            keys.job(job), keys.parked(partition), keys.gates(partition), keys.todo(partition)));
                    addReady(all, partition, names);
                    return scripts.run(UNPARK_TASKS, array(all)).args(job, names, UNPARKED_AT_ONCE);
                },
                TaskWords.Unpark.FRAME,
                reply -> reply.is(TaskWords.Unpark.MOVED) && reply.integer(0) == UNPARKED_AT_ONCE);
    }

    /** Writes the readable views of up to 100 tasks of a job. */
    public Uni<Void> project(String job, Collection<String> tasks) {
        var partition = keys.partitionOf(job);
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(keys.state(job), keys.running(partition), keys.delay(partition)));
        var args = new ArrayList<>();
        args.add(job);
        for (var task : tasks) {
            var id = new TaskId(job, task);
            all.add(keys.task(id));
            all.add(keys.status(id));
            args.add(task);
        }
        return scripts.run(PROJECT_TASKS, array(all))
                .idempotent()
                .args(args.toArray())
                .replaceWithVoid();
    }

    // ---- keys that a script must be given ----

    private List<RedisKey> fanOutKeys(String job, String names) {
        var partition = keys.partitionOf(job);
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job),
                keys.state(job),
                keys.children(job),
                keys.cursor(job),
                keys.visited(job),
                keys.delay(partition),
                keys.gates(partition),
                keys.todo(partition),
                keys.events(partition)));
        addReady(all, partition, names);
        return all;
    }

    private void addReady(List<RedisKey> all, Partition partition, String names) {
        for (var name : names.split(",")) {
            if (!name.isEmpty()) {
                all.add(keys.ready(partition, name));
            }
        }
    }

    private static RedisKey[] array(List<RedisKey> all) {
        return all.toArray(RedisKey[]::new);
    }

    /** Once more with the queues that the job has now, if it has got others. */
    private <S extends Enum<S>, T> Uni<T> withQueues(
            String job, Function<String, Uni<ScriptReply<S>>> call, S frame, Function<ScriptReply<S>, T> decode) {
        return queues.of(job)
                .chain(call::apply)
                .chain(reply -> reply.is(frame)
                        ? call.apply(queues.remember(job, reply.text(0)))
                        : Uni.createFrom().item(reply))
                .map(decode);
    }

    // ---- what scripts answer ----

    private static ClaimOutcome claimOutcome(ScriptReply<TaskWords.Claim> reply) {
        return switch (reply.status()) {
            case CLAIMED ->
                new ClaimOutcome.Some(
                        ClaimedTask.listOf(
                                reply.values().subList(1, reply.values().size())),
                        reply.integer(0));
            case EMPTY -> new ClaimOutcome.None(reply.integer(0));
            case REBUILDING -> new ClaimOutcome.Rebuilding();
            case BEHIND -> new ClaimOutcome.Behind();
        };
    }

    private static AnswerOutcome failure(TaskId id, ScriptReply<TaskWords.Fail> reply) {
        return switch (reply.status()) {
            case ACCEPTED -> {
                long due = reply.integer(1);
                yield new AnswerOutcome.Accepted(
                        TaskStatus.valueOf(reply.text(0)),
                        due == 0 ? null : Instant.ofEpochMilli(due),
                        Aftermath.of(id.job(), reply.text(2)),
                        List.of(),
                        reply.text(3),
                        false);
            }
            case ALIVE -> new AnswerOutcome.Alive();
            case DUPLICATE -> new AnswerOutcome.Duplicate(statusOfEnd(reply.text(0)), false);
            case STALE -> new AnswerOutcome.Stale(reply.text(0));
            case FRAME, UNKNOWN -> new AnswerOutcome.Unknown();
        };
    }

    static TaskStatus statusOfEnd(String end) {
        return switch (end) {
            case "C" -> TaskStatus.COMPLETED;
            case "F" -> TaskStatus.FAILED;
            default -> TaskStatus.RETRY_WAIT;
        };
    }
}
