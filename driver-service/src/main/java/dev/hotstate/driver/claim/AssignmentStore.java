package dev.hotstate.driver.claim;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.claim.Assignment.State;
import dev.hotstate.driver.platform.PublicId;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code assignment} and {@code assignment_token}. A change counts from its commit on; Redis is told afterwards, by
 * whoever made it or, if that one dies, by {@link AssignmentWorker}.
 */
@Singleton
class AssignmentStore {

    /** So long who made a change has the time to tell Redis of it. */
    private static final String GRACE = "interval '2 seconds'";

    /** In the order of the drivers, so that two transactions never wait for each other. Who was erased has none. */
    private static final String RAISE_TOKENS = """
            insert into assignment_token as known (driver, token)
            select wanted.driver, wanted.token from unnest($1::bigint[], $2::bigint[]) as wanted (driver, token)
            join driver on driver.number = wanted.driver order by wanted.driver
            on conflict (driver) do update set token = excluded.token where known.token < excluded.token
            returning driver""";

    private static final String END_BEFORE = """
            update assignment set state = 'expired', ended_at = clock_timestamp(), version = version + 1, told = version + 1
            where driver = any ($1) and state = 'claimed' and lease_until <= coalesce($2, clock_timestamp())""";

    private static final String ASSIGN = """
            insert into assignment (id, request, rank, driver, token, state, lease_until, lat, lon, position_at, distance, told)
            select wanted.id, $1, wanted.rank, wanted.driver, wanted.token, 'claimed', wanted.lease_until, wanted.lat,
                   wanted.lon, wanted.position_at, wanted.distance, wanted.told
            from unnest($2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::float8[], $7::float8[],
                        $8::timestamptz[], $9::float8[], $10::integer[]) with ordinality
                as wanted (id, driver, token, lease_until, lat, lon, position_at, distance, told, rank)
            on conflict (driver) where state in ('claimed', 'confirmed') do nothing
            returning *""";

    private static final String RIVALS = """
            select driver, token, false as active, null::timestamptz as lease_until, 0::bigint as request
            from assignment_token where driver = any ($1)
            union all
            select driver, token, true, case state when 'claimed' then lease_until end, request
            from assignment where driver = any ($1) and state in ('claimed', 'confirmed')""";

    private static final String TOKENS = "select driver, token from assignment_token where driver = any ($1)";

    private static final String OF_REQUEST = "select * from assignment where request = $1 order by rank";

    private static final String FIND = "select * from assignment where id = $1";

    private static final String OF_DRIVER =
            "select * from assignment where driver = $1 and state in ('claimed', 'confirmed')";

    /** In one question: a driver may be assigned between two. */
    private static final String LAST_GRIPS = """
            select last.driver, coalesce(held.token, last.token) as token, held.driver is not null as active,
                   case held.state when 'claimed' then held.lease_until end as lease_until, coalesce(held.request, 0) as request
            from assignment_token last
            left join assignment held on held.driver = last.driver and held.state in ('claimed', 'confirmed')
            where last.driver = any ($1)""";

    private static final String CONFIRM = """
            update assignment set state = 'confirmed', confirmed_at = clock_timestamp(), version = version + 1,
                tell_at = clock_timestamp() + %s
            where id = $1 and token = $2 and state = 'claimed' and lease_until > coalesce($3, clock_timestamp()) returning *""".formatted(GRACE);

    private static final String RELEASE = """
            update assignment set state = 'released', ended_at = clock_timestamp(), version = version + 1,
                tell_at = clock_timestamp() + %s
            where id = $1 and token = $2 and state in ('claimed', 'confirmed') returning *""".formatted(GRACE);

    private static final String EXPIRE = """
            with ended as (
                select id from assignment where state = 'claimed' and lease_until <= coalesce($1, clock_timestamp())
                order by lease_until limit $2 for update skip locked)
            update assignment set state = 'expired', ended_at = clock_timestamp(), version = version + 1,
                tell_at = clock_timestamp() + %s
            from ended where assignment.id = ended.id returning assignment.*""".formatted(GRACE);

    private static final String TOUCH = """
            update assignment set version = version + 1, tell_at = clock_timestamp() + %s
            where driver = $1 and state in ('claimed', 'confirmed') returning *""".formatted(GRACE);

    private static final String UNTOLD = """
            with due as (
                select id from assignment where told < version and tell_at <= clock_timestamp()
                order by tell_at limit $1 for update skip locked)
            update assignment set tell_at = clock_timestamp() + %s
            from due where assignment.id = due.id returning assignment.*""".formatted(GRACE);

    private static final String TOLD = "update assignment set told = $2 where id = $1 and told < $2";

    private final Database database;
    private final RequestStore requests;

    AssignmentStore(Database database, RequestStore requests) {
        this.database = database;
        this.requests = requests;
    }

    /** What Postgres knows of a driver that makes it refuse a claim. */
    sealed interface Rival {

        /** Somebody has it. */
        record Holder(Grip grip) implements Rival {}

        /** Redis gave out a token that is not larger than the last one: it has forgotten that. */
        record Token(long last) implements Rival {}

        /** There is no such driver any more. */
        record Gone() implements Rival {}
    }

    /** What became of an attempt to assign drivers. */
    sealed interface Outcome {

        record Assigned(List<Assignment> assignments) implements Outcome {}

        /** Nothing was assigned, because of these drivers. */
        record Contested(Map<Long, Rival> rivals) implements Outcome {}

        /** Somebody else works on the request by now. */
        record TakenOver() implements Outcome {}
    }

    /** Ends a transaction without leaving anything behind. */
    private static final class RolledBack extends RuntimeException {

        private final transient Outcome outcome;

        RolledBack(Outcome outcome) {
            super(null, null, false, false);
            this.outcome = outcome;
        }
    }

    /**
     * Assigns all of them and settles the request, or nothing.
     *
     * @param now as Redis shows it; by the clock of Postgres if nothing was heard of it yet, never by that of this instance
     */
    Uni<Outcome> assign(long request, UUID lease, List<Catch> catches, Optional<Instant> now) {
        return database.inTransaction(transaction -> requests.settle(transaction, request, lease)
                        .invoke(settled -> require(settled, new Outcome.TakenOver()))
                        .chain(() -> catches.isEmpty()
                                ? Uni.createFrom().item(new Outcome.Assigned(List.of()))
                                : assign(transaction, request, catches, now)))
                .onFailure(RolledBack.class)
                .recoverWithItem(failure -> ((RolledBack) failure).outcome);
    }

    private Uni<Outcome> assign(SqlConnection transaction, long request, List<Catch> catches, Optional<Instant> now) {
        var drivers = array(catches, Catch::driver, Long[]::new);
        return transaction
                .preparedQuery(RAISE_TOKENS)
                .execute(Tuple.of(drivers, array(catches, each -> each.grip().token(), Long[]::new)))
                .call(raised -> requireAll(transaction, catches, raised))
                .call(() -> transaction.preparedQuery(END_BEFORE).execute(Tuple.of(drivers, utc(now))))
                .chain(() -> transaction.preparedQuery(ASSIGN).execute(assignment(request, catches)))
                .call(assigned -> requireAll(transaction, catches, assigned))
                .map(assigned -> new Outcome.Assigned(inOrderOf(catches, assigned)));
    }

    /** Fails with those that stand in the way. */
    private static Uni<Void> requireAll(SqlConnection transaction, List<Catch> catches, RowSet<Row> taken) {
        var missing = new ArrayList<Long>();
        catches.forEach(each -> missing.add(each.driver()));
        taken.forEach(row -> missing.remove(row.getLong("driver")));
        return missing.isEmpty()
                ? Uni.createFrom().voidItem()
                : transaction
                        .preparedQuery(RIVALS)
                        .execute(Tuple.of(missing.toArray(Long[]::new)))
                        .chain(rows ->
                                Uni.createFrom().failure(new RolledBack(new Outcome.Contested(rivals(missing, rows)))));
    }

    Uni<List<Assignment>> ofRequest(long request) {
        return database.query(OF_REQUEST, request).map(AssignmentStore::assignments);
    }

    Uni<Optional<Assignment>> find(String id) {
        return database.query(FIND, id).map(AssignmentStore::first);
    }

    /** The active one. */
    Uni<Optional<Assignment>> ofDriver(long driver) {
        return database.query(OF_DRIVER, driver).map(AssignmentStore::first);
    }

    /** Of those that have one. */
    Uni<Map<Long, Long>> lastTokens(Collection<Long> drivers) {
        return database.query(TOKENS, (Object) drivers.toArray(Long[]::new))
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(row -> row.getLong("driver"), row -> row.getLong("token"))));
    }

    /** @param shown as for {@link #assign} */
    Uni<Instant> now(Optional<Instant> shown) {
        return shown.map(now -> Uni.createFrom().item(now))
                .orElseGet(() -> database.query("select clock_timestamp() as now")
                        .map(rows ->
                                Objects.requireNonNull(instant(rows.iterator().next(), "now"))));
    }

    /** Of those that somebody has or had: how Redis holds them, or that under no token so far it does. */
    Uni<Map<Long, String>> lastGrips(Collection<Long> drivers) {
        return database.query(LAST_GRIPS, (Object) drivers.toArray(Long[]::new))
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(
                                row -> row.getLong("driver"),
                                row -> row.getBoolean("active")
                                        ? grip(row).text()
                                        : grip(row).textWhenOver())));
    }

    /**
     * Empty if it is not a claim any more, or that of another token.
     *
     * @param now as for {@link #assign}
     */
    Uni<Optional<Assignment>> confirm(String id, long token, Optional<Instant> now) {
        return database.query(CONFIRM, id, token, utc(now)).map(AssignmentStore::first);
    }

    /** Empty if it has ended, or is that of another token. */
    Uni<Optional<Assignment>> release(String id, long token) {
        return database.query(RELEASE, id, token).map(AssignmentStore::first);
    }

    /**
     * Ends claims whose lease is over.
     *
     * @param now as for {@link #assign}
     */
    Uni<List<Assignment>> expire(Optional<Instant> now, int max) {
        return database.query(EXPIRE, utc(now), max).map(AssignmentStore::assignments);
    }

    /** Has Redis told once more of the active assignment of a driver. */
    Uni<Optional<Assignment>> touch(long driver) {
        return database.query(TOUCH, driver).map(AssignmentStore::first);
    }

    /** Those of whose last change Redis was not told in time; nobody else gets them for a while. */
    Uni<List<Assignment>> untold(int max) {
        return database.query(UNTOLD, max).map(AssignmentStore::assignments);
    }

    Uni<Void> told(Assignment assignment) {
        return database.query(TOLD, assignment.id(), assignment.version()).replaceWithVoid();
    }

    private static void require(boolean condition, Outcome otherwise) {
        if (!condition) {
            throw new RolledBack(otherwise);
        }
    }

    private static Tuple assignment(long request, List<Catch> catches) {
        return Tuple.tuple(List.of(
                request,
                array(catches, each -> PublicId.next("clm"), String[]::new),
                array(catches, Catch::driver, Long[]::new),
                array(catches, each -> each.grip().token(), Long[]::new),
                array(catches, each -> utc(Objects.requireNonNull(each.grip().leaseEnd())), OffsetDateTime[]::new),
                array(
                        catches,
                        each -> each.place() == null ? null : each.place().lat(),
                        Double[]::new),
                array(
                        catches,
                        each -> each.place() == null ? null : each.place().lon(),
                        Double[]::new),
                array(
                        catches,
                        each -> each.positionAt() == null ? null : utc(each.positionAt()),
                        OffsetDateTime[]::new),
                array(catches, Catch::distance, Double[]::new),
                array(catches, each -> each.inRedis() ? 1 : 0, Integer[]::new)));
    }

    private static <T> T[] array(List<Catch> catches, Function<Catch, @Nullable T> value, IntFunction<T[]> type) {
        return catches.stream().map(value).toArray(type);
    }

    private static Map<Long, Rival> rivals(List<Long> drivers, RowSet<Row> rows) {
        var rivals = new HashMap<Long, Rival>();
        for (var row : rows) {
            long driver = row.getLong("driver");
            if (row.getBoolean("active")) {
                rivals.put(driver, new Rival.Holder(grip(row)));
            } else {
                rivals.putIfAbsent(driver, new Rival.Token(row.getLong("token")));
            }
        }
        drivers.forEach(driver -> rivals.putIfAbsent(driver, new Rival.Gone()));
        return rivals;
    }

    private static List<Assignment> inOrderOf(List<Catch> catches, RowSet<Row> rows) {
        var order = catches.stream().map(Catch::driver).toList();
        return assignments(rows).stream()
                .sorted(Comparator.comparingInt(assignment -> order.indexOf(assignment.driver())))
                .toList();
    }

    private static Optional<Assignment> first(RowSet<Row> rows) {
        return assignments(rows).stream().findFirst();
    }

    private static List<Assignment> assignments(RowSet<Row> rows) {
        return rows.stream().map(AssignmentStore::assignment).toList();
    }

    private static Assignment assignment(Row row) {
        var state = State.valueOf(row.getString("state").toUpperCase(Locale.ROOT));
        var leaseUntil = Objects.requireNonNull(instant(row, "lease_until"));
        var leaseEnd = state == State.CLAIMED ? leaseUntil : null;
        return new Assignment(
                row.getString("id"),
                row.getLong("driver"),
                new Grip(row.getLong("token"), leaseEnd, row.getLong("request")),
                state,
                leaseUntil,
                place(row),
                instant(row, "position_at"),
                row.getDouble("distance"),
                Objects.requireNonNull(instant(row, "claimed_at")),
                instant(row, "confirmed_at"),
                instant(row, "ended_at"),
                row.getInteger("version"));
    }

    private static @Nullable GeoPoint place(Row row) {
        var lat = row.getDouble("lat");
        return lat == null ? null : new GeoPoint(lat, row.getDouble("lon"));
    }

    private static Grip grip(Row row) {
        return new Grip(row.getLong("token"), instant(row, "lease_until"), row.getLong("request"));
    }

    private static @Nullable Instant instant(Row row, String column) {
        var value = row.getOffsetDateTime(column);
        return value == null ? null : value.toInstant();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable OffsetDateTime utc(Optional<Instant> instant) {
        return instant.map(AssignmentStore::utc).orElse(null);
    }
}
