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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The tables {@code check_minute}, {@code check_hour} and {@code check_day}. */
@Singleton
class HistoryStore {

    private final Database database;

    HistoryStore(Database database) {
        this.database = database;
    }

    /** Writes whole hours; what is known of a slot already is never lowered. Monitors that are gone are passed over. */
    Uni<Void> putHours(Map<String, HourOfChecks> hours) {
        if (hours.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var ids = hours.keySet().toArray(String[]::new);
        var rows = Arrays.stream(ids).map(hours::get).toList();
        return database.query(
                        """
                        insert into check_hour (monitor_id, hour, up, down, unknown, latency_ms, sketch, latencies)
                        select monitor.id, hour, up::integer[], down::integer[], unknown::integer[], latency_ms::integer[],
                               sketch, latencies
                        from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[],
                                    $8::integer[])
                             as flushed (id, hour, up, down, unknown, latency_ms, sketch, latencies)
                             join monitor on monitor.id = flushed.id
                        on conflict (monitor_id, hour) do update set
                            up = larger_each(check_hour.up, excluded.up),
                            down = larger_each(check_hour.down, excluded.down),
                            unknown = larger_each(check_hour.unknown, excluded.unknown),
                            latency_ms = larger_each(check_hour.latency_ms, excluded.latency_ms),
                            sketch = case when excluded.latencies >= check_hour.latencies
                                          then excluded.sketch else check_hour.sketch end,
                            latencies = greatest(check_hour.latencies, excluded.latencies)""",
                        ids,
                        column(rows, OffsetDateTime[]::new, hour -> hour.begin().atOffset(ZoneOffset.UTC)),
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
                        insert into check_minute (monitor_id, hour, up, down, unknown, latency_ms)
                        select monitor.id, hour, up::integer[], down::integer[], unknown::integer[], latency_ms::integer[]
                        from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[])
                             as flushed (id, hour, up, down, unknown, latency_ms)
                             join monitor on monitor.id = flushed.id
                        on conflict (monitor_id, hour) do update set
                            up = larger_each(check_minute.up, excluded.up),
                            down = larger_each(check_minute.down, excluded.down),
                            unknown = larger_each(check_minute.unknown, excluded.unknown),
                            latency_ms = larger_each(check_minute.latency_ms, excluded.latency_ms)""",
                        ids,
                        column(rows, OffsetDateTime[]::new, hour -> hour.begin().atOffset(ZoneOffset.UTC)),
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

    /** By hour since 1970, from that time on. */
    Uni<Map<Long, SlotCounts>> minutesSince(String monitorId, Instant from) {
        return database.query(
                        "select * from check_minute where monitor_id = $1 and hour >= $2",
                        monitorId,
                        from.atOffset(ZoneOffset.UTC))
                .map(rows -> stream(rows)
                        .collect(Collectors.toMap(
                                row -> HourOfChecks.hourOf(
                                        row.getOffsetDateTime("hour").toInstant()),
                                row -> new SlotCounts(
                                        slots(row, "up"),
                                        slots(row, "down"),
                                        slots(row, "unknown"),
                                        slots(row, "latency_ms")))));
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
                        select * from check_hour
                        where monitor_id = any ($1) and hour >= $2 and hour < $3
                          and not exists (select 1 from check_day
                                          where check_day.monitor_id = check_hour.monitor_id and day = $4)""", monitorIds.toArray(String[]::new), begin, begin.plusDays(1), day)
                .map(HistoryStore::hoursByMonitor);
    }

    /** The hours of those monitors from that time on, oldest first. */
    Uni<Map<String, List<HourOfChecks>>> hoursSince(Collection<String> monitorIds, Instant from) {
        return database.query(
                        "select * from check_hour where monitor_id = any ($1) and hour >= $2 order by hour",
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
                            from check_hour,
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
        return removeHours("check_minute", time, max);
    }

    /** Removes a bounded number of rows. @return how many */
    Uni<Integer> removeHoursBefore(Instant time, int max) {
        return removeHours("check_hour", time, max);
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
                slots(row, "up"),
                slots(row, "down"),
                slots(row, "unknown"),
                slots(row, "latency_ms"),
                LatencySketch.read(row.getBuffer("sketch").getBytes()));
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
