package dev.hotstate.dag.insight;

import dev.hotstate.dag.task.TaskStatus;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** How far jobs are, by status of their tasks. Those of jobs that have ended are counted once, unless somebody runs one again. */
@Singleton
class JobTallies {

    private static final int KEPT_MAX = 2000;

    private record Key(String job, Instant finishedAt) {}

    private final InsightStore store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Map<TaskStatus, Long>> kept = new LinkedHashMap<>(16, 0.75f, true);

    JobTallies(InsightStore store) {
        this.store = store;
    }

    Uni<Map<String, Map<TaskStatus, Long>>> of(List<JobFacts> jobs) {
        var found = new HashMap<String, Map<TaskStatus, Long>>();
        var missing = jobs.stream().filter(job -> !recall(job, found)).toList();
        return store.tallies(missing.stream().map(JobFacts::id).toList()).map(counted -> {
            missing.forEach(job -> remember(job, counted.getOrDefault(job.id(), Map.of())));
            found.putAll(counted);
            return found;
        });
    }

    private boolean recall(JobFacts job, Map<String, Map<TaskStatus, Long>> found) {
        if (job.finishedAt() == null) {
            return false;
        }
        lock.lock();
        try {
            var tally = kept.get(new Key(job.id(), job.finishedAt()));
            if (tally != null) {
                found.put(job.id(), tally);
            }
            return tally != null;
        } finally {
            lock.unlock();
        }
    }

    /** Only once every task has ended: the events of the last ones may arrive after that of the job. */
    private void remember(JobFacts job, Map<TaskStatus, Long> tally) {
        if (job.finishedAt() == null || !tally.keySet().stream().allMatch(TaskStatus::ended)) {
            return;
        }
        lock.lock();
        try {
            kept.put(new Key(job.id(), job.finishedAt()), tally);
            if (kept.size() > KEPT_MAX) {
                kept.remove(kept.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }
}
