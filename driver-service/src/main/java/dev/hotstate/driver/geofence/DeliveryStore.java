package dev.hotstate.driver.geofence;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What is left to be told of the table {@code geofence_event}. All times are those of Postgres. */
@Singleton
class DeliveryStore {

    private static final int HOSTS_MAX = 500;
    private static final int ERROR_MAX = 300;

    private static final String DUE_HOSTS = """
            select distinct host from geofence_event
            where state = 'pending' and next_attempt_at <= clock_timestamp() limit $1""";

    /** The oldest first. */
    private static final String CLAIM = """
            with taken as (
                select picked.id
                from unnest($1::text[], $2::int[]) as room (host, count)
                cross join lateral (
                    select event.id from geofence_event event join geofence on geofence.number = event.fence
                    where host = room.host and state = 'pending' and next_attempt_at <= clock_timestamp()
                      and webhook_url is not null
                    order by next_attempt_at, event.id limit room.count for update of event skip locked) picked),
            leased as (
                update geofence_event set attempts = attempts + 1, lease = gen_random_uuid(),
                    next_attempt_at = clock_timestamp() + make_interval(secs => $3)
                from taken where geofence_event.id = taken.id returning geofence_event.*)
            select leased.*, leased.transaction::text as xact, geofence.id as fence_id, geofence.name as fence_name,
                   driver.id as driver_id, webhook_url, webhook_secret
            from leased
            join geofence on geofence.number = leased.fence
            join driver on driver.number = leased.driver
            order by leased.id""";

    private static final String SENT = """
            update geofence_event set state = 'sent', sent_at = clock_timestamp(), lease = null, last_error = null
            where id = $1 and lease = $2""";

    private static final String FAILED = """
            update geofence_event
            set lease = null, last_error = $3, next_attempt_at = clock_timestamp() + make_interval(secs => $4)
            where id = $1 and lease = $2""";

    private static final String DIED =
            "update geofence_event set state = 'dead', lease = null, last_error = $3 where id = $1 and lease = $2";

    private final Database database;

    DeliveryStore(Database database) {
        this.database = database;
    }

    Uni<List<String>> dueHosts() {
        return database.query(DUE_HOSTS, HOSTS_MAX)
                .map(rows -> rows.stream().map(row -> row.getString("host")).toList());
    }

    /** @param room how many for each host */
    Uni<List<Delivery>> claim(Map<String, Integer> room, Duration lease) {
        return database.query(
                        CLAIM,
                        room.keySet().toArray(String[]::new),
                        room.values().toArray(Integer[]::new),
                        seconds(lease))
                .map(rows -> rows.stream().map(DeliveryStore::delivery).toList());
    }

    Uni<Void> sent(Delivery delivery) {
        return database.query(SENT, delivery.event().position().id(), delivery.lease())
                .replaceWithVoid();
    }

    Uni<Void> failed(Delivery delivery, String error, Duration pause) {
        return database.query(FAILED, delivery.event().position().id(), delivery.lease(), cut(error), seconds(pause))
                .replaceWithVoid();
    }

    Uni<Void> died(Delivery delivery, String error) {
        return database.query(DIED, delivery.event().position().id(), delivery.lease(), cut(error))
                .replaceWithVoid();
    }

    private static Delivery delivery(Row row) {
        return new Delivery(
                EventStore.event(row),
                row.getString("host"),
                URI.create(row.getString("webhook_url")),
                row.getBuffer("webhook_secret").getBytes(),
                row.getInteger("attempts"),
                row.getUUID("lease"));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }

    private static String cut(String error) {
        return error.length() <= ERROR_MAX ? error : error.substring(0, ERROR_MAX);
    }
}
