package dev.hotstate.dag.growth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.EdgeFields;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.Aftermath;
import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Additions in Redis. */
@Singleton
class GrowthStore {

    static final Script<AddWords.Add> ADD_TASKS = Script.load("lua/growth/add_tasks.lua", AddWords.Add.class);
    static final Script<AddWords.Continue> CONTINUE_ADDITION =
            Script.load("lua/growth/continue_addition.lua", AddWords.Continue.class);

    private static final int PARENTS_AT_ONCE = 100;

    private final RedisRouter router;
    private final Scripts scripts;
    private final DagKeys keys;
    private final JobQueues queues;
    private final ObjectMapper json;

    GrowthStore(RedisRouter router, Scripts scripts, DagKeys keys, JobQueues queues, ObjectMapper json) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.queues = queues;
        this.json = json;
    }

    /** The queues that the job would have with these too. */
    Uni<Set<String>> queuesWith(String job, Set<String> added) {
        return queues.of(job).map(before -> union(before, added));
    }

    /** Decides on all of it, and writes the first part. */
    Uni<AddOutcome> add(Addition addition, List<TaskSnapshot> tasks) {
        return add(addition, tasks, false);
    }

    /** The same for what was decided before, of which Redis has lost that it was. */
    Uni<AddOutcome> restore(Addition addition, List<TaskSnapshot> tasks) {
        return add(addition, tasks, true);
    }

    /** Which of these tasks of a job Redis does not have. */
    Uni<Set<String>> missing(String job, List<String> tasks) {
        var read = Command.of("HMGET").key(keys.state(job));
        tasks.forEach(read::arg);
        return router.send(read).map(states -> {
            var missing = new LinkedHashSet<String>();
            for (int i = 0; i < tasks.size(); i++) {
                if (states.get(i).isNil()) {
                    missing.add(tasks.get(i));
                }
            }
            return missing;
        });
    }

    private Uni<AddOutcome> add(Addition addition, List<TaskSnapshot> tasks, boolean isDecided) {
        var job = addition.adder().job();
        return hasParents(job, tasks)
                .chain(has -> has
                        ? queues.of(job)
                                .chain(before -> add(addition, tasks, before, isDecided))
                                .chain(reply -> reply.is(AddWords.Add.FRAME)
                                        ? add(addition, tasks, queues.remember(job, reply.text(0)), isDecided)
                                        : Uni.createFrom().item(reply))
                                .map(reply -> outcome(job, tasks, reply))
                        : Uni.createFrom().item(new AddOutcome.Unknown()));
    }

    /** What has a state keeps it; it can only be lost with the attempt that asks. */
    private Uni<Boolean> hasParents(String job, List<TaskSnapshot> tasks) {
        var parents = new LinkedHashSet<String>();
        tasks.forEach(task -> parents.addAll(task.dependsOn()));
        tasks.forEach(task -> parents.remove(task.id()));
        return Multi.createFrom()
                .iterable(CallParts.of(List.copyOf(parents), PARENTS_AT_ONCE))
                .onItem()
                .transformToUniAndConcatenate(some -> missing(job, some).map(Set::isEmpty))
                .collect()
                .with(Collectors.reducing(true, Boolean::logicalAnd));
    }

    private AddOutcome outcome(String job, List<TaskSnapshot> tasks, ScriptReply<AddWords.Add> reply) {
        return switch (reply.status()) {
            case ADDED -> {
                queues.forget(job);
                var next = AdditionPart.of(tasks, AdditionPart.BEGINNING).next();
                yield new AddOutcome.Added(Aftermath.of(job, reply.text(0)), next);
            }
            case ALREADY -> new AddOutcome.Already();
            case STALE -> new AddOutcome.Stale(reply.text(0));
            case ENDED -> new AddOutcome.Ended(reply.text(0));
            case FRAME, UNKNOWN -> new AddOutcome.Unknown();
        };
    }

    private Uni<ScriptReply<AddWords.Add>> add(
            Addition addition, List<TaskSnapshot> tasks, String before, boolean isDecided) {
        var job = addition.adder().job();
        var partition = keys.partitionOf(job);
        var part = AdditionPart.of(tasks, AdditionPart.BEGINNING);
        var all = ofJob(job);
        all.add(keys.running(partition));
        all.addAll(ofPartition(partition));
        all.addAll(views(job, part));
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
                        tasks.size(),
                        part.next(),
                        written(Contents.of(job, part)),
                        isDecided ? 1 : 0);
    }

    /** Where the next part of an addition begins; empty if all is written. */
    Uni<Optional<String>> place(TaskId adder, String request) {
        return goOn(adder, request, AdditionPart.NONE, "")
                .map(outcome -> outcome instanceof PartOutcome.Elsewhere elsewhere
                        ? Optional.of(elsewhere.place())
                        : Optional.empty());
    }

    /** Writes the part that begins there. */
    Uni<PartOutcome> goOn(Addition addition, List<TaskSnapshot> tasks, String place) {
        return goOn(addition.adder(), addition.request(), AdditionPart.of(tasks, place), place);
    }

    private Uni<PartOutcome> goOn(TaskId adder, String request, AdditionPart part, String place) {
        var job = adder.job();
        return queues.of(job)
                .chain(names -> goOn(adder, request, part, place, names))
                .chain(reply -> reply.is(AddWords.Continue.FRAME)
                        ? goOn(adder, request, part, place, queues.remember(job, reply.text(0)))
                        : Uni.createFrom().item(reply))
                .map(reply -> switch (reply.status()) {
                    case CONTINUED -> new PartOutcome.Written(Aftermath.of(job, reply.text(0)), part.next());
                    case AT -> new PartOutcome.Elsewhere(reply.text(0));
                    case DONE -> new PartOutcome.Done();
                    // Another addition came in between, again: from the same place.
                    case FRAME -> new PartOutcome.Elsewhere(place);
                });
    }

    private Uni<ScriptReply<AddWords.Continue>> goOn(
            TaskId adder, String request, AdditionPart part, String place, String names) {
        var job = adder.job();
        var partition = keys.partitionOf(job);
        var all = ofJob(job);
        all.addAll(ofPartition(partition));
        all.addAll(views(job, part));
        for (var name : names.split(",")) {
            if (!name.isEmpty()) {
                all.add(keys.ready(partition, name));
            }
        }
        return scripts.run(CONTINUE_ADDITION, all.toArray(RedisKey[]::new))
                .idempotent()
                .args(
                        adder.toString(),
                        request,
                        names,
                        TaskStore.BUDGET,
                        place,
                        part.next(),
                        written(Contents.of(job, part)));
    }

    private List<RedisKey> ofJob(String job) {
        return new ArrayList<>(List.of(
                keys.job(job),
                keys.state(job),
                keys.edges(job),
                keys.children(job),
                keys.roots(job),
                keys.outputs(job),
                keys.cursor(job),
                keys.visited(job)));
    }

    private List<RedisKey> ofPartition(Partition partition) {
        return List.of(keys.delay(partition), keys.gates(partition), keys.todo(partition), keys.events(partition));
    }

    private List<RedisKey> views(String job, AdditionPart part) {
        return part.tasks().stream()
                .map(task -> new TaskId(job, task.id()))
                .flatMap(id -> Stream.of(keys.task(id), keys.status(id)))
                .toList();
    }

    /** As {@code grow} reads it. */
    private record Contents(
            List<List<Object>> tasks,
            List<List<String>> links,
            List<String> edges,
            List<String> roots,
            List<List<String>> views,
            String goesOn,
            String unfinished) {

        static Contents of(String job, AdditionPart part) {
            var contents = new Contents(
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    part.goesOn(),
                    part.unfinished());
            for (var task : part.tasks()) {
                var parents = task.dependsOn();
                contents.tasks.add(List.of(task.id(), TaskState.specOf(task.spec()), parents.size()));
                EdgeFields.of(task.id(), parents)
                        .forEach(field -> contents.edges.addAll(List.of(field.name(), field.value())));
                if (parents.isEmpty()) {
                    contents.roots.add(task.id());
                }
                contents.views.add(task.view(job));
            }
            part.links().forEach((parent, children) -> {
                var link = new ArrayList<>(List.of(parent));
                link.addAll(children);
                contents.links.add(link);
            });
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
