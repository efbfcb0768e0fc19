package dev.hotstate.kit.http.postgres;

import dev.hotstate.kit.redis.postgres.HungConnection;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Queries and transactions on the service's own schema. */
@Singleton
public class Database {

    private static final Logger LOG = Logger.getLogger(Database.class);

    /** Classes of SQLSTATE that speak of the server and not of the statement: connection, resources, operator. */
    private static final Set<String> SERVER_TROUBLE = Set.of("08", "53", "57", "58");

    /** The classes of SQLSTATE that say: taken back because of what others did at the same time, such as a deadlock or a lock for too long. */
    private static final Set<String> TAKEN_BACK = Set.of("40", "55");

    private static final int REPETITIONS_MAX = 2;

    private final Pool pool;
    private final Duration deadline;
    private final Duration hangMax;
    private final int inFlightMax;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean inTrouble = new AtomicBoolean();

    Database(Pool pool, PostgresConfig config) {
        this.pool = pool;
        this.deadline = config.deadline();
        this.hangMax = config.hangMax();
        this.inFlightMax = config.inFlightMax();
    }

    public Uni<RowSet<Row>> query(String sql, Object... parameters) {
        return onConnection(
                deadline, connection -> connection.preparedQuery(sql).execute(Tuple.from(parameters)));
    }

    /**
     * Runs the work on one connection, one statement after the other, and commits unless it fails. It is run anew where Postgres
     * has rolled it back in favour of another one, so it changes nothing but Postgres.
     */
    public <T> Uni<T> inTransaction(Function<SqlConnection, Uni<T>> work) {
        return inTransaction(deadline, work);
    }

    /** @param patience of a caller that has more to do, and may wait longer for it than for others; up to the hang limit */
    public <T> Uni<T> inTransaction(Duration patience, Function<SqlConnection, Uni<T>> work) {
        return onConnection(
                patience.compareTo(hangMax) < 0 ? patience : hangMax,
                connection -> Uni.createFrom()
                        .deferred(() -> transaction(connection, work))
                        .onFailure(Database::isTakenBack)
                        .retry()
                        .atMost(REPETITIONS_MAX));
    }

    private static <T> Uni<T> transaction(SqlConnection connection, Function<SqlConnection, Uni<T>> work) {
        return connection
                .begin()
                .chain(transaction -> work.apply(connection)
                        .call(transaction::commit)
                        .onFailure()
                        .call(() -> transaction.rollback().onFailure().recoverWithNull()));
    }

    private static boolean isTakenBack(Throwable failure) {
        return TAKEN_BACK.contains(sqlStateClass(failure));
    }

    /** Work that was begun or waits for a connection, whether or not anybody still waits for its result. */
    public int inFlight() {
        return inFlight.get();
    }

    private <T> Uni<T> onConnection(Duration patience, Function<SqlConnection, Uni<T>> work) {
        return guarded(
                patience,
                endNanos -> pool.withConnection(connection -> beforeTheEnd(
                        endNanos,
                        () -> HungConnection.giveUpAfter(hangMax, connection, () -> work.apply(connection)))));
    }

    private <T> Uni<T> guarded(Duration patience, LongFunction<Uni<T>> work) {
        return Uni.createFrom()
                .deferred(() -> Uncancelled.run(admitted(work.apply(System.nanoTime() + patience.toNanos()))))
                .ifNoItem()
                .after(patience)
                .fail()
                .invoke(this::noteSuccess)
                .onFailure(Database::isServerTrouble)
                .transform(this::unavailable)
                .onFailure(Database::isTakenBack)
                .transform(deadlock -> PostgresUnavailable.takenBack());
    }

    private <T> Uni<T> admitted(Uni<T> work) {
        if (inFlight.incrementAndGet() > inFlightMax) {
            inFlight.decrementAndGet();
            return Uni.createFrom().failure(PostgresUnavailable.overloaded());
        }
        return work.eventually(inFlight::decrementAndGet);
    }

    /** What got its connection too late is not begun: its caller was already told that it failed. */
    private static <T> Uni<T> beforeTheEnd(long endNanos, Supplier<Uni<T>> work) {
        return System.nanoTime() - endNanos < 0 ? work.get() : Uni.createFrom().failure(new TimeoutException());
    }

    private static boolean isServerTrouble(Throwable failure) {
        if (failure instanceof PgException) {
            return SERVER_TROUBLE.contains(sqlStateClass(failure));
        }
        return failure instanceof IOException
                || failure instanceof TimeoutException
                || failure instanceof VertxException
                || failure instanceof NoStackTraceThrowable;
    }

    /** Empty for what is no word of Postgres. */
    private static String sqlStateClass(Throwable failure) {
        return failure instanceof PgException refused && refused.getSqlState() != null
                ? refused.getSqlState().substring(0, 2)
                : "";
    }

    /** Logs when the trouble begins and when it ends, not each time. */
    private PostgresUnavailable unavailable(Throwable cause) {
        if (inTrouble.compareAndSet(false, true)) {
            LOG.warnf("Postgres does not answer: %s", cause);
        }
        return new PostgresUnavailable();
    }

    private void noteSuccess() {
        if (inTrouble.get() && inTrouble.compareAndSet(true, false)) {
            LOG.info("Postgres answers again");
        }
    }
}
