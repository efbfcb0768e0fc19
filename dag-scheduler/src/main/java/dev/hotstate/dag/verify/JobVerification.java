package dev.hotstate.dag.verify;

import dev.hotstate.dag.job.JobStore;
import dev.hotstate.dag.job.Presence;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.FollowUps;
import dev.hotstate.dag.task.TaskMetrics;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.task.TaskState.Life;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.dag.task.TaskViews;
import dev.hotstate.dag.verify.Difference.Kind;
import dev.hotstate.dag.verify.VerifyStore.Edges;
import dev.hotstate.dag.verify.VerifyStore.Looked;
import dev.hotstate.dag.verify.VerifyStore.Part;
import dev.hotstate.dag.verify.VerifyView.CounterDifference;
import dev.hotstate.dag.verify.VerifyView.TaskDifference;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Goes through a job, some tasks at a time. Many dependent steps, each of them short: written for a virtual thread, which
 * waits for each.
 */
@Singleton
@RunOnVirtualThread
class JobVerification {

    private static final int TASKS_AT_ONCE = 25;
    private static final int PARENTS_AT_ONCE = 250;
    private static final int LISTED_MAX = 1_000;
    /** How often something that is under way is looked at again before it is left alone. */
    private static final int LOOKS_MAX = 20;

    private final VerifyStore store;
    private final JobStore postgres;
    private final TaskStore tasks;
    private final FollowUps followUps;
    private final TaskViews views;
    private final TaskMetrics taskMetrics;
    private final VerifyMetrics metrics;
    private final Presence presence;
    private final Clock clock;

    JobVerification(
            VerifyStore store,
            JobStore postgres,
            TaskStore tasks,
            FollowUps followUps,
            TaskViews views,
            TaskMetrics taskMetrics,
            VerifyMetrics metrics,
            Presence presence,
            Clock clock) {
        this.store = store;
        this.postgres = postgres;
        this.tasks = tasks;
        this.followUps = followUps;
        this.views = views;
        this.taskMetrics = taskMetrics;
        this.metrics = metrics;
        this.presence = presence;
        this.clock = clock;
    }

    VerifyView verify(String job, boolean repair) {
        if (!store.counters(job).await().indefinitely().exists()) {
            presence.explain(job).await().indefinitely();
        }
        store.readQueuesAgain(job);
        var round = new Round(job, repair);
        round.lookAtTasks();
        // A repaired task may have ended others: the counters are those of a look at what there is now.
        var counting = round.repaired.isEmpty() ? round : new Round(job, false);
        if (counting != round) {
            counting.lookAtTasks();
        }
        var counters = counting.compareCounters(repair);
        return view(job, round, counting.settled, counters);
    }

    private VerifyView view(String job, Round round, boolean settled, List<CounterDifference> counters) {
        var listed = round.differences.values().stream()
                .limit(LISTED_MAX)
                .map(found -> new TaskDifference(
                        found.task(),
                        found.kind(),
                        found.found(),
                        found.expected(),
                        round.repaired.containsKey(found.task())))
                .toList();
        return new VerifyView(
                job,
                clock.instant(),
                store.counters(job).await().indefinitely().status(),
                round.lives.size(),
                round.settled && settled,
                round.differences.size() + counters.size(),
                round.repaired.size()
                        + (int) counters.stream()
                                .filter(CounterDifference::repaired)
                                .count(),
                listed,
                counters);
    }

    /** One way through all tasks of the job. */
    @RunOnVirtualThread
    private final class Round {

        private final String job;
        private final boolean repair;
        private final JobCounters atFirst;
        private final Map<String, Life> lives = new HashMap<>();
        private final Map<String, Difference> differences = new LinkedHashMap<>();
        private final Map<String, Difference> repaired = new HashMap<>();
        private boolean settled = true;

        Round(String job, boolean repair) {
            this.job = job;
            this.repair = repair;
            this.atFirst = store.counters(job).await().indefinitely();
        }

        void lookAtTasks() {
            var cursor = "0";
            do {
                Edges some = store.edges(job, cursor).await().indefinitely();
                some.parents().keySet().removeAll(lives.keySet());
                look(some.parents());
                cursor = some.next();
            } while (!cursor.equals("0"));
        }

        private void look(Map<String, List<String>> parents) {
            var parts = new ArrayList<Part>();
            int room = PARENTS_AT_ONCE;
            for (var task : parents.entrySet()) {
                if (task.getValue().size() > PARENTS_AT_ONCE) {
                    lookAtWideTask(task.getKey(), task.getValue());
                    continue;
                }
                if (task.getValue().size() > room || parts.size() == TASKS_AT_ONCE) {
                    lookAtParts(parts);
                    parts = new ArrayList<>();
                    room = PARENTS_AT_ONCE;
                }
                parts.add(
                        new Part(task.getKey(), task.getValue(), task.getValue().size()));
                room -= task.getValue().size();
            }
            if (!parts.isEmpty()) {
                lookAtParts(parts);
            }
        }

        private void lookAtParts(List<Part> parts) {
            for (var look : looks(parts)) {
                judge(
                        look,
                        parts.stream()
                                .filter(part -> part.task().equals(look.task()))
                                .findFirst()
                                .orElseThrow()
                                .parents());
            }
        }

        /** Counts its parents over several calls, again if anything happened to it in between. */
        private void lookAtWideTask(String task, List<String> parents) {
            var look = wideLook(task, parents);
            if (look.isPresent()) {
                judge(look.get(), parents);
            } else {
                settled = false;
            }
        }

        private Optional<TaskLook> wideLook(String task, List<String> parents) {
            for (int tries = 0; tries < LOOKS_MAX; tries++) {
                TaskLook whole = null;
                boolean still = true;
                for (int from = 0; from < parents.size() && still; from += PARENTS_AT_ONCE) {
                    int to = Math.min(from + PARENTS_AT_ONCE, parents.size());
                    var looks = looks(List.of(new Part(task, parents.subList(from, to), parents.size())));
                    still = !looks.isEmpty() && (whole == null || whole.fitsTo(looks.getFirst()));
                    if (still) {
                        whole = whole == null ? looks.getFirst() : whole.with(looks.getFirst());
                    }
                }
                if (still && whole != null) {
                    return Optional.of(whole);
                }
            }
            return Optional.empty();
        }

        /** None if children were being told how tasks ended all the time. */
        private List<TaskLook> looks(List<Part> parts) {
            for (int tries = 0; tries < LOOKS_MAX; tries++) {
                switch (store.look(job, parts).await().indefinitely()) {
                    case Looked.Looks(List<TaskLook> looks) -> {
                        return looks;
                    }
                    case Looked.Unknown unknown -> presence.explain(job).await().indefinitely();
                    case Looked.Busy busy -> tellTheRest();
                }
            }
            settled = false;
            return List.of();
        }

        private void tellTheRest() {
            var told = tasks.continueFanout(job).await().indefinitely();
            told.forEach(followUps::of);
        }

        private void judge(TaskLook look, List<String> parents) {
            lives.put(look.task(), lifeOf(look));
            VerifyPolicy.compare(look).ifPresent(found -> {
                metrics.found(found.kind());
                differences.put(found.task(), found);
                if (repair && repair(look, found)) {
                    repaired.put(found.task(), found);
                    lookAgain(found.task(), parents);
                }
            });
        }

        /** One repair may uncover another: an active task with wrong tallies may have no place either. */
        private void lookAgain(String task, List<String> parents) {
            if (parents.size() > PARENTS_AT_ONCE) {
                return;
            }
            for (var look : looks(List.of(new Part(task, parents, parents.size())))) {
                lives.put(task, lifeOf(look));
                VerifyPolicy.compare(look)
                        .filter(more -> more.kind() != differences.get(task).kind())
                        .ifPresent(more -> repair(look, more));
            }
        }

        private boolean repair(TaskLook look, Difference found) {
            var difference = found.kind() == Kind.MISSING ? withStateOfPostgres(look, found) : found;
            if (difference.becomes().isEmpty()) {
                return false;
            }
            var aftermath = store.repair(job, difference).await().indefinitely();
            aftermath.ifPresent(followUps::of);
            views.touch(new TaskId(job, found.task()));
            if (aftermath.isPresent()) {
                metrics.repaired(found.kind());
            }
            return aftermath.isPresent();
        }

        private Difference withStateOfPostgres(TaskLook look, Difference missing) {
            var stored =
                    postgres.tasksNamed(job, List.of(missing.task())).await().indefinitely();
            var task = stored.get(missing.task());
            var becomes = task == null ? "" : stateOf(task, look).packed();
            return new Difference(
                    missing.task(), missing.kind(), missing.found(), missing.expected(), missing.seen(), becomes);
        }

        private TaskState stateOf(TaskSnapshot task, TaskLook look) {
            var life = look.running() ? Life.ACTIVE : task.life();
            return new TaskState(
                    life, task.attempt(), task.end(), task.retries(), 0, look.counted(), task.spec(), false);
        }

        /** Only where nothing ended between the first look and now do counters and tasks belong together. */
        List<CounterDifference> compareCounters(boolean mayRepair) {
            var now = store.counters(job).await().indefinitely();
            if (!settled || !now.equals(atFirst)) {
                settled = settled
                        && now.packed()
                                .equals(JobCounters.counted(now.status(), lives.values())
                                        .packed());
                return List.of();
            }
            var counted = JobCounters.counted(now.status(), lives.values());
            if (now.equals(counted)) {
                return List.of();
            }
            boolean done = mayRepair && repairCounters(now, counted);
            var wrong = new ArrayList<CounterDifference>();
            for (int i = 0; i < JobCounters.FIELDS.size(); i++) {
                var found = now.values().get(i);
                var expected = counted.values().get(i);
                if (!found.equals(expected)) {
                    wrong.add(new CounterDifference(JobCounters.FIELDS.get(i), found, expected, done));
                }
            }
            metrics.countersFound();
            return wrong;
        }

        private boolean repairCounters(JobCounters now, JobCounters counted) {
            var ended = store.repair(job, now, counted).await().indefinitely();
            ended.filter(status -> !status.isEmpty()).ifPresent(taskMetrics::jobEnded);
            return ended.isPresent();
        }
    }

    private static Life lifeOf(TaskLook look) {
        return look.packed().isEmpty()
                ? Life.PENDING
                : TaskState.parse(look.packed()).life();
    }
}
