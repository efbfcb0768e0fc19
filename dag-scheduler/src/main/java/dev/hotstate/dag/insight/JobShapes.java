package dev.hotstate.dag.insight;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps the shapes of the jobs that somebody looks at. Reading and checking 100,000 tasks takes a second, looking at them goes on. */
@Singleton
class JobShapes {

    /** Tasks of all shapes together; about 300 bytes each. */
    private static final int TASKS_MAX = 300_000;

    private record Key(String job, int tasks) {}

    private final InsightStore store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Uni<JobShape>> shapes = new LinkedHashMap<>(16, 0.75f, true);

    JobShapes(InsightStore store) {
        this.store = store;
    }

    /** A job that got more tasks has another shape. */
    Uni<JobShape> of(JobFacts job) {
        var key = new Key(job.id(), job.tasks());
        lock.lock();
        try {
            var shape = shapes.computeIfAbsent(
                    key,
                    any -> store.shape(job.id())
                            .onFailure()
                            .invoke(() -> forget(key))
                            .memoize()
                            .indefinitely());
            dropOldest();
            return shape;
        } finally {
            lock.unlock();
        }
    }

    private void dropOldest() {
        long tasks = shapes.keySet().stream().mapToLong(Key::tasks).sum();
        var oldest = shapes.keySet().iterator();
        while (tasks > TASKS_MAX && shapes.size() > 1) {
            tasks -= oldest.next().tasks();
            oldest.remove();
        }
    }

    private void forget(Key key) {
        lock.lock();
        try {
            shapes.remove(key);
        } finally {
            lock.unlock();
        }
    }
}
