package dev.hotstate.dag.worker;

import dev.hotstate.dag.history.EventMirror;
import dev.hotstate.dag.platform.DagFailure.NotMirrored;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Waits until Postgres has a completion, for jobs that want it so. A worker that gets no answer sends it again. */
@Singleton
class Mirrored {

    private static final String HAS_IT =
            "select 1 from task where job_id = $1 and id = $2 and attempt = $3 and status = 'COMPLETED'";

    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private final Database database;
    private final EventMirror mirror;
    private final DagKeys keys;

    Mirrored(Database database, EventMirror mirror, DagKeys keys) {
        this.database = database;
        this.mirror = mirror;
        this.keys = keys;
    }

    Uni<Void> completion(TaskId task, String attempt, Duration patience) {
        mirror.nudge(keys.partitionOf(task.job()));
        return Uni.createFrom()
                .deferred(() -> database.query(HAS_IT, task.job(), task.task(), Long.parseLong(attempt)))
                .map(rows -> rows.size() > 0)
                .chain(arrived ->
                        arrived ? Uni.createFrom().voidItem() : Uni.createFrom().<Void>failure(new NotMirrored(task)))
                .onFailure(NotMirrored.class)
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .expireIn(patience.toMillis())
                .onFailure(IllegalStateException.class)
                .transform(exhausted -> new NotMirrored(task));
    }
}
