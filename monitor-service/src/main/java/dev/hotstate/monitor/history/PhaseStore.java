package dev.hotstate.monitor.history;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** The table {@code check_phase}. */
@Singleton
class PhaseStore {

    private final Database database;

    PhaseStore(Database database) {
        this.database = database;
    }

    /** Writes whole hours; of each slot stays what was made of more checks. Monitors that are gone are passed over. */
    Uni<Void> put(Map<String, List<PhasesOfHour>> hours) {
        var ids = new ArrayList<String>();
        var rows = new ArrayList<PhasesOfHour>();
        hours.forEach((id, ofMonitor) -> ofMonitor.forEach(hour -> {
            ids.add(id);
            rows.add(hour);
        }));
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return database.query(
                        """
                        insert into check_phase (monitor_id, hour, checks, micros)
                        select monitor.id, hour, checks::integer[], micros::integer[]
                        from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[]) as seen (id, hour, checks, micros)
                             join monitor on monitor.id = seen.id
                        on conflict (monitor_id, hour) do update set
                            micros = of_more_checks(check_phase.micros, check_phase.checks, excluded.micros, excluded.checks),
                            checks = larger_each(check_phase.checks, excluded.checks)""",
                        ids.toArray(String[]::new),
                        rows.stream()
                                .map(row -> HourOfChecks.begin(row.hour()).atOffset(ZoneOffset.UTC))
                                .toArray(OffsetDateTime[]::new),
                        rows.stream()
                                .map(row -> HistoryStore.literal(row.checks()))
                                .toArray(String[]::new),
                        rows.stream()
                                .map(row -> HistoryStore.literal(row.micros()))
                                .toArray(String[]::new))
                .replaceWithVoid();
    }

    /** Oldest first. */
    Uni<List<PhasesOfHour>> since(String monitorId, Instant from) {
        return database.query(
                        "select * from check_phase where monitor_id = $1 and hour >= $2 order by hour",
                        monitorId,
                        from.atOffset(ZoneOffset.UTC))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new PhasesOfHour(
                                HourOfChecks.hourOf(
                                        row.getOffsetDateTime("hour").toInstant()),
                                numbers(row, "checks"),
                                numbers(row, "micros")))
                        .toList());
    }

    /** Removes a bounded number of rows. @return how many */
    Uni<Integer> removeBefore(Instant time, int max) {
        return database.query("""
                        delete from check_phase where ctid = any (array(
                            select ctid from check_phase where hour < $1 order by hour limit $2))""", time.atOffset(ZoneOffset.UTC), max).map(RowSet::rowCount);
    }

    private static int[] numbers(Row row, String column) {
        return Arrays.stream(row.getArrayOfIntegers(column))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
