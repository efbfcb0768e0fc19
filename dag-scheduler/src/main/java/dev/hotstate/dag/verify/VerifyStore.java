package dev.hotstate.dag.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.EdgeFields;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.Aftermath;
import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.dag.task.TaskParents;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks and repairs in Redis, each one script. */
@Singleton
class VerifyStore {

    static final Script<VerifyWords.Look> LOOK_AT_TASKS =
            Script.load("lua/verify/look_at_tasks.lua", VerifyWords.Look.class);
    static final Script<VerifyWords.RepairTask> REPAIR_TASK =
            Script.load("lua/verify/repair_task.lua", VerifyWords.RepairTask.class);
    static final Script<VerifyWords.RepairJob> REPAIR_JOB =
            Script.load("lua/verify/repair_job.lua", VerifyWords.RepairJob.class);

    private static final int TASKS_AT_ONCE = 100;

    private final RedisRouter router;
    private final Scripts scripts;
    private final DagKeys keys;
    private final JobQueues queues;
    private final TaskParents taskParents;
    private final ObjectMapper json;

    VerifyStore(
            RedisRouter router,
            Scripts scripts,
            DagKeys keys,
            JobQueues queues,
            TaskParents taskParents,
            ObjectMapper json) {
        this.taskParents = taskParents;
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.queues = queues;
        this.json = json;
    }

    /**
     * Some tasks with their parents, as {@code edges} says.
     *
     * @param next cursor of the next ones; 0: these were the last
     */
    record Edges(Map<String, List<String>> parents, String next) {}

    /** Each task at least once before the cursor is 0 again. */
    Uni<Edges> edges(String job, String cursor) {
        return router.send(Command.of("HSCAN")
                        .key(keys.edges(job))
                        .arg(cursor)
                        .arg("COUNT")
                        .arg(TASKS_AT_ONCE))
                .chain(reply -> {
                    var parents = new LinkedHashMap<String, List<String>>();
                    var wide = new ArrayList<String>();
                    var fields = reply.get(1).list();
                    for (int at = 0; at < fields.size(); at += 2) {
                        var name = fields.get(at).text();
                        var value = fields.get(at + 1).text();
                        if (EdgeFields.isFirst(name) && EdgeFields.continues(value)) {
                            wide.add(name);
                        } else if (EdgeFields.isFirst(name)) {
                            parents.put(name, EdgeFields.parents(value));
                        }
                    }
                    return addWide(job, wide, parents)
                            .replaceWith(() -> new Edges(parents, reply.get(0).text()));
                });
    }

    /** Of tasks with more parents than a field holds. */
    private Uni<Void> addWide(String job, List<String> tasks, Map<String, List<String>> parents) {
        return Multi.createFrom()
                .iterable(tasks)
                .onItem()
                .transformToUniAndConcatenate(task -> taskParents
                        .of(new TaskId(job, task))
                        .collect()
                        .in(ArrayList<String>::new, List::addAll)
                        .invoke(all -> parents.put(task, all)))
                .onItem()
                .ignoreAsUni();
    }

    /** What there is to look at of one task in one call: some of its parents. */
    record Part(String task, List<String> parents, int parentsInAll) {}

    sealed interface Looked {

        record Looks(List<TaskLook> looks) implements Looked {}

        /** Children of some task have not been told yet how it ended, or of an addition not all is written. */
        record Busy() implements Looked {}

        record Unknown() implements Looked {}
    }

    Uni<Looked> look(String job, List<Part> parts) {
        var partition = keys.partitionOf(job);
        return queues.of(job).chain(names -> {
            var all = new ArrayList<>(List.of(
                    keys.job(job),
                    keys.state(job),
                    keys.cursor(job),
                    keys.running(partition),
                    keys.delay(partition),
                    keys.parked(partition),
                    keys.todo(partition)));
            addReady(all, partition, names);
            return scripts.run(LOOK_AT_TASKS, all.toArray(RedisKey[]::new))
                    .idempotent()
                    .args(job, names, written(parts))
                    .map(reply -> switch (reply.status()) {
                        case BUSY -> new Looked.Busy();
                        case UNKNOWN -> new Looked.Unknown();
                        case LOOKED -> {
                            var looks = new ArrayList<TaskLook>(parts.size());
                            for (int i = 0; i < parts.size(); i++) {
                                looks.add(TaskLook.of(
                                        parts.get(i).task(), parts.get(i).parentsInAll(), reply.value(i)));
                            }
                            yield new Looked.Looks(looks);
                        }
                    });
        });
    }

    private String written(List<Part> parts) {
        var lists = new ArrayList<List<String>>(parts.size());
        for (var part : parts) {
            var list = new ArrayList<String>(part.parents().size() + 1);
            list.add(part.task());
            list.addAll(part.parents());
            lists.add(list);
        }
        try {
            return json.writeValueAsString(lists);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("lists of texts can always be written", e);
        }
    }

    /** What follows from the repair; nothing if the task has moved since it was looked at, or its job has ended. */
    Uni<Optional<Aftermath>> repair(String job, Difference difference) {
        return queues.of(job).chain(names -> repair(job, difference, names));
    }

    private Uni<Optional<Aftermath>> repair(String job, Difference difference, String names) {
        var partition = keys.partitionOf(job);
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job),
                keys.state(job),
                keys.children(job),
                keys.cursor(job),
                keys.visited(job),
                keys.running(partition),
                keys.lease(partition),
                keys.slots(partition),
                keys.delay(partition),
                keys.gates(partition),
                keys.todo(partition),
                keys.events(partition)));
        addReady(all, partition, names);
        return scripts.run(REPAIR_TASK, all.toArray(RedisKey[]::new))
                .args(
                        job,
                        difference.task(),
                        difference.seen(),
                        difference.becomes(),
                        names,
                        TaskStore.BUDGET,
                        difference.kind() == Difference.Kind.PLACE)
                .map(reply -> switch (reply.status()) {
                    case REPAIRED -> Optional.of(Aftermath.of(job, reply.text(0)));
                    case FRAME -> {
                        queues.remember(job, reply.text(0));
                        yield Optional.empty();
                    }
                    case MOVED, ENDED -> Optional.empty();
                });
    }

    /** Another instance may have added queues: a task that is ready there must not look lost. */
    void readQueuesAgain(String job) {
        queues.forget(job);
    }

    Uni<JobCounters> counters(String job) {
        var read = Command.of("HMGET").key(keys.job(job)).arg("status");
        JobCounters.FIELDS.forEach(read::arg);
        read.arg("adding");
        return router.send(read).map(JobCounters::of);
    }

    /** How the job ended, or an empty text; nothing if its counters have moved since they were read. */
    Uni<Optional<String>> repair(String job, JobCounters seen, JobCounters becomes) {
        var partition = keys.partitionOf(job);
        return scripts.run(
                        REPAIR_JOB,
                        keys.job(job),
                        keys.cursor(job),
                        keys.gates(partition),
                        keys.todo(partition),
                        keys.events(partition))
                .args(job, seen.packed(), becomes.packed())
                .map(reply -> reply.is(VerifyWords.RepairJob.REPAIRED) ? Optional.of(reply.text(0)) : Optional.empty());
    }

    private void addReady(List<RedisKey> all, Partition partition, String names) {
        for (var name : names.split(",")) {
            if (!name.isEmpty()) {
                all.add(keys.ready(partition, name));
            }
        }
    }
}
