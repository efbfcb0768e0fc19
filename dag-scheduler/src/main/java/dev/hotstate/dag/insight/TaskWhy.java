package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.TaskFacts.Active;
import dev.hotstate.dag.insight.TaskFacts.Delayed;
import dev.hotstate.dag.insight.TaskFacts.JobGate;
import dev.hotstate.dag.insight.TaskFacts.Nowhere;
import dev.hotstate.dag.insight.TaskFacts.Parked;
import dev.hotstate.dag.insight.TaskFacts.Ready;
import dev.hotstate.dag.insight.TaskFacts.Running;
import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.recovery.MemoryGate;
import dev.hotstate.dag.rule.TriggerRule;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what is known about a task, from Redis where it stands this moment and from Postgres what was ordered. */
@Singleton
class TaskWhy {

    private static final int PARENTS_AT_ONCE = 500;

    private final InsightStore store;
    private final RedisRouter redis;
    private final DagKeys keys;
    private final MemoryGate memory;
    private final Clock clock;

    TaskWhy(InsightStore store, RedisRouter redis, DagKeys keys, MemoryGate memory, Clock clock) {
        this.store = store;
        this.redis = redis;
        this.keys = keys;
        this.memory = memory;
        this.clock = clock;
    }

    Uni<WhyView> why(TaskId id) {
        return store.task(id)
                .map(found -> found.orElseThrow(() -> new TaskNotFound(id.toString())))
                .flatMap(task -> facts(id, task))
                .map(facts -> new WhyView(id.task(), facts.status(), clock.instant(), WhyPolicy.explain(facts)));
    }

    private Uni<TaskFacts> facts(TaskId id, StoredTask task) {
        return task.jobEnded() ? asStored(id, task, false) : live(id, task);
    }

    private Uni<TaskFacts> live(TaskId id, StoredTask task) {
        var partition = keys.partitionOf(id.job());
        var commands = List.of(
                Command.of("HGET").key(keys.state(id.job())).arg(id.task()),
                Command.of("HEXISTS").key(keys.epoch(partition)).arg("epoch"));
        return redis.sendAll(commands).flatMap(outcomes -> {
            var packed = replied(outcomes.get(0));
            boolean rebuilding = outcomes.get(1).orThrow().integer() == 0;
            return packed == null || packed.isNil()
                    ? asStored(id, task, rebuilding)
                    : asInRedis(id, task, TaskState.parse(packed.text()), rebuilding);
        });
    }

    private Uni<TaskFacts> asStored(TaskId id, StoredTask task, boolean rebuilding) {
        return store.statuses(id.job(), task.dependsOn())
                .map(parents -> task.facts(task.status(), rebuilding, false, parents, null));
    }

    private Uni<TaskFacts> asInRedis(TaskId id, StoredTask task, TaskState state, boolean rebuilding) {
        if (state.life() == Life.ACTIVE) {
            return active(id, task, state)
                    .map(active -> task.facts(statusOf(active), rebuilding, false, Map.of(), active));
        }
        return parents(id, task)
                .map(parents ->
                        task.facts(state.life().settled(), rebuilding, state.life() == Life.CHECKING, parents, null));
    }

    private static TaskStatus statusOf(Active active) {
        return switch (active) {
            case Running running -> TaskStatus.RUNNING;
            case Delayed delayed -> delayed.retries() > 0 ? TaskStatus.RETRY_WAIT : TaskStatus.PENDING;
            case Ready ready -> TaskStatus.READY;
            case Parked parked -> TaskStatus.READY;
            case Nowhere nowhere -> TaskStatus.READY;
        };
    }

    private Uni<Map<String, TaskStatus>> parents(TaskId id, StoredTask task) {
        if (task.dependsOn().isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        var parts = CallParts.of(task.dependsOn(), PARENTS_AT_ONCE);
        return redis.sendAll(parts.stream().map(some -> states(id.job(), some)).toList())
                .map(outcomes -> {
                    var parents = new LinkedHashMap<String, TaskStatus>();
                    for (int i = 0; i < parts.size(); i++) {
                        var states = outcomes.get(i).orThrow().list();
                        for (int at = 0; at < states.size(); at++) {
                            parents.put(parts.get(i).get(at), settled(states.get(at)));
                        }
                    }
                    return parents;
                });
    }

    private Command states(String job, List<String> tasks) {
        var states = Command.of("HMGET").key(keys.state(job));
        tasks.forEach(states::arg);
        return states;
    }

    private static TaskStatus settled(Reply packed) {
        return packed.isNil()
                ? TaskStatus.PENDING
                : TaskState.parse(packed.text()).life().settled();
    }

    /** Asks all four places at once: it is in exactly one, unless it moves just now. */
    private Uni<Active> active(TaskId id, StoredTask task, TaskState state) {
        var partition = keys.partitionOf(id.job());
        var queue = state.spec().queue();
        var ticket = state.ticket(id).toString();
        var now = clock.millis();
        var commands = List.of(
                Command.of("HGET").key(keys.running(partition)).arg(id.toString()),
                Command.of("ZSCORE").key(keys.lease(partition)).arg(id.toString()),
                Command.of("ZSCORE").key(keys.delay(partition)).arg(ticket),
                Command.of("ZSCORE").key(keys.ready(partition, queue)).arg(ticket),
                Command.of("HGET").key(keys.gates(partition)).arg(id.job()),
                Command.of("ZLEXCOUNT")
                        .key(keys.slots(partition))
                        .arg("[" + id.job() + ".")
                        .arg("(" + id.job() + "/"),
                Command.of("ZCOUNT").key(keys.permits(queue)).arg(now).arg("+inf"),
                Command.of("ZCOUNT").key(keys.workers(queue)).arg(now).arg("+inf"));
        return redis.sendAll(commands)
                .flatMap(outcomes -> ready(id, queue, replied(outcomes.get(3)))
                        .flatMap(ahead -> store.queue(queue)
                                .map(settings ->
                                        place(state, outcomes, ahead, settings, !memory.mayHandOut(partition)))));
    }

    private static Active place(
            TaskState state, List<Outcome> outcomes, Optional<Long> ahead, QueueSettings settings, boolean nodeFull) {
        var running = outcomes.get(0).orThrow();
        if (!running.isNil()) {
            var field = running.text().split("\\|", 3);
            return new Running(field[1], field[0], time(outcomes.get(1).orThrow()));
        }
        var due = time(outcomes.get(2).orThrow());
        if (due != null) {
            return new Delayed(due, state.retries(), state.spec().maxRetries());
        }
        var limit = outcomes.get(4).orThrow();
        var gate = limit.isNil()
                ? null
                : new JobGate(limit.integer(), outcomes.get(5).orThrow().integer());
        if (ahead.isPresent()) {
            long queueRunning = outcomes.get(6).orThrow().integer();
            int workers = (int) outcomes.get(7).orThrow().integer();
            return new Ready(settings, ahead.get(), queueRunning, workers, gate, nodeFull);
        }
        return gate == null ? new Nowhere() : new Parked(gate);
    }

    /** How many tasks come before one with this order. */
    private Uni<Optional<Long>> ready(TaskId id, String queue, @Nullable Reply score) {
        if (score == null || score.isNil()) {
            return Uni.createFrom().item(Optional.empty());
        }
        var key = keys.ready(keys.partitionOf(id.job()), queue);
        return redis.send(Command.of("ZCOUNT").key(key).arg("-inf").arg("(" + score.text()))
                .map(reply -> Optional.of(reply.integer()));
    }

    private static @Nullable Instant time(Reply score) {
        return score.isNil() ? null : Instant.ofEpochMilli((long) Double.parseDouble(score.text()));
    }

    private static @Nullable Reply replied(Outcome outcome) {
        return outcome instanceof Outcome.Replied replied ? replied.reply() : null;
    }

    /** What was ordered, and what Postgres last heard. */
    record StoredTask(
            TaskStatus status,
            @Nullable String reason,
            TriggerRule rule,
            List<String> dependsOn,
            boolean submitted,
            boolean jobPaused,
            boolean jobEnded) {

        TaskFacts facts(
                TaskStatus now,
                boolean rebuilding,
                boolean checking,
                Map<String, TaskStatus> parents,
                @Nullable Active active) {
            return new TaskFacts(now, submitted, rebuilding, checking, jobPaused, rule, reason, parents, active);
        }
    }
}
