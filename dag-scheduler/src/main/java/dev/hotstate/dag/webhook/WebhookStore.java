package dev.hotstate.dag.webhook;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table {@code webhook_delivery}. All times are those of Postgres. */
@Singleton
class WebhookStore {

    private static final int HOSTS_MAX = 500;
    private static final int RUNS_MAX = 100;
    private static final int ERROR_MAX = 300;

    private static final String DUE_HOSTS = """
            select distinct host from webhook_delivery
            where state = 'pending' and next_attempt_at <= clock_timestamp() limit $1""";

    private static final String CLAIM = """
            with taken as (
                select picked.job_id, picked.run
                from unnest($1::text[], $2::int[]) as room (host, count)
                cross join lateral (
                    select job_id, run from webhook_delivery
                    where host = room.host and state = 'pending' and next_attempt_at <= clock_timestamp()
                    order by next_attempt_at limit room.count for update skip locked) picked)
            update webhook_delivery delivery
            set attempts = attempts + 1, lease = gen_random_uuid(),
                next_attempt_at = clock_timestamp() + make_interval(secs => $3)
            from taken join job on job.id = taken.job_id
            where delivery.job_id = taken.job_id and delivery.run = taken.run
            returning delivery.*, webhook_url, webhook_secret""";

    private static final String SENT = """
            update webhook_delivery set state = 'sent', sent_at = clock_timestamp(), lease = null, last_error = null
            where job_id = $1 and run = $2 and lease = $3""";

    private static final String FAILED = """
            update webhook_delivery
            set lease = null, last_error = $4, next_attempt_at = clock_timestamp() + make_interval(secs => $5)
            where job_id = $1 and run = $2 and lease = $3""";

    private static final String DIED = """
            update webhook_delivery set state = 'dead', lease = null, last_error = $4
            where job_id = $1 and run = $2 and lease = $3""";

    private static final String OF_JOB = "select * from webhook_delivery where job_id = $1 order by run desc limit $2";

    private static final String RESEND = """
            update webhook_delivery set state = 'pending', attempts = 0, lease = null, next_attempt_at = clock_timestamp()
            where job_id = $1 and run = $2 returning *""";

    private final Database database;

    WebhookStore(Database database) {
        this.database = database;
    }

    /** To which something has to be sent now. */
    Uni<List<String>> dueHosts() {
        return database.query(DUE_HOSTS, HOSTS_MAX).map(rows -> list(rows, row -> row.getString("host")));
    }

    /**
     * Takes what is due, passing over what another instance takes at this moment.
     *
     * @param room how many for each host
     */
    Uni<List<WebhookDelivery>> claim(Map<String, Integer> room, Duration lease) {
        return database.query(
                        CLAIM,
                        room.keySet().toArray(String[]::new),
                        room.values().toArray(Integer[]::new),
                        seconds(lease))
                .map(rows -> list(rows, WebhookStore::delivery));
    }

    Uni<Void> sent(WebhookDelivery delivery) {
        return database.query(SENT, delivery.job(), delivery.run(), delivery.lease())
                .replaceWithVoid();
    }

    Uni<Void> failed(WebhookDelivery delivery, String error, Duration pause) {
        return database.query(FAILED, delivery.job(), delivery.run(), delivery.lease(), cut(error), seconds(pause))
                .replaceWithVoid();
    }

    Uni<Void> died(WebhookDelivery delivery, String error) {
        return database.query(DIED, delivery.job(), delivery.run(), delivery.lease(), cut(error))
                .replaceWithVoid();
    }

    /** Newest run first. */
    Uni<List<WebhookView>> ofJob(String job) {
        return database.query(OF_JOB, job, RUNS_MAX).map(rows -> list(rows, WebhookStore::view));
    }

    /** Nothing if there is no such delivery. */
    Uni<List<WebhookView>> resend(String job, int run) {
        return database.query(RESEND, job, run).map(rows -> list(rows, WebhookStore::view));
    }

    private static WebhookDelivery delivery(Row row) {
        return new WebhookDelivery(
                row.getString("job_id"),
                row.getInteger("run"),
                row.getString("host"),
                URI.create(row.getString("webhook_url")),
                row.getBuffer("webhook_secret").getBytes(),
                row.getString("body"),
                row.getInteger("attempts"),
                row.getUUID("lease"));
    }

    private static WebhookView view(Row row) {
        var state = row.getString("state");
        return new WebhookView(
                row.getString("job_id"),
                row.getInteger("run"),
                state,
                row.getInteger("attempts"),
                state.equals("pending") ? instant(row, "next_attempt_at") : null,
                row.getString("last_error"),
                row.getOffsetDateTime("created_at").toInstant(),
                instant(row, "sent_at"));
    }

    private static @Nullable Instant instant(Row row, String column) {
        var value = row.getOffsetDateTime(column);
        return value == null ? null : value.toInstant();
    }

    private static <T> List<T> list(RowSet<Row> rows, Function<Row, T> item) {
        return rows.stream().map(item).toList();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }

    private static String cut(String error) {
        return error.length() <= ERROR_MAX ? error : error.substring(0, ERROR_MAX);
    }
}
