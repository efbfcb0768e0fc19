package dev.hotstate.dag.job;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskState.End;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Jobs and tasks as Redis knows them at this moment. */
@Singleton
public class LiveJobs {

    /** Fields of one HMGET: about 40 KB of answer, well below a millisecond. */
    private static final int TASKS_AT_ONCE = 500;

    private static final int CHUNKS_AT_ONCE = 4;

    private final RedisRouter router;
    private final DagKeys keys;

    LiveJobs(RedisRouter router, DagKeys keys) {
        this.router = router;
        this.keys = keys;
    }

    /** What changes about a job. */
    record LiveJob(
            String status,
            boolean paused,
            @Nullable String reason,
            int total,
            JobView.Progress progress,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {

        boolean hasEnded() {
            return finishedAt != null;
        }
    }

    /** What changes about a task. */
    public record LiveTask(
            TaskState state,
            TaskStatus status,
            @Nullable String attempt,
            @Nullable String worker,
            @Nullable Instant startedAt,
            @Nullable Instant leaseEnd) {}

    /** Those that Redis has and that have begun. Where Redis can't answer, none. */
    Uni<Map<String, LiveJob>> jobs(List<String> ids) {
        if (ids.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        var reads =
                ids.stream().map(id -> Command.of("HGETALL").key(keys.job(id))).toList();
        return router.sendAll(reads).map(outcomes -> {
            var jobs = new HashMap<String, LiveJob>();
            for (int i = 0; i < ids.size(); i++) {
                if (outcomes.get(i) instanceof Outcome.Replied replied) {
                    var id = ids.get(i);
                    job(replied.reply().list()).ifPresent(job -> jobs.put(id, job));
                }
            }
            return jobs;
        });
    }

    /** Whether Redis knows it to have ended; where Redis can't answer, no. */
    Uni<Boolean> hasEnded(String job) {
        return jobs(List.of(job)).map(found -> found.values().stream().anyMatch(LiveJob::hasEnded));
    }

    /** Those of one job that Redis has. */
    public Uni<Map<String, LiveTask>> tasks(String job, List<String> tasks) {
        if (tasks.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        var partition = keys.partitionOf(job);
        var states = Command.of("HMGET").key(keys.state(job));
        var running = Command.of("HMGET").key(keys.running(partition));
        var leases = Command.of("ZMSCORE").key(keys.lease(partition));
        for (var task : tasks) {
            var id = new TaskId(job, task).toString();
            states.arg(task);
            running.arg(id);
            leases.arg(id);
        }
        return router.sendAll(List.of(states, running, leases)).chain(outcomes -> {
            var replies = replies(outcomes);
            if (replies.isEmpty()) {
                return Uni.createFrom().item(Map.<String, LiveTask>of());
            }
            return delayed(job, tasks, replies.get(0), replies.get(1))
                    .map(delayed -> together(tasks, replies, delayed));
        });
    }

    /** In the order of the tasks; empty if Redis has not all of them. */
    public Uni<Optional<List<TaskStatus>>> statuses(String job, List<String> tasks) {
        var chunks = new ArrayList<List<String>>();
        for (int from = 0; from < tasks.size(); from += TASKS_AT_ONCE) {
            chunks.add(tasks.subList(from, Math.min(tasks.size(), from + TASKS_AT_ONCE)));
        }
        return Multi.createFrom()
                .iterable(chunks)
                .onItem()
                .transformToUni(chunk -> tasks(job, chunk))
                .merge(CHUNKS_AT_ONCE)
                .collect()
                .in(HashMap<String, LiveTask>::new, Map::putAll)
                .map(live -> live.size() < tasks.size()
                        ? Optional.empty()
                        : Optional.of(tasks.stream()
                                .map(task -> live.get(task).status())
                                .toList()));
    }

    /** For the tasks that are active and not running: whether they wait for their time. */
    private Uni<Map<String, Boolean>> delayed(String job, List<String> tasks, Reply states, Reply running) {
        var waiting = new ArrayList<String>();
        var look = Command.of("ZMSCORE").key(keys.delay(keys.partitionOf(job)));
        for (int i = 0; i < tasks.size(); i++) {
            if (!states.get(i).isNil() && running.get(i).isNil()) {
                var state = TaskState.parse(states.get(i).text());
                if (state.life() == Life.ACTIVE) {
                    waiting.add(tasks.get(i));
                    look.arg(state.ticket(new TaskId(job, tasks.get(i))).toString());
                }
            }
        }
        if (waiting.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return router.send(look).map(scores -> {
            var delayed = new HashMap<String, Boolean>();
            for (int i = 0; i < waiting.size(); i++) {
                delayed.put(waiting.get(i), !scores.get(i).isNil());
            }
            return delayed;
        });
    }

    private static Map<String, LiveTask> together(
            List<String> tasks, List<Reply> replies, Map<String, Boolean> delayed) {
        var live = new HashMap<String, LiveTask>();
        for (int i = 0; i < tasks.size(); i++) {
            var packed = replies.get(0).get(i);
            if (!packed.isNil()) {
                live.put(
                        tasks.get(i),
                        task(
                                TaskState.parse(packed.text()),
                                replies.get(1).get(i),
                                replies.get(2).get(i),
                                delayed.getOrDefault(tasks.get(i), false)));
            }
        }
        return live;
    }

    private static LiveTask task(TaskState state, Reply held, Reply lease, boolean delayed) {
        if (!held.isNil() && state.life() == Life.ACTIVE) {
            var field = held.text().split("\\|", 4);
            return new LiveTask(
                    state,
                    TaskStatus.RUNNING,
                    field[0],
                    field[1],
                    Instant.ofEpochMilli(Long.parseLong(field[2])),
                    lease.isNil() ? null : Instant.ofEpochMilli((long) Double.parseDouble(lease.text())));
        }
        var last = state.attempt() == 0 ? null : Long.toString(state.attempt());
        return new LiveTask(state, status(state, delayed), last, null, null, null);
    }

    private static TaskStatus status(TaskState state, boolean delayed) {
        if (state.life() == Life.ACTIVE && delayed) {
            return state.end() == End.NONE ? TaskStatus.PENDING : TaskStatus.RETRY_WAIT;
        }
        return state.life().settled();
    }

    private static List<Reply> replies(List<Outcome> outcomes) {
        var replies = new ArrayList<Reply>();
        for (var outcome : outcomes) {
            if (!(outcome instanceof Outcome.Replied replied)) {
                return List.of();
            }
            replies.add(replied.reply());
        }
        return replies;
    }

    private static Optional<LiveJob> job(List<Reply> flat) {
        var fields = new HashMap<String, String>();
        for (int at = 0; at < flat.size(); at += 2) {
            fields.put(flat.get(at).text(), flat.get(at + 1).text());
        }
        if (!fields.containsKey("status")) {
            return Optional.empty();
        }
        int total = (int) number(fields, "total");
        long left = number(fields, "left");
        long failed = number(fields, "failed");
        long skipped = number(fields, "skipped");
        long cancelled = number(fields, "cancelled");
        var progress =
                new JobView.Progress(left, total - left - failed - skipped - cancelled, failed, skipped, cancelled);
        return Optional.of(new LiveJob(
                fields.get("status"),
                "1".equals(fields.get("paused")),
                fields.get("reason"),
                total,
                progress,
                instant(fields, "startedAtMs"),
                instant(fields, "finishedAtMs")));
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.getOrDefault(name, "0"));
    }

    private static @Nullable Instant instant(Map<String, String> fields, String name) {
        var ms = fields.get(name);
        return ms == null ? null : Instant.ofEpochMilli(Long.parseLong(ms));
    }
}
