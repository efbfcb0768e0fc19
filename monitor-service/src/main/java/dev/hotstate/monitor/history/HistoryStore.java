package dev.hotstate.monitor.history;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The tables {@code check_minute}, {@code check_hour} and {@code check_day}. */
@Singleton
class HistoryStore {

    private final Database database;

    HistoryStore(Database database) {
        this.database = database;
    }

    /**
     * Writes whole generations of hours; what is known of a slot already is never lowered. The first generation of an hour has its
     * row, others have theirs beside it. Monitors that are gone are passed over.
     */
    Uni<Void> putHours(Map<String, HourOfChecks> hours) {
        if (hours.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var ids = hours.keySet().toArray(String[]::new);
        var rows = Arrays.stream(ids).map(hours::get).toList();
        return database.query(
                        """
                        with flushed as (
                            select monitor.id, hour, generation, up::integer[], down::integer[], unknown::integer[],
                                   latency_ms::integer[], sketch, latencies
                            from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[],
                                        $8::bytea[], $9::integer[])
                                 as sent (id, hour, generation, up, down, unknown, latency_ms, sketch, latencies)
                                 join monitor on monitor.id = sent.id),
                        first as (
                            insert into check_hour
                                (monitor_id, hour, generation, up, down, unknown, latency_ms, sketch, latencies)
                            select * from flushed
                            on conflict (monitor_id, hour) do update set %1$s, generation = excluded.generation
                            where check_hour.generation in (0, excluded.generation)
                            returning monitor_id, hour)
                        insert into check_hour_again
                            (monitor_id, hour, generation, up, down, unknown, latency_ms, sketch, latencies)
                        select * from flushed
                        where not exists (
                            select from first where first.monitor_id = flushed.id and first.hour = flushed.hour)
                        on conflict (monitor_id, hour, generation) do update set %2$s""".formatted(unitedHour("check_hour"), unitedHour("check_hour_again")),
                        ids,
                        column(rows, OffsetDateTime[]::new, hour -> hour.begin().atOffset(ZoneOffset.UTC)),
                        column(rows, Integer[]::new, HourOfChecks::generation),
                        column(rows, String[]::new, hour -> literal(hour.up())),
                        column(rows, String[]::new, hour -> literal(hour.down())),
                        column(rows, String[]::new, hour -> literal(hour.unknown())),
                        column(rows, String[]::new, hour -> literal(hour.latencyMs())),
                        column(
                                rows,
                                Buffer[]::new,
                                hour -> Buffer.buffer(hour.sketch().bytes())),
                        column(rows, Integer[]::new, hour -> (int) hour.sketch().count()))
                .replaceWithVoid();
    }

    /** Writes the minutes of those hours that have any, in the same way. */
    Uni<Void> putMinutes(Map<String, HourOfChecks> hours) {
        var ids = hours.keySet().stream()
                .filter(id -> !hours.get(id).minutes().isAbsent())
                .toArray(String[]::new);
        if (ids.length == 0) {
            return Uni.createFrom().voidItem();
        }
        var rows = Arrays.stream(ids).map(hours::get).toList();
        return database.query(
                        """
                        with flushed as (
                            select monitor.id, hour, generation, up::integer[], down::integer[], unknown::integer[],
                                   latency_ms::integer[]
                            from unnest($1::text[], $2::timestamptz[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[])
                                 as sent (id, hour, generation, up, down, unknown, latency_ms)
                                 join monitor on monitor.id = sent.id),
                        first as (
                            insert into check_minute (monitor_id, hour, generation, up, down, unknown, latency_ms)
                            select * from flushed
                            on conflict (monitor_id, hour) do update set %1$s, generation = excluded.generation
                            where check_minute.generation in (0, excluded.generation)
                            returning monitor_id, hour)
                        insert into check_minute_again (monitor_id, hour, generation, up, down, unknown, latency_ms)
                        select * from flushed
                        where not exists (
                            select from first where first.monitor_id = flushed.id and first.hour = flushed.hour)
                        on conflict (monitor_id, hour, generation) do update set %2$s""".formatted(unitedCounts("check_minute"), unitedCounts("check_minute_again")),
                        ids,
                        column(rows, OffsetDateTime[]::new, hour -> hour.begin().atOffset(ZoneOffset.UTC)),
                        column(rows, Integer[]::new, HourOfChecks::generation),
                        column(
                                rows,
                                String[]::new,
                                hour -> literal(hour.minutes().up())),
                        column(
                                rows,
                                String[]::new,
                                hour -> literal(hour.minutes().down())),
                        column(
                                rows,
                                String[]::new,
                                hour -> literal(hour.minutes().unknown())),
                        column(
                                rows,
                                String[]::new,
                                hour -> literal(hour.minutes().latencyMs())))
                .replaceWithVoid();
    }

    private static String unitedHour(String table) {
        return unitedCounts(table) + """
                , sketch = case when excluded.latencies >= %1$s.latencies then excluded.sketch else %1$s.sketch end,
                latencies = greatest(%1$s.latencies, excluded.latencies)""".formatted(table);
    }

    private static String unitedCounts(String table) {
        return """
                up = larger_each(%1$s.up, excluded.up), down = larger_each(%1$s.down, excluded.down),
                unknown = larger_each(%1$s.unknown, excluded.unknown),
                latency_ms = larger_each(%1$s.latency_ms, excluded.latency_ms)""".formatted(table);
    }

    /** The minutes of one generation of an hour. */
    record MinutesOfHour(long hour, int generation, SlotCounts minutes) {

        boolean isOf(HourOfChecks other) {
            return hour == other.hour() && (generation == other.generation() || generation == 0);
        }
    }

    /** From that time on. */
    Uni<List<MinutesOfHour>> minutesSince(String monitorId, Instant from) {
        return database.query(
                        "select * from any_check_minute where monitor_id = $1 and hour >= $2",
                        monitorId,
                        from.atOffset(ZoneOffset.UTC))
                .map(rows -> stream(rows)
                        .map(row -> new MinutesOfHour(
                                HourOfChecks.hourOf(
                                        row.getOffsetDateTime("hour").toInstant()),
                                row.getInteger("generation"),
                                counts(row)))
                        .toList());
    }

    /** Ids of a partition's monitors, disabled ones too, in order. */
    Uni<List<String>> monitorIds(int partition, String after, int max) {
        return database.query(
                        "select id from monitor where partition = $1 and id > $2 order by id limit $3",
                        (short) partition,
                        after,
                        max)
                .map(rows -> stream(rows).map(row -> row.getString("id")).toList());
    }

    /** The days of monitors from that one on. */
    Uni<Map<String, List<DayOfChecks>>> daysSince(Collection<String> monitorIds, LocalDate from) {
        return database.query(
                        "select * from check_day where monitor_id = any ($1) and day >= $2 order by monitor_id, day",
                        monitorIds.toArray(String[]::new),
                        from)
                .map(rows -> {
                    var days = new HashMap<String, List<DayOfChecks>>();
                    rows.forEach(row -> days.computeIfAbsent(row.getString("monitor_id"), id -> new ArrayList<>())
                            .add(day(row)));
                    return days;
                });
    }

    /** The days up to that one of which those monitors have hours, and any of them no day; oldest first. */
    Uni<List<LocalDate>> unmadeDays(Collection<String> monitorIds, LocalDate last) {
        return database.query(
                        """
                        select distinct (hour at time zone 'UTC')::date as day from check_hour
                        where monitor_id = any ($1) and hour < $2
                          and not exists (select 1 from check_day
                                          where check_day.monitor_id = check_hour.monitor_id
                                            and check_day.day = (check_hour.hour at time zone 'UTC')::date)
                        order by day""",
                        monitorIds.toArray(String[]::new),
                        last.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC))
                .map(rows -> stream(rows).map(row -> row.getLocalDate("day")).toList());
    }

    /** The hours of those monitors on a day that has not been made yet. */
    Uni<Map<String, List<HourOfChecks>>> hoursOfUnmadeDay(Collection<String> monitorIds, LocalDate day) {
        var begin = day.atStartOfDay().atOffset(ZoneOffset.UTC);
        return database.query("""
                        select * from any_check_hour
                        where monitor_id = any ($1) and hour >= $2 and hour < $3
                          and not exists (select 1 from check_day
                                          where check_day.monitor_id = any_check_hour.monitor_id and day = $4)""", monitorIds.toArray(String[]::new), begin, begin.plusDays(1), day)
                .map(HistoryStore::hoursByMonitor);
    }

    /** The hours of those monitors from that time on, oldest first; of each its generations. */
    Uni<Map<String, List<HourOfChecks>>> hoursSince(Collection<String> monitorIds, Instant from) {
        return database.query(
                        "select * from any_check_hour where monitor_id = any ($1) and hour >= $2 order by hour",
                        monitorIds.toArray(String[]::new),
                        from.atOffset(ZoneOffset.UTC))
                .map(HistoryStore::hoursByMonitor);
    }

    /** A day is made once: its hours don't change any more. */
    Uni<Void> putDays(Map<String, DayOfChecks> days) {
        if (days.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var ids = days.keySet().toArray(String[]::new);
        var rows = Arrays.stream(ids).map(days::get).toList();
        return database.query(
                        """
                        insert into check_day (monitor_id, day, up, down, unknown, latency_ms, sketch)
                        select monitor.id, day, up, down, unknown, latency_ms, sketch
                        from unnest($1::text[], $2::date[], $3::integer[], $4::integer[], $5::integer[], $6::bigint[], $7::bytea[])
                             as made (id, day, up, down, unknown, latency_ms, sketch)
                             join monitor on monitor.id = made.id
                        on conflict (monitor_id, day) do nothing""",
                        ids,
                        column(rows, LocalDate[]::new, DayOfChecks::day),
                        column(rows, Integer[]::new, day -> (int) day.tally().up()),
                        column(rows, Integer[]::new, day -> (int) day.tally().down()),
                        column(rows, Integer[]::new, day -> (int) day.tally().unknown()),
                        column(rows, Long[]::new, DayOfChecks::latencyMs),
                        column(
                                rows,
                                Buffer[]::new,
                                day -> Buffer.buffer(day.sketch().bytes())))
                .replaceWithVoid();
    }

    /**
     * Sums made in Postgres by window: of many monitors, only a few numbers travel. Of days that are not made yet, their hours.
     *
     * @param end where the hours end
     */
    Uni<Map<String, Map<String, WindowSum>>> sumsBefore(
            Instant end, Collection<String> monitorIds, Instant hoursFrom, LocalDate monthFrom, LocalDate yearFrom) {
        return database.query(
                        """
                        with recent as (
                            select monitor_id, hour, u, d, l
                            from any_check_hour,
                                 lateral (select sum(a) as u, sum(b) as d, sum(c) as l
                                          from unnest(up, down, latency_ms) as slots (a, b, c)) sums
                            where monitor_id = any ($1) and hour >= $2 and hour < $3),
                        known as (
                            select monitor_id, day, up, down, latency_ms from check_day
                            where monitor_id = any ($1) and day >= $6
                            union all
                            select monitor_id, (hour at time zone 'UTC')::date, u, d, l from recent
                            where not exists (select 1 from check_day
                                              where check_day.monitor_id = recent.monitor_id
                                                and check_day.day = (recent.hour at time zone 'UTC')::date))
                        select monitor_id, '1d' as time_window, sum(u) as up, sum(d) as down, sum(l) as latency_ms
                        from recent where hour >= $4 group by monitor_id
                        union all
                        select monitor_id, '30d', sum(up), sum(down), sum(latency_ms)
                        from known where day >= $5 group by monitor_id
                        union all
                        select monitor_id, '365d', sum(up), sum(down), sum(latency_ms)
                        from known group by monitor_id""",
                        monitorIds.toArray(String[]::new),
                        end.truncatedTo(ChronoUnit.DAYS)
                                .minus(Duration.ofDays(1))
                                .atOffset(ZoneOffset.UTC),
                        end.atOffset(ZoneOffset.UTC),
                        hoursFrom.atOffset(ZoneOffset.UTC),
                        monthFrom,
                        yearFrom)
                .map(HistoryStore::sums);
    }

    private static Map<String, Map<String, WindowSum>> sums(RowSet<Row> rows) {
        var sums = new HashMap<String, Map<String, WindowSum>>();
        rows.forEach(row -> sums.computeIfAbsent(row.getString("monitor_id"), id -> new HashMap<>())
                .put(
                        row.getString("time_window"),
                        new WindowSum(
                                row.getNumeric("up").longValue(),
                                row.getNumeric("down").longValue(),
                                row.getNumeric("latency_ms").longValue())));
        return sums;
    }

    /** Removes a bounded number of rows. @return how many */
    Uni<Integer> removeMinutesBefore(Instant time, int max) {
        return removeHours(time, max, "check_minute", "check_minute_again");
    }

    /** Removes a bounded number of rows. @return how many */
    Uni<Integer> removeHoursBefore(Instant time, int max) {
        return removeHours(time, max, "check_hour", "check_hour_again");
    }

    private Uni<Integer> removeHours(Instant time, int max, String table, String again) {
        return removeHours(table, time, max)
                .chain(removed -> removed == max
                        ? Uni.createFrom().item(removed)
                        : removeHours(again, time, max - removed).map(more -> removed + more));
    }

    private Uni<Integer> removeHours(String table, Instant time, int max) {
        return database.query("""
                        delete from %1$s where ctid = any (array(
                            select ctid from %1$s where hour < $1 order by hour limit $2))""".formatted(table), time.atOffset(ZoneOffset.UTC), max)
                .map(RowSet::rowCount);
    }

    /** Removes a bounded number of rows. @return how many */
    Uni<Integer> removeDaysBefore(Instant time, int max) {
        return database.query("""
                        delete from check_day where ctid = any (array(
                            select ctid from check_day where day < $1 order by day limit $2))""", LocalDate.ofInstant(time, ZoneOffset.UTC), max)
                .map(RowSet::rowCount);
    }

    private static <R, T> T[] column(List<R> rows, IntFunction<T[]> array, Function<R, T> value) {
        return rows.stream().map(value).toArray(array);
    }

    /** An array of arrays of different lengths has no type in Postgres: each travels as its text. */
    static String literal(int[] slots) {
        return Arrays.toString(slots).replace('[', '{').replace(']', '}');
    }

    private static Map<String, List<HourOfChecks>> hoursByMonitor(RowSet<Row> rows) {
        var hours = new HashMap<String, List<HourOfChecks>>();
        rows.forEach(row -> hours.computeIfAbsent(row.getString("monitor_id"), id -> new ArrayList<>())
                .add(hour(row)));
        return hours;
    }

    private static HourOfChecks hour(Row row) {
        return new HourOfChecks(
                HourOfChecks.hourOf(row.getOffsetDateTime("hour").toInstant()),
                row.getInteger("generation"),
                counts(row),
                LatencySketch.read(row.getBuffer("sketch").getBytes()));
    }

    private static SlotCounts counts(Row row) {
        return new SlotCounts(slots(row, "up"), slots(row, "down"), slots(row, "unknown"), slots(row, "latency_ms"));
    }

    private static DayOfChecks day(Row row) {
        return new DayOfChecks(
                row.getLocalDate("day"),
                new Tally(row.getInteger("up"), row.getInteger("down"), row.getInteger("unknown")),
                row.getLong("latency_ms"),
                LatencySketch.read(row.getBuffer("sketch").getBytes()));
    }

    private static int[] slots(Row row, String column) {
        return Arrays.stream(row.getArrayOfIntegers(column))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static Stream<Row> stream(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }
}
