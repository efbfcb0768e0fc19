package dev.hotstate.monitor.push;

import dev.hotstate.kit.http.postgres.Database;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.jboss.logging.Logger;

/**
 * The last few bodies of pings, in Postgres: nobody knows what a job writes into its log, so it must not lie in Redis. A ping
 * counts as soon as Redis has it; its body is an extra, which is lost while Postgres is away.
 */
@Singleton
class PingBodies {

    private static final Logger LOG = Logger.getLogger(PingBodies.class);

    /** Bodies on their way to Postgres; more are dropped, so that a slow database costs no memory. */
    private static final int UNDER_WAY_MAX = 64;

    private final Database database;
    private final PushConfig config;
    private final Clock clock;
    private final MeterRegistry meters;
    private final AtomicInteger underWay = new AtomicInteger();

    PingBodies(Database database, PushConfig config, Clock clock, MeterRegistry meters) {
        this.database = database;
        this.config = config;
        this.clock = clock;
        this.meters = meters;
    }

    /** In bytes. */
    int limit() {
        return config.bodyMax();
    }

    /** Returns at once. */
    void keep(String monitor, String signal, String run, int exitStatus, byte[] body) {
        if (body.length == 0 || config.bodyMax() == 0) {
            return;
        }
        if (underWay.incrementAndGet() > UNDER_WAY_MAX) {
            underWay.decrementAndGet();
            count("dropped");
            return;
        }
        write(monitor, signal, run, exitStatus, body)
                .onTermination()
                .invoke(underWay::decrementAndGet)
                .subscribe()
                .with(done -> count("kept"), failure -> {
                    count("lost");
                    LOG.debugf("The body of a ping of %s is lost: %s", monitor, failure.getMessage());
                });
    }

    private Uni<Void> write(String monitor, String signal, String run, int exitStatus, byte[] body) {
        var kept = body.length <= config.bodyMax() ? body : Arrays.copyOf(body, config.bodyMax());
        return database.query(
                        """
                        with added as (
                            insert into ping_body (monitor_id, at, signal, run, exit_status, body, size)
                            values ($1, $2, $3, $4, $5, $6, $7))
                        delete from ping_body where monitor_id = $1 and id <= (
                            select id from ping_body where monitor_id = $1 order by id desc offset $8 limit 1)""",
                        monitor,
                        clock.instant().atOffset(ZoneOffset.UTC),
                        signal,
                        run,
                        exitStatus,
                        Buffer.buffer(kept),
                        body.length,
                        // The new one is not among those that are counted.
                        (long) config.bodiesMax() - 1)
                .replaceWithVoid();
    }

    /** Newest first. */
    Uni<List<PingBody>> of(String monitor) {
        return database.query(
                        "select * from ping_body where monitor_id = $1 order by id desc limit $2",
                        monitor,
                        config.bodiesMax())
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(PingBodies::read)
                        .toList());
    }

    private static PingBody read(Row row) {
        var body = row.getBuffer("body").getBytes();
        var signal = row.getString("signal");
        var run = row.getString("run");
        int exitStatus = row.getInteger("exit_status");
        int size = row.getInteger("size");
        return new PingBody(
                row.getOffsetDateTime("at").toInstant(),
                signal,
                run.equals(Report.ANY_RUN) ? null : run,
                exitStatus == 0 && !signal.equals(Report.Signal.UP.word()) ? null : exitStatus,
                size,
                size > body.length,
                new String(body, StandardCharsets.UTF_8));
    }

    private void count(String outcome) {
        Counter.builder("monitor.report.body")
                .description("Bodies of pings: kept, lost as Postgres is away, dropped as too many were under way")
                .tag("outcome", outcome)
                .register(meters)
                .increment();
    }
}
