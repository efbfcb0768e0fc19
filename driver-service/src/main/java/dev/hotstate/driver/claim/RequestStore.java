package dev.hotstate.driver.claim;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;

/** The table {@code claim_request}: who works on which order. All times are those of Postgres. */
@Singleton
class RequestStore {

    private static final String BEGIN = """
            insert into claim_request as known (request_id, asked, lease, lease_until)
            values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
            on conflict (request_id) do update
            set attempt = case when known.settled_at is null and known.asked = excluded.asked
                                  and known.lease_until <= clock_timestamp() then known.attempt + 1 else known.attempt end,
                lease = case when known.settled_at is null and known.asked = excluded.asked
                                  and known.lease_until <= clock_timestamp() then excluded.lease else known.lease end,
                lease_until = case when known.settled_at is null and known.asked = excluded.asked
                                  and known.lease_until <= clock_timestamp() then excluded.lease_until else known.lease_until end
            returning number, attempt, asked = $2 as same, settled_at is not null as settled, lease = $3 as ours""";

    /** Waits for whoever is just settling it. Nobody else begins before the lease has ended or it was reopened. */
    private static final String CLOSE = """
            with closed as (
                update claim_request set lease = null
                where number = $1 and (lease = $2 or lease is null) and settled_at is null returning number)
            select exists (select from closed) as closed, settled_at is not null as settled
            from claim_request where number = $1""";

    private static final String REOPEN = """
            update claim_request set lease_until = clock_timestamp()
            where number = $1 and lease is null and settled_at is null""";

    private static final String SETTLE = """
            update claim_request set settled_at = clock_timestamp(), lease = null
            where number = $1 and lease = $2 and settled_at is null""";

    private static final String FORGET = """
            delete from claim_request where number in (
                select number from claim_request old
                where created_at < clock_timestamp() - make_interval(secs => $1) and not exists (
                    select from assignment where request = old.number and state in ('claimed', 'confirmed'))
                order by created_at limit $2)""";

    private final Database database;

    RequestStore(Database database) {
        this.database = database;
    }

    /** How it stands with an order that has just come in. */
    sealed interface Begun {

        /** To be worked on, by us. */
        record Ours(RequestAttempt request) implements Begun {}

        /** It was answered before. */
        record Settled(long number) implements Begun {}

        /** Somebody works on it. */
        record UnderWay() implements Begun {}

        /** Something else was asked for under the same id. */
        record Different() implements Begun {}
    }

    Uni<Begun> begin(ClaimOrder order, UUID lease, Duration patience) {
        return database.query(BEGIN, order.requestId(), order.asked(), lease, seconds(patience))
                .map(rows -> begun(rows.iterator().next()));
    }

    /** What has become of a request that we fail to work on. */
    enum Fate {
        /** Nothing was settled, and nothing of ours can be any more. */
        CLOSED,
        SETTLED,
        /** Somebody else works on it. */
        TAKEN_OVER
    }

    /** Sees to it that nothing of ours is settled that was not yet, whatever is still under way. */
    Uni<Fate> close(long number, UUID lease) {
        return database.query(CLOSE, number, lease)
                .map(rows -> fate(rows.iterator().next()));
    }

    /** The next one who asks may begin. */
    Uni<Void> reopen(long number) {
        return database.query(REOPEN, number).replaceWithVoid();
    }

    private static Fate fate(Row row) {
        if (row.getBoolean("closed")) {
            return Fate.CLOSED;
        }
        return row.getBoolean("settled") ? Fate.SETTLED : Fate.TAKEN_OVER;
    }

    /** @return false if somebody else works on it by now, or has settled it */
    Uni<Boolean> settle(SqlConnection transaction, long number, UUID lease) {
        return transaction
                .preparedQuery(SETTLE)
                .execute(Tuple.of(number, lease))
                .map(rows -> rows.rowCount() == 1);
    }

    /** @return how many were removed */
    Uni<Integer> forget(Duration keep, int max) {
        return database.query(FORGET, seconds(keep), max).map(rows -> rows.rowCount());
    }

    private static Begun begun(Row row) {
        if (!row.getBoolean("same")) {
            return new Begun.Different();
        } else if (row.getBoolean("settled")) {
            return new Begun.Settled(row.getLong("number"));
        }
        return Boolean.TRUE.equals(row.getBoolean("ours"))
                ? new Begun.Ours(new RequestAttempt(row.getLong("number"), row.getInteger("attempt")))
                : new Begun.UnderWay();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
