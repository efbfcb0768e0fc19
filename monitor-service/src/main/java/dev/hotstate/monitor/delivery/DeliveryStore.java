package dev.hotstate.monitor.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.platform.OneLine;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The table {@code alert_delivery}, as those who deliver see it. All times are those of Postgres. */
@Singleton
class DeliveryStore {

    private static final int ERROR_LENGTH_MAX = 300;

    private static final String VIEW = """
            select delivery.*, channel.name as channel_name,
                   (select name from monitor where monitor.id = delivery.monitor_id) as monitor_name
            from alert_delivery delivery left join channel on channel.id = delivery.channel_id
            """;

    /**
     * Shared by those who claim, alone for who changes what comes first. Named after the table, so that nobody else has it. A process that
     * stands still or is cut off must not keep it: Postgres itself ends its session, and whoever waits for it comes again.
     */
    private static final String TAKE_LOCK = """
            set local idle_in_transaction_session_timeout = '5s';
            set local lock_timeout = '2s';
            select %s('alert_delivery'::regclass::oid::integer, 0)""";

    private static final String SHARE_LOCK = TAKE_LOCK.formatted("pg_advisory_xact_lock_shared");
    private static final String OWN_LOCK = TAKE_LOCK.formatted("pg_advisory_xact_lock");

    private static final String NOTHING_WAITS_BEFORE = """
            not exists (
                select from alert_delivery earlier
                where earlier.incident_id = due.incident_id and earlier.channel_id = due.channel_id
                    and earlier.id < due.id and earlier.state = 'pending')""";

    /**
     * Nobody is told the end of what he never heard of: whose last news of the incident surely did not arrive, or were followed by
     * an end that did.
     */
    private static final String IS_UNHEARD_END = """
            (due.transition like 'resolved%' and not exists (
                select from alert_delivery news
                where news.incident_id = due.incident_id and news.channel_id = due.channel_id and news.id < due.id
                    and news.transition not like 'resolved%' and (news.state = 'sent' or news.attempts > news.refused)
                    and not exists (
                        select from alert_delivery told
                        where told.incident_id = due.incident_id and told.channel_id = due.channel_id
                            and told.id > news.id and told.id < due.id
                            and told.transition like 'resolved%' and told.state = 'sent')))""";

    /** How much waits, and since when the oldest does that could have been sent. */
    record Depth(long pending, long dead, Duration age) {}

    private final Database database;
    private final ObjectMapper json;

    DeliveryStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    /** Channels for which something is due now. */
    Uni<List<String>> dueChannels() {
        return database.query("""
                        select id from channel where enabled and exists (
                            select from alert_delivery where channel_id = channel.id and state = 'pending'
                                and next_attempt_at <= clock_timestamp())""").map(rows -> list(rows, row -> row.getString("id")));
    }

    /**
     * Takes what is due, oldest first, passing over what another instance holds or takes at this moment, and what must wait
     * for an earlier transition of its incident. An end of which nobody has heard the beginning is given up.
     *
     * @param room how many for each channel
     */
    Uni<List<ClaimedDelivery>> claim(Map<String, Integer> room, Duration lease) {
        // Read when they are claimed: one that this version can't read takes no other back.
        return database.inTransaction(
                        transaction -> execute(transaction, SHARE_LOCK).chain(() -> claim(transaction, room, lease)))
                .map(rows -> list(rows, this::claimed));
    }

    private static Uni<RowSet<Row>> claim(SqlConnection transaction, Map<String, Integer> room, Duration lease) {
        var channels = room.keySet().toArray(String[]::new);
        var counts = room.values().toArray(Integer[]::new);
        return transaction
                .preparedQuery("""
                        with taken as (
                            select picked.id, picked.unheard
                            from unnest($1::text[], $2::int[]) as room (channel_id, count)
                            cross join lateral (
                                select due.id, %s as unheard from alert_delivery due
                                where due.channel_id = room.channel_id and due.state = 'pending'
                                    and due.next_attempt_at <= clock_timestamp() and %s
                                order by due.next_attempt_at, due.id limit room.count for update skip locked) picked),
                        given_up as (
                            update alert_delivery delivery
                            set state = 'dead', last_error = 'Not sent: what it is the end of never arrived'
                            from taken where delivery.id = taken.id and unheard)
                        update alert_delivery delivery
                        set attempts = attempts + 1, lease = gen_random_uuid(),
                            next_attempt_at = clock_timestamp() + make_interval(secs => $3)
                        from taken where delivery.id = taken.id and not unheard
                        returning delivery.*""".formatted(IS_UNHEARD_END, NOTHING_WAITS_BEFORE))
                .execute(Tuple.of(channels, counts, seconds(lease)));
    }

    /** @return whether we still held it */
    Uni<Boolean> sent(ClaimedDelivery delivery) {
        return database.query("""
                        update alert_delivery
                        set state = 'sent', sent_at = clock_timestamp(), lease = null, last_error = null
                        where id = $1 and lease = $2""", delivery.id(), delivery.lease()).map(rows -> rows.rowCount() == 1);
    }

    /**
     * @param refused whether it surely did not arrive
     * @return whether we still held it
     */
    Uni<Boolean> failed(ClaimedDelivery delivery, String error, boolean refused, Duration pause) {
        return database.query(
                        """
                        update alert_delivery
                        set lease = null, last_error = $3, refused = refused + $4,
                            next_attempt_at = clock_timestamp() + make_interval(secs => $5)
                        where id = $1 and lease = $2""",
                        delivery.id(),
                        delivery.lease(),
                        OneLine.of(error, ERROR_LENGTH_MAX),
                        refused ? 1 : 0,
                        seconds(pause))
                .map(rows -> rows.rowCount() == 1);
    }

    /**
     * @param refused whether it surely did not arrive
     * @return whether we still held it
     */
    Uni<Boolean> died(ClaimedDelivery delivery, String error, boolean refused) {
        return database.query(
                        """
                        update alert_delivery set state = 'dead', lease = null, last_error = $3, refused = refused + $4
                        where id = $1 and lease = $2""", delivery.id(), delivery.lease(), OneLine.of(error, ERROR_LENGTH_MAX), refused ? 1 : 0)
                .map(rows -> rows.rowCount() == 1);
    }

    /** What waits for a channel that is disabled or gone will not be sent, and must not surprise anybody later. */
    Uni<Integer> giveUpForClosedChannels() {
        return database.query("""
                        update alert_delivery set state = 'dead', lease = null, last_error = 'The channel is disabled or deleted'
                        where state = 'pending' and not exists (
                            select from channel where channel.id = alert_delivery.channel_id and channel.enabled)""").map(rows -> rows.rowCount());
    }

    Uni<Depth> depth() {
        return database.query("""
                        select count(*) filter (where state = 'pending') as pending,
                               count(*) filter (where state = 'dead') as dead,
                               coalesce(extract(epoch from clock_timestamp() - min(created_at)
                                   filter (where state = 'pending')), 0)::float8 as age
                        from alert_delivery where state in ('pending', 'dead')""")
                .map(rows -> rows.iterator().next())
                .map(row -> new Depth(row.getLong("pending"), row.getLong("dead"), Duration.ofMillis((long)
                        (row.getDouble("age") * 1_000))));
    }

    /** Newest first. */
    Uni<List<DeliveryView>> page(DeliveryFilter filter, PageRequest page) {
        long before = page.after().map(after -> after.number(0)).orElse(Long.MAX_VALUE);
        return database.query(
                        VIEW + """
                        where ($1::text is null or state = $1) and ($2::text is null or channel_id = $2)
                            and ($3::text is null or incident_id = $3) and delivery.id < $4
                        order by delivery.id desc limit $5""",
                        filter.state() == null ? null : filter.state().wire(),
                        filter.channel(),
                        filter.incident(),
                        before,
                        page.fetch())
                .map(rows -> list(rows, DeliveryStore::view));
    }

    Uni<Optional<DeliveryView>> lock(SqlConnection transaction, long id) {
        return transaction
                .preparedQuery(VIEW + "where delivery.id = $1 for update of delivery")
                .execute(Tuple.of(id))
                .map(rows -> list(rows, DeliveryStore::view).stream().findFirst());
    }

    /** Until the transaction ends nobody claims, and who does so now has ended: what is under way is seen, and nothing follows. */
    Uni<Void> holdBackClaims(SqlConnection transaction) {
        return execute(transaction, OWN_LOCK);
    }

    /** Whether something that happened later may have been told already: then this one would be read as if it were news. */
    Uni<Boolean> isOvertaken(SqlConnection transaction, DeliveryView delivery) {
        return transaction
                .preparedQuery("""
                        select exists (select from alert_delivery
                            where incident_id = $1 and channel_id = $2 and id > $3
                                and (state = 'sent' or attempts > refused)) as overtaken""")
                .execute(Tuple.of(delivery.incidentId(), delivery.channelId(), Long.parseLong(delivery.id())))
                .map(rows -> rows.iterator().next().getBoolean("overtaken"));
    }

    /** Whether it is the end of what never arrived there: alone it would be given up again. */
    Uni<Boolean> isUnheardEnd(SqlConnection transaction, long id) {
        return transaction
                .preparedQuery("select from alert_delivery due where id = $1 and %s and %s"
                        .formatted(NOTHING_WAITS_BEFORE, IS_UNHEARD_END))
                .execute(Tuple.of(id))
                .map(rows -> rows.size() > 0);
    }

    /** With what was given up after it, or who hears of an outage only now would never hear of its end. */
    Uni<Void> resend(SqlConnection transaction, long id) {
        return transaction.preparedQuery("""
                        update alert_delivery delivery
                        set state = 'pending', attempts = 0, refused = delivery.refused - delivery.attempts, lease = null,
                            next_attempt_at = clock_timestamp()
                        from alert_delivery chosen
                        where chosen.id = $1 and (delivery.id = chosen.id
                            or delivery.incident_id = chosen.incident_id and delivery.channel_id = chosen.channel_id
                                and delivery.id > chosen.id and delivery.state = 'dead'
                                and delivery.transition not like 'reminder%')""").execute(Tuple.of(id)).replaceWithVoid();
    }

    private static Uni<Void> execute(SqlConnection transaction, String sql) {
        return transaction.query(sql).execute().replaceWithVoid();
    }

    private ClaimedDelivery claimed(Row row) {
        return new ClaimedDelivery(
                row.getLong("id"),
                row.getString("channel_id"),
                row.getString("idempotency_key"),
                row.getInteger("attempts"),
                row.getUUID("lease"),
                alert(row.getJson("payload").toString()));
    }

    private Alert alert(String text) {
        try {
            return json.readValue(text, Alert.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds an alert that can't be read", e);
        }
    }

    private static DeliveryView view(Row row) {
        var state = DeliveryState.ofWire(row.getString("state"));
        return new DeliveryView(
                String.valueOf(row.getLong("id")),
                row.getString("incident_id"),
                row.getString("monitor_id"),
                row.getString("monitor_name"),
                row.getString("channel_id"),
                row.getString("channel_name"),
                row.getString("transition"),
                state,
                row.getInteger("attempts"),
                state == DeliveryState.PENDING ? instant(row, "next_attempt_at") : null,
                row.getString("idempotency_key"),
                row.getString("last_error"),
                row.getOffsetDateTime("created_at").toInstant(),
                instant(row, "sent_at"));
    }

    private static @Nullable Instant instant(Row row, String column) {
        var value = row.getOffsetDateTime(column);
        return value == null ? null : value.toInstant();
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> item) {
        return StreamSupport.stream(rows.spliterator(), false).map(item).toList();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
