package dev.hotstate.dag.growth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.graph.CheckedGraph;
import dev.hotstate.dag.graph.GraphCheck;
import dev.hotstate.dag.graph.TaskNode;
import dev.hotstate.dag.growth.AdditionStore.Stored;
import dev.hotstate.dag.job.JobOrders;
import dev.hotstate.dag.job.JobStore;
import dev.hotstate.dag.job.Presence;
import dev.hotstate.dag.job.SubmitTaskRequest;
import dev.hotstate.dag.job.TaskOrder;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.platform.DagFailure.InvalidTask;
import dev.hotstate.dag.platform.DagFailure.JobEnded;
import dev.hotstate.dag.platform.DagFailure.StaleAttempt;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.FollowUps;
import dev.hotstate.kit.http.problem.FieldError;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Adds tasks to a running job for one of its running tasks. */
@Singleton
class Growth {

    static final int TASKS_MAX = 100;
    static final int DEPENDENCIES_MAX = 2_000;

    private final AdditionStore postgres;
    private final GrowthStore redis;
    private final JobStore jobs;
    private final FollowUps followUps;
    private final Presence presence;
    private final GrowthMetrics metrics;
    private final ObjectMapper json;

    Growth(
            AdditionStore postgres,
            GrowthStore redis,
            JobStore jobs,
            FollowUps followUps,
            Presence presence,
            GrowthMetrics metrics,
            ObjectMapper json) {
        this.postgres = postgres;
        this.redis = redis;
        this.jobs = jobs;
        this.followUps = followUps;
        this.presence = presence;
        this.metrics = metrics;
        this.json = json;
    }

    Uni<AddedTasks> add(TaskId adder, AddTasksRequest request) {
        return reserve(adder, request).chain(stored -> stored.confirmed() ? repeated(stored) : carryOut(stored));
    }

    /** Stores the tasks, or finds them stored; nothing in Redis knows of them yet. */
    Uni<Stored> reserve(TaskId adder, AddTasksRequest request) {
        JobOrders.requireNoGaps(request.tasks());
        var tasks = request.tasks().stream()
                .map(task -> task.dependsOn() == null ? task.dependingOn(List.of(adder.task())) : task)
                .toList();
        var named = namedBy(tasks);
        return checkQueues(adder.job(), tasks)
                .chain(() -> postgres.reserve(
                        adder,
                        request.attempt(),
                        request.request(),
                        hashOf(tasks),
                        named,
                        known -> read(tasks, known)));
    }

    private static Set<String> namedBy(List<SubmitTaskRequest> tasks) {
        var named = new HashSet<String>();
        int dependencies = 0;
        for (var task : tasks) {
            var parents = Objects.requireNonNull(task.dependsOn(), "was filled in");
            dependencies += parents.size();
            named.addAll(parents);
            named.add(Objects.requireNonNullElse(task.id(), ""));
        }
        if (dependencies > DEPENDENCIES_MAX) {
            throw new InvalidTask(List.of(FieldError.at(
                    "/tasks", "may name %,d dependencies, these name %,d".formatted(DEPENDENCIES_MAX, dependencies))));
        }
        return named;
    }

    private Uni<Void> checkQueues(String job, List<SubmitTaskRequest> tasks) {
        var queues = tasks.stream()
                .map(task -> Objects.requireNonNullElse(task.queue(), JobOrders.DEFAULT_QUEUE))
                .collect(Collectors.toSet());
        return redis.queuesWith(job, queues)
                .invoke(all -> {
                    if (all.size() > JobOrders.QUEUES_MAX) {
                        throw new InvalidTask(List.of(FieldError.at(
                                "/tasks",
                                "a job may use %d queues, with these it uses more".formatted(JobOrders.QUEUES_MAX))));
                    }
                })
                .replaceWithVoid();
    }

    /** No old task depends on a new one: a cycle can only be among the new ones. */
    private static List<TaskOrder> read(List<SubmitTaskRequest> tasks, Set<String> known) {
        var old = known.stream().map(TaskNode::of).toList();
        var added = tasks.stream()
                .map(task -> new TaskNode(Objects.requireNonNullElse(task.id(), ""), task.dependsOn()))
                .toList();
        var sound = (CheckedGraph.Sound) GraphCheck.check(old);
        if (GraphCheck.checkAdded(sound.graph(), added) instanceof CheckedGraph.Unsound unsound) {
            throw JobOrders.refusal(unsound.findings());
        }
        return JobOrders.readTasks(tasks);
    }

    private Uni<AddedTasks> repeated(Stored stored) {
        metrics.count("duplicate");
        return tasksOf(stored.addition()).map(tasks -> AddedTasks.duplicate(stored.addition(), ids(tasks)));
    }

    private Uni<AddedTasks> carryOut(Stored stored) {
        return carryOut(stored.addition());
    }

    /** What is stored becomes part of the job, or is deleted because it never can; fails in that case. */
    Uni<AddedTasks> carryOut(Addition addition) {
        return tasksOf(addition)
                .chain(tasks -> tasks.isEmpty()
                        ? Uni.createFrom().failure(givenUp(addition))
                        : redis.add(addition, tasks).chain(outcome -> followed(addition, tasks, outcome)));
    }

    private Uni<AddedTasks> followed(Addition addition, List<TaskSnapshot> tasks, AddOutcome outcome) {
        var adder = addition.adder();
        return switch (outcome) {
            case AddOutcome.Added added -> {
                metrics.count("added");
                followUps.of(added.aftermath());
                yield confirmed(addition)
                        .chain(() -> goOn(addition, tasks, added.next()))
                        .replaceWith(AddedTasks.accepted(addition, ids(tasks)));
            }
            case AddOutcome.Already already -> {
                metrics.count("duplicate");
                yield confirmed(addition).replaceWith(AddedTasks.duplicate(addition, ids(tasks)));
            }
            case AddOutcome.Stale stale -> {
                metrics.count("stale");
                yield postgres.drop(addition)
                        .chain(() -> Uni.createFrom().failure(new StaleAttempt(adder, stale.current())));
            }
            case AddOutcome.Ended ended -> {
                metrics.count("ended");
                yield postgres.drop(addition)
                        .chain(() -> Uni.createFrom().failure(new JobEnded(adder.job(), ended.status())));
            }
            case AddOutcome.Unknown unknown ->
                presence.<AddedTasks>explain(adder.job())
                        .onFailure(JobEnded.class)
                        .call(() -> postgres.drop(addition));
        };
    }

    /** What was given up meanwhile Redis had lost, and the attempt with it. */
    private Uni<Void> confirmed(Addition addition) {
        return postgres.confirm(addition)
                .invoke(isConfirmed -> {
                    if (!isConfirmed) {
                        metrics.count("lost");
                        throw givenUp(addition);
                    }
                })
                .replaceWithVoid();
    }

    private static StaleAttempt givenUp(Addition addition) {
        return new StaleAttempt(addition.adder(), "0");
    }

    /** Whether Redis has them again, which had lost them after they were confirmed: whatever attempt runs. */
    Uni<Boolean> restore(Addition addition) {
        return tasksOf(addition)
                .chain(tasks -> redis.restore(addition, tasks).chain(outcome -> {
                    if (outcome instanceof AddOutcome.Added added) {
                        metrics.count("restored");
                        followUps.of(added.aftermath());
                        return goOn(addition, tasks, added.next()).replaceWith(true);
                    }
                    return Uni.createFrom().item(outcome instanceof AddOutcome.Already);
                }));
    }

    /** Writes the parts that follow; who finds this process gone does the same. */
    private Uni<Void> goOn(Addition addition, List<TaskSnapshot> tasks, String place) {
        if (place.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return redis.goOn(addition, tasks, place).chain(outcome -> switch (outcome) {
            case PartOutcome.Written written -> {
                followUps.of(written.aftermath());
                yield goOn(addition, tasks, written.next());
            }
            case PartOutcome.Elsewhere elsewhere -> goOn(addition, tasks, elsewhere.place());
            case PartOutcome.Done done -> Uni.createFrom().voidItem();
        });
    }

    /** Whatever is left of it; what Redis has decided on is in Postgres. */
    Uni<Void> goOn(TaskId adder, String request) {
        return redis.place(adder, request)
                .chain(place -> place.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : postgres.find(adder, request)
                                .chain(addition ->
                                        tasksOf(addition).chain(tasks -> goOn(addition, tasks, place.get()))));
    }

    private Uni<List<TaskSnapshot>> tasksOf(Addition addition) {
        return jobs.tasksFrom(addition.adder().job(), addition.firstPosition(), addition.tasks());
    }

    private static List<String> ids(List<TaskSnapshot> tasks) {
        return tasks.stream().map(TaskSnapshot::id).toList();
    }

    private byte[] hashOf(List<SubmitTaskRequest> tasks) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(json.writeValueAsBytes(tasks));
        } catch (NoSuchAlgorithmException | JsonProcessingException e) {
            throw new IllegalStateException("a request can always be written and hashed", e);
        }
    }
}
