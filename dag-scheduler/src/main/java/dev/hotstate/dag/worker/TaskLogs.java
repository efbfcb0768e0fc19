package dev.hotstate.dag.worker;

import dev.hotstate.dag.history.LogArchive;
import dev.hotstate.dag.platform.DagFailure.StaleAttempt;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.LogStore;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Lines that workers write: the last ones in Redis, where the task's view shows them, all of them in the archive. */
@Singleton
class TaskLogs {

    private final LogStore store;
    private final LogArchive archive;

    TaskLogs(LogStore store, LogArchive archive) {
        this.store = store;
        this.archive = archive;
    }

    Uni<Void> append(TaskId task, String attempt, long firstSeq, List<String> lines) {
        return store.append(task, attempt, lines)
                .chain(appended -> appended
                        ? archive.append(task, Long.parseLong(attempt), firstSeq, lines)
                        : Uni.createFrom().<Void>failure(new StaleAttempt(task, "unknown")));
    }
}
