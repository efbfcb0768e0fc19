package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.redis.worker.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the readable views of tasks near the truth. A view is written some moments after a change, from what is then: a task
 * that is claimed and completed meanwhile costs nothing here, since its completion writes the last view itself. A view that was
 * forgotten because this process ended is put right by the next change, or by verifying the job.
 */
@Singleton
public class TaskViews {

    private static final Duration PERIOD = Duration.ofMillis(100);
    /** A task of a wide graph is ready, claimed and completed within it: its views in between are written for nobody. */
    private static final long AGE_MIN_NANOS = Duration.ofMillis(800).toNanos();

    private static final int WAITING_MAX = 50_000;
    private static final int WRITTEN_AT_ONCE = 2_000;

    private final TaskStore store;
    private final Vertx vertx;
    /** In the order of the first change; guarded by itself. */
    private final Map<TaskId, Long> touchedAt = new LinkedHashMap<>();

    private @Nullable Ticker ticker;

    TaskViews(TaskStore store, Vertx vertx) {
        this.store = store;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Readable views of tasks", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    public void touch(TaskId task) {
        synchronized (touchedAt) {
            if (touchedAt.size() < WAITING_MAX) {
                touchedAt.putIfAbsent(task, System.nanoTime());
            }
        }
    }

    /** The change itself wrote the view. */
    public void written(TaskId task) {
        synchronized (touchedAt) {
            touchedAt.remove(task);
        }
    }

    Uni<Void> tick() {
        var writes = new ArrayList<Uni<Void>>();
        takeOld().forEach((job, tasks) -> {
            for (int from = 0; from < tasks.size(); from += TaskStore.SHOWN_AT_ONCE) {
                int to = Math.min(from + TaskStore.SHOWN_AT_ONCE, tasks.size());
                writes.add(store.project(job, tasks.subList(from, to)));
            }
        });
        return writes.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join()
                        .all(writes)
                        .usingConcurrencyOf(8)
                        .andCollectFailures()
                        .replaceWithVoid();
    }

    private Map<String, List<String>> takeOld() {
        var byJob = new HashMap<String, List<String>>();
        long now = System.nanoTime();
        synchronized (touchedAt) {
            var oldest = touchedAt.entrySet().iterator();
            for (int taken = 0; taken < WRITTEN_AT_ONCE && oldest.hasNext(); taken++) {
                var entry = oldest.next();
                if (now - entry.getValue() < AGE_MIN_NANOS) {
                    break;
                }
                byJob.computeIfAbsent(entry.getKey().job(), job -> new ArrayList<>())
                        .add(entry.getKey().task());
                oldest.remove();
            }
        }
        return byJob;
    }
}
