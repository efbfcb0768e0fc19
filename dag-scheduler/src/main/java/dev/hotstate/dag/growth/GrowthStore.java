package dev.hotstate.dag.growth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.Aftermath;
import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Additions in Redis. */
@Singleton
class GrowthStore {

    static final Script<AddWords> ADD_TASKS = Script.load("lua/growth/add_tasks.lua", AddWords.class);

    private final Scripts scripts;
    private final DagKeys keys;
    private final JobQueues queues;
    private final ObjectMapper json;

    GrowthStore(Scripts scripts, DagKeys keys, JobQueues queues, ObjectMapper json) {
        this.scripts = scripts;
        this.keys = keys;
        this.queues = queues;
        this.json = json;
    }

    /** The queues that the job would have with these too. */
    Uni<Set<String>> queuesWith(String job, Set<String> added) {
        return queues.of(job).map(before -> union(before, added));
    }

    Uni<AddOutcome> add(Addition addition, List<TaskSnapshot> tasks) {
        var job = addition.adder().job();
        return queues.of(job)
                .chain(before -> add(addition, tasks, before))
                .chain(reply -> reply.is(AddWords.FRAME)
                        ? add(addition, tasks, queues.remember(job, reply.text(0)))
                        : Uni.createFrom().item(reply))
                .map(reply -> outcome(job, reply));
    }

    private AddOutcome outcome(String job, ScriptReply<AddWords> reply) {
        return switch (reply.status()) {
            case ADDED -> {
                queues.forget(job);
                yield new AddOutcome.Added(Aftermath.of(job, reply.text(0)));
            }
            case ALREADY -> new AddOutcome.Already();
            case STALE -> new AddOutcome.Stale(reply.text(0));
            case ENDED -> new AddOutcome.Ended(reply.text(0));
            case FRAME, UNKNOWN -> new AddOutcome.Unknown();
        };
    }

    private Uni<ScriptReply<AddWords>> add(Addition addition, List<TaskSnapshot> tasks, String before) {
        var job = addition.adder().job();
        var partition = keys.partitionOf(job);
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job),
                keys.state(job),
                keys.edges(job),
                keys.children(job),
                keys.roots(job),
                keys.outputs(job),
                keys.cursor(job),
                keys.visited(job),
                keys.running(partition),
                keys.delay(partition),
                keys.gates(partition),
                keys.todo(partition),
                keys.events(partition)));
        for (var task : tasks) {
            var id = new TaskId(job, task.id());
            all.addAll(List.of(keys.task(id), keys.status(id)));
        }
        var after = union(before, queuesOf(tasks));
        after.forEach(queue -> all.add(keys.ready(partition, queue)));
        return scripts.run(ADD_TASKS, all.toArray(RedisKey[]::new))
                .idempotent()
                .args(
                        addition.adder().toString(),
                        addition.attempt(),
                        addition.request(),
                        before,
                        String.join(",", after),
                        TaskStore.BUDGET,
                        written(Contents.of(job, tasks)));
    }

    /** As {@code add_tasks} reads it. */
    private record Contents(
            List<List<Object>> tasks,
            List<List<String>> links,
            List<String> edges,
            List<String> roots,
            List<List<String>> views) {

        static Contents of(String job, List<TaskSnapshot> added) {
            var contents = new Contents(
                    new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            Map<String, List<String>> byParent = new LinkedHashMap<>();
            for (var task : added) {
                var parents = task.dependsOn();
                contents.tasks.add(List.of(task.id(), TaskState.specOf(task.spec()), parents.size()));
                contents.edges.addAll(List.of(task.id(), String.join(",", parents)));
                if (parents.isEmpty()) {
                    contents.roots.add(task.id());
                }
                parents.forEach(parent -> byParent.computeIfAbsent(parent, first -> new ArrayList<>(List.of(first)))
                        .add(task.id()));
                contents.views.add(task.view(job));
            }
            contents.links.addAll(byParent.values());
            return contents;
        }
    }

    private static Set<String> queuesOf(List<TaskSnapshot> tasks) {
        var names = new TreeSet<String>();
        tasks.forEach(task -> names.add(task.spec().queue()));
        return names;
    }

    private static Set<String> union(String before, Set<String> added) {
        var names = new TreeSet<>(added);
        names.addAll(List.of(before.split(",")));
        names.remove("");
        return names;
    }

    private String written(Contents contents) {
        try {
            return json.writeValueAsString(contents);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("lists of texts can always be written", e);
        }
    }
}
