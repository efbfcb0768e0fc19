package dev.hotstate.dag.history;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what is older than it has to be kept, one job after the other, in chunks that no statement takes long for. One instance
 * does it: the owner of the first partition.
 */
@Singleton
class RetentionWorker {

    private static final Duration PERIOD = Duration.ofSeconds(30);
    private static final int JOBS_PER_TICK = 100;
    private static final int ROWS_PER_CHUNK = 2_000;

    private static final String OLD_JOBS = "select id from job where finished_at < $1 order by finished_at limit $2";

    private static final String DELETE_EVENTS = """
            delete from event where ctid = any (array(select ctid from event where job_id = $1 limit $2))""";

    private static final String DELETE_LINES_OF_JOB = """
            delete from log_line where ctid = any (array(select ctid from log_line where job_id = $1 limit $2))""";

    /** Not of a job that runs again by now; and one that lacks tasks can't be run again. */
    private static final String DELETE_TASKS = """
            delete from task where ctid = any (array(
                select task.ctid from task
                where job_id = (select id from job where id = $1 and finished_at < $3 for update) limit $2))""";

    private static final String DELETE_JOB = """
            delete from job where id = $1 and finished_at < $2 and not exists (select from task where job_id = $1)""";

    private static final String DELETE_OLD_LINES = """
            delete from log_line where ctid = any (array(select ctid from log_line where at < $1 limit $2))""";

    private final Database database;
    private final PartitionOwnership ownership;
    private final Partitions partitions;
    private final Vertx vertx;
    private final Clock clock;
    private final HistoryConfig config;
    private final Counter deleted;
    private @Nullable Ticker ticker;

    RetentionWorker(
            Database database,
            PartitionOwnership ownership,
            Partitions partitions,
            Vertx vertx,
            Clock clock,
            HistoryConfig config,
            MeterRegistry meters) {
        this.database = database;
        this.ownership = ownership;
        this.partitions = partitions;
        this.vertx = vertx;
        this.clock = clock;
        this.config = config;
        this.deleted = Counter.builder("dag.history.deleted")
                .description("Finished jobs deleted because of their age")
                .register(meters);
    }

    void start(@Observes StartupEvent event) {
        ticker = Ticker.every(vertx, PERIOD, "Retention of history", this::tick);
    }

    void stop(@Observes ShutdownEvent event) {
        if (ticker != null) {
            ticker.close();
        }
    }

    Uni<Void> tick() {
        if (!ownership.owns(partitions.at(0))) {
            return Uni.createFrom().voidItem();
        }
        var finishedBefore = before(config.retention());
        return database.query(OLD_JOBS, finishedBefore, JOBS_PER_TICK)
                .chain(rows -> Multi.createFrom()
                        .iterable(rows.stream().map(row -> row.getString("id")).toList())
                        .onItem()
                        .transformToUniAndConcatenate(job -> delete(job, finishedBefore))
                        .collect()
                        .asList())
                .chain(() -> inChunks(DELETE_OLD_LINES, before(config.logRetention()), ROWS_PER_CHUNK));
    }

    private Uni<Void> delete(String job, OffsetDateTime finishedBefore) {
        return inChunks(DELETE_EVENTS, job, ROWS_PER_CHUNK)
                .chain(() -> inChunks(DELETE_LINES_OF_JOB, job, ROWS_PER_CHUNK))
                .chain(() -> inChunks(DELETE_TASKS, job, ROWS_PER_CHUNK, finishedBefore))
                .chain(() -> database.query(DELETE_JOB, job, finishedBefore))
                .invoke(gone -> deleted.increment(gone.rowCount()))
                .replaceWithVoid();
    }

    private Uni<Void> inChunks(String sql, Object... parameters) {
        return Multi.createBy()
                .repeating()
                .uni(() -> database.query(sql, parameters).map(RowSet::rowCount))
                .whilst(gone -> gone == ROWS_PER_CHUNK)
                .onItem()
                .ignoreAsUni();
    }

    private OffsetDateTime before(Duration age) {
        return clock.instant().minus(age).atOffset(ZoneOffset.UTC);
    }
}
