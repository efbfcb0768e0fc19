package dev.hotstate.dag.template;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fires: each is written once, and then submitted by whoever gets hold of it. All times are those of Postgres. */
@Singleton
class FireStore {

    private static final String DUE = """
            select *, now() as now%s from schedule
            where enabled and next_fire_at <= now() order by next_fire_at limit $1""".formatted(ScheduleStore.LAST_FIRE);

    /** Only as it was when its times were decided, and not while another instance fires it. */
    private static final String LOCK = """
            select id from schedule
            where id = $1 and enabled and next_fire_at = $2 and changed_at = $3 for update skip locked""";

    private static final String FIRE = """
            insert into schedule_fire (schedule_id, fire_at, job_id, job, state, detail) values ($1, $2, $3, $4, $5, $6)
            on conflict do nothing""";

    private static final String MOVE_ON = "update schedule set next_fire_at = $2 where id = $1";

    private static final String CLAIM_PENDING = """
            update schedule_fire set claimed_until = now() + interval '30 s'
            where (schedule_id, fire_at) in (
                select schedule_id, fire_at from schedule_fire
                where state = 'pending' and (claimed_until is null or claimed_until < now())
                order by fire_at limit $1 for update skip locked)
            returning schedule_id, fire_at, job_id, job""";

    private static final String END = """
            update schedule_fire set state = $3, detail = $4 where schedule_id = $1 and fire_at = $2 and state = 'pending'""";

    private static final int ID_DIGITS = 24;

    private final Database database;
    private final ScheduleStore schedules;

    FireStore(Database database, ScheduleStore schedules) {
        this.database = database;
        this.schedules = schedules;
    }

    /**
     * What a time of a schedule becomes.
     *
     * @param job the order, or null if there is none
     * @param refusal why there is none
     */
    record Fire(Instant at, @Nullable String job, @Nullable String refusal) {}

    /** @param next null: never again */
    record Fires(List<Fire> fires, @Nullable Instant next) {}

    record Pending(String schedule, Instant at, String jobId, String job) {}

    /** @param now by the clock of Postgres */
    record Due(ScheduleView schedule, Instant now) {}

    /** Schedules whose time has come, those that wait longest first. */
    Uni<List<Due>> due(int limit) {
        return database.query(DUE, limit).map(rows -> {
            var due = new ArrayList<Due>();
            rows.forEach(row -> due.add(
                    new Due(schedules.view(row), row.getOffsetDateTime("now").toInstant())));
            return due;
        });
    }

    /** In a transaction of its own, so that no schedule waits for another one. Gives the number of fires; 0 if another instance has it. */
    Uni<Integer> fire(ScheduleView schedule, Fires fires) {
        return database.inTransaction(transaction -> transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of(
                        schedule.id(),
                        ScheduleStore.time(schedule.nextFireAt()),
                        ScheduleStore.time(schedule.changedAt())))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(0)
                        : write(transaction, schedule, fires)
                                .replaceWith(fires.fires().size())));
    }

    private static Uni<Void> write(SqlConnection transaction, ScheduleView schedule, Fires fires) {
        return Multi.createFrom()
                .iterable(fires.fires())
                .onItem()
                .transformToUniAndConcatenate(fire -> write(transaction, schedule.id(), fire))
                .collect()
                .asList()
                .chain(() -> transaction
                        .preparedQuery(MOVE_ON)
                        .execute(Tuple.of(schedule.id(), ScheduleStore.time(fires.next()))))
                .replaceWithVoid();
    }

    private static Uni<Void> write(SqlConnection transaction, String schedule, Fire fire) {
        return transaction
                .preparedQuery(FIRE)
                .execute(Tuple.from(Arrays.asList(
                        schedule,
                        ScheduleStore.time(fire.at()),
                        jobId(schedule, fire.at()),
                        fire.job(),
                        fire.job() == null ? "refused" : "pending",
                        fire.refusal())))
                .replaceWithVoid();
    }

    /** The same for the same time of the same schedule, on any instance. */
    static String jobId(String schedule, Instant at) {
        try {
            var digest =
                    MessageDigest.getInstance("SHA-256").digest((schedule + "|" + at).getBytes(StandardCharsets.UTF_8));
            return "run_" + HexFormat.of().formatHex(digest).substring(0, ID_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Fires to submit now; nobody else gets them for 30 seconds. */
    Uni<List<Pending>> claimPending(int limit) {
        return database.query(CLAIM_PENDING, limit).map(rows -> {
            var pending = new ArrayList<Pending>();
            rows.forEach(row -> pending.add(new Pending(
                    row.getString("schedule_id"),
                    row.getOffsetDateTime("fire_at").toInstant(),
                    row.getString("job_id"),
                    row.getString("job"))));
            return pending;
        });
    }

    Uni<Void> end(Pending fire, boolean submitted, @Nullable String detail) {
        return database.query(
                        END,
                        fire.schedule(),
                        ScheduleStore.time(fire.at()),
                        submitted ? "submitted" : "refused",
                        detail)
                .replaceWithVoid();
    }
}
