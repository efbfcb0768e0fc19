package dev.hotstate.dag.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.EdgeFields;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.Aftermath;
import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a job into Redis: new, run again, or rebuilt. Each attempt has a token; a later attempt takes over, and chunks of the
 * earlier one that arrive late are refused. So are all that another process of Redis gets than the one it began in: that may lack some of what
 * was loaded before.
 */
@Singleton
public class JobLoader {

    static final Script<JobWords.Begin> BEGIN_JOB = Script.load("lua/job/begin_job.lua", JobWords.Begin.class);
    static final Script<JobWords.Load> LOAD_TASKS = Script.load("lua/job/load_tasks.lua", JobWords.Load.class);
    static final Script<JobWords.Start> START_JOB = Script.load("lua/job/start_job.lua", JobWords.Start.class);

    private static final int TASKS_PER_CALL = 60;
    private static final int CHUNKS_PER_CALL = 40;
    private static final int CALLS_IN_FLIGHT = 8;
    private static final int PLANNED_AT_ONCE_MAX = 2_500;

    /** Of a large job: one call in thousands that fails must not make it begin anew, and perhaps never end. */
    private static final int CALL_TRIES_MAX = 6;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Scripts scripts;
    private final DagKeys keys;
    private final JobQueues queues;
    private final ObjectMapper json;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    public JobLoader(Scripts scripts, DagKeys keys, JobQueues queues, ObjectMapper json) {
        this.scripts = scripts;
        this.keys = keys;
        this.queues = queues;
        this.json = json;
    }

    /** Here, at this moment: who begins it anew would throw away what is there. */
    boolean isLoading(String job) {
        return underWay.contains(job);
    }

    /** A job of which nothing can have happened yet. */
    public Uni<LoadOutcome> load(JobSnapshot job) {
        return load(job.id(), job.run(), () -> Uni.createFrom().item(Optional.of(job)));
    }

    /**
     * @param snapshot read only when this attempt has its token. What was read before could be older than what Redis knew, and has
     *     lost since: then tasks would run again whose ends Postgres has
     */
    Uni<LoadOutcome> load(String job, int run, Supplier<Uni<Optional<JobSnapshot>>> snapshot) {
        return Uni.createFrom()
                .deferred(() -> {
                    underWay.add(job);
                    return loadAs(UUID.randomUUID().toString(), job, run, snapshot);
                })
                .onTermination()
                .invoke(() -> underWay.remove(job));
    }

    private Uni<LoadOutcome> loadAs(String token, String job, int run, Supplier<Uni<Optional<JobSnapshot>>> snapshot) {
        return scripts.run(BEGIN_JOB, ofJob(job))
                .args(token, run, ServerWord.RUN_ID)
                .chain(begun -> begun.is(JobWords.Begin.KNOWN)
                        ? Uni.createFrom().item(new LoadOutcome.Known(begun.text(0)))
                        : snapshot.get()
                                .chain(read -> read.filter(found -> found.run() == run)
                                        .map(found -> loadAll(found, token))
                                        // Deleted meanwhile, or run again.
                                        .orElseGet(() -> Uni.createFrom().item(new LoadOutcome.Superseded()))));
    }

    private Uni<LoadOutcome> loadAll(JobSnapshot job, String token) {
        if (job.tasks().size() <= PLANNED_AT_ONCE_MAX) {
            return loadAll(job, new JobPlan(job), token);
        }
        // Planning a very large job takes a second, which no event loop has.
        return Uni.createFrom()
                .item(() -> new JobPlan(job))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .chain(plan -> loadAll(job, plan, token));
    }

    private Uni<LoadOutcome> loadAll(JobSnapshot job, JobPlan plan, String token) {
        return Multi.createFrom()
                .iterable(chunks(job, plan))
                .onItem()
                .transformToUni(chunk -> isWaitedFor(job)
                        ? loadChunk(job.id(), token, chunk)
                        : patiently(loadChunk(job.id(), token, chunk)))
                .merge(CALLS_IN_FLIGHT)
                .collect()
                .with(Collectors.reducing(true, Boolean::logicalAnd))
                .chain(loaded ->
                        loaded ? start(job, plan, token) : Uni.createFrom().item(new LoadOutcome.Superseded()));
    }

    private static boolean isWaitedFor(JobSnapshot job) {
        return job.tasks().size() <= JobSubmission.WAITED_FOR_MAX;
    }

    private static <T> Uni<T> patiently(Uni<T> call) {
        return call.onFailure(RedisFailure::isOutage)
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .atMost(CALL_TRIES_MAX);
    }

    /** One call: some tasks, some chunks of children, or further edges. */
    private record Chunk(Contents contents, List<TaskSnapshot> tasks) {}

    /** As {@code load_tasks} reads it. */
    private record Contents(
            List<String> state,
            List<String> edges,
            List<String> children,
            List<String> outputs,
            List<String> roots,
            List<String> views,
            boolean again) {

        static Contents of(boolean again) {
            return new Contents(
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    again);
        }
    }

    private static List<Chunk> chunks(JobSnapshot job, JobPlan plan) {
        // Views of an earlier run, or of before a rebuild, may have a TTL.
        boolean again = job.run() > 1 || plan.left() < job.tasks().size();
        var chunks = new ArrayList<Chunk>();
        CallParts.of(job.tasks(), TASKS_PER_CALL, JobLoader::characters)
                .forEach(tasks -> chunks.add(ofTasks(tasks, plan, again)));
        CallParts.of(List.copyOf(plan.children().entrySet()), CHUNKS_PER_CALL, JobLoader::characters)
                .forEach(children -> chunks.add(ofChildren(children)));
        CallParts.of(furtherEdges(job.tasks()), CHUNKS_PER_CALL, EdgeFields.Field::length)
                .forEach(edges -> chunks.add(ofEdges(edges)));
        return chunks;
    }

    private static int characters(TaskSnapshot task) {
        int output = task.output() == null ? 0 : task.output().length();
        return output
                + task.dependsOn().stream()
                        .limit(EdgeFields.PARENTS_MAX)
                        .mapToInt(parent -> parent.length() + 1)
                        .sum();
    }

    /** What does not fit into the field of its task. */
    private static List<EdgeFields.Field> furtherEdges(List<TaskSnapshot> tasks) {
        return tasks.stream()
                .filter(task -> task.dependsOn().size() > EdgeFields.PARENTS_MAX)
                .flatMap(task ->
                        EdgeFields.of(task.id(), task.dependsOn()).stream().skip(1))
                .toList();
    }

    private static int characters(Map.Entry<String, String> children) {
        return children.getValue().length();
    }

    private static Chunk ofTasks(List<TaskSnapshot> tasks, JobPlan plan, boolean again) {
        var contents = Contents.of(again);
        for (var task : tasks) {
            contents.state().add(task.id());
            contents.state().add(plan.state(task).packed());
            var edges = EdgeFields.of(task.id(), task.dependsOn()).getFirst();
            contents.edges().add(edges.name());
            contents.edges().add(edges.value());
            if (task.dependsOn().isEmpty()) {
                contents.roots().add(task.id());
            }
            if (task.output() != null) {
                contents.outputs().add(task.id());
                contents.outputs().add(task.output());
            }
            contents.views().add(task.name());
            contents.views().add(Integer.toString(task.retries()));
            contents.views().add(Integer.toString(task.spec().maxRetries()));
        }
        return new Chunk(contents, tasks);
    }

    private static Chunk ofChildren(List<Map.Entry<String, String>> children) {
        var contents = Contents.of(false);
        for (var entry : children) {
            contents.children().add(entry.getKey());
            contents.children().add(entry.getValue());
        }
        return new Chunk(contents, List.of());
    }

    private static Chunk ofEdges(List<EdgeFields.Field> edges) {
        var contents = Contents.of(false);
        for (var field : edges) {
            contents.edges().add(field.name());
            contents.edges().add(field.value());
        }
        return new Chunk(contents, List.of());
    }

    private Uni<Boolean> loadChunk(String job, String token, Chunk chunk) {
        var partition = keys.partitionOf(job);
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job),
                keys.state(job),
                keys.edges(job),
                keys.children(job),
                keys.roots(job),
                keys.outputs(job),
                keys.running(partition),
                keys.lease(partition),
                keys.slots(partition)));
        for (var task : chunk.tasks()) {
            var id = new TaskId(job, task.id());
            all.addAll(List.of(keys.task(id), keys.status(id), keys.logs(id)));
        }
        var words = chunk.tasks().stream().map(task -> task.life().name()).collect(Collectors.joining(","));
        return scripts.run(LOAD_TASKS, all.toArray(RedisKey[]::new))
                .idempotent()
                .args(token, job, written(chunk.contents()), words, ServerWord.RUN_ID)
                .map(reply -> reply.is(JobWords.Load.LOADED));
    }

    private Uni<LoadOutcome> start(JobSnapshot job, JobPlan plan, String token) {
        var partition = keys.partitionOf(job.id());
        var names = plan.queues();
        var all = new ArrayList<RedisKey>();
        all.addAll(List.of(
                keys.job(job.id()),
                keys.state(job.id()),
                keys.children(job.id()),
                keys.cursor(job.id()),
                keys.visited(job.id()),
                keys.delay(partition),
                keys.gates(partition),
                keys.todo(partition),
                keys.events(partition)));
        for (var name : names.split(",")) {
            all.add(keys.ready(partition, name));
        }
        var args = new ArrayList<>(List.<Object>of(
                job.id(),
                token,
                names,
                TaskStore.BUDGET,
                job.deadline() == null ? 0L : job.deadline().toEpochMilli(),
                KnownStep.PERIOD.toMillis(),
                ServerWord.RUN_ID));
        args.addAll(fields(job, plan));
        return scripts.run(START_JOB, all.toArray(RedisKey[]::new))
                .args(args.toArray())
                .invoke(() -> queues.forget(job.id()))
                .map(reply -> reply.is(JobWords.Start.STARTED)
                        ? new LoadOutcome.Started(Aftermath.of(job.id(), reply.text(0)))
                        : new LoadOutcome.Superseded());
    }

    private static List<String> fields(JobSnapshot job, JobPlan plan) {
        var fields = new ArrayList<>(List.of(
                "createdBy",
                job.createdBy(),
                "name",
                job.name(),
                "createdAt",
                job.createdAt().toString(),
                "run",
                Integer.toString(job.run()),
                "onFailure",
                job.onFailure().word(),
                "durability",
                job.durability().word(),
                "total",
                Integer.toString(job.tasks().size()),
                "left",
                Long.toString(plan.left()),
                "failed",
                Long.toString(plan.ended(Life.FAILED)),
                "skipped",
                Long.toString(plan.ended(Life.SKIPPED)),
                "cancelled",
                Long.toString(plan.ended(Life.CANCELLED)),
                "paused",
                job.paused() ? "1" : "0"));
        addIfKnown(fields, "limit", job.concurrencyMax());
        var stopping = job.stopping();
        addIfKnown(fields, "cancelling", stopping == null ? null : stopping.becomes());
        addIfKnown(fields, "reason", stopping == null ? null : stopping.reason());
        return fields;
    }

    private static void addIfKnown(List<String> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.add(name);
            fields.add(value.toString());
        }
    }

    private RedisKey[] ofJob(String job) {
        return new RedisKey[] {
            keys.job(job),
            keys.state(job),
            keys.edges(job),
            keys.children(job),
            keys.roots(job),
            keys.visited(job),
            keys.cursor(job),
            keys.outputs(job)
        };
    }

    private String written(Contents contents) {
        try {
            return json.writeValueAsString(contents);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("lists of texts can always be written", e);
        }
    }
}
