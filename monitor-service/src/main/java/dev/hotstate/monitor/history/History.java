package dev.hotstate.monitor.history;

import static java.util.Comparator.comparingInt;

import dev.hotstate.monitor.history.HistoryStore.MinutesOfHour;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was, from Postgres, with the hour that lasts from Redis when it answers: without it, the last minutes since the
 * last flush are missing, never wrong.
 */
@Singleton
public class History {

    private final HistoryStore store;
    private final PhaseStore phases;
    private final HotHistory hot;
    private final HistoryConfig config;
    private final Clock clock;

    History(HistoryStore store, PhaseStore phases, HotHistory hot, HistoryConfig config, Clock clock) {
        this.store = store;
        this.phases = phases;
        this.hot = hot;
        this.config = config;
        this.clock = clock;
    }

    /** How far Postgres may be behind. */
    public Duration flushInterval() {
        return config.flushInterval();
    }

    /** A day's checks on a status page. */
    public record Day(LocalDate day, Tally tally) {}

    /** Uptime of one window, for metrics; only where anything is known. */
    public record Ratio(String window, double uptime, double meanMs) {}

    /** The last 24 hours, 30 days and 365 days of many monitors at once; only a few numbers of each leave Postgres. */
    public Uni<Map<String, List<Ratio>>> ratios(Collection<String> monitorIds) {
        var now = clock.instant();
        var lasting = now.truncatedTo(ChronoUnit.HOURS);
        return store.sumsBefore(
                        lasting,
                        monitorIds,
                        HourOfChecks.begin(firstHour(now.minus(HistorySpan.DAY.length()))),
                        dayOf(now.minus(HistorySpan.MONTH.length())),
                        dayOf(now.minus(HistorySpan.YEAR.length())))
                .chain(sums -> hoursSince(monitorIds, lasting).map(hours -> ratios(monitorIds, sums, hours)));
    }

    private static Map<String, List<Ratio>> ratios(
            Collection<String> monitorIds,
            Map<String, Map<String, WindowSum>> sums,
            Map<String, List<HourOfChecks>> lasting) {
        var ratios = new HashMap<String, List<Ratio>>();
        monitorIds.forEach(id -> {
            var stored = sums.getOrDefault(id, Map.of());
            var hours = lasting.getOrDefault(id, List.of());
            ratios.put(
                    id,
                    WindowSum.WINDOWS.stream()
                            .flatMap(window ->
                                    stored.getOrDefault(window, WindowSum.NONE).plus(hours).ratio(window).stream())
                            .toList());
        });
        return ratios;
    }

    /** Uptime and latency over each {@link HistorySpan}. */
    public Uni<List<UptimeWindow>> uptime(String monitorId) {
        var now = clock.instant();
        var longest = dayOf(now.minus(HistorySpan.YEAR.length()));
        return store.daysSince(List.of(monitorId), longest)
                .map(days -> days.getOrDefault(monitorId, List.of()))
                .chain(days -> hoursOf(monitorId, now.minus(HistorySpan.WEEK.length()))
                        .map(hours -> HistorySpan.WINDOWS.stream()
                                .map(span -> window(span, now, days, hours))
                                .toList()));
    }

    /**
     * What a chart shows.
     *
     * @param step how long each point stands for
     * @param points one per step that has any check, oldest first
     */
    public record Line(Duration step, List<HistoryPoint> points) {}

    public Uni<Line> line(String monitorId, HistorySpan span) {
        var from = clock.instant().minus(span.length());
        return switch (span) {
            case HOUR, DAY -> hoursInMinutes(monitorId, from).map(hours -> lineOf(hours, from));
            case WEEK ->
                hoursOf(monitorId, from)
                        .map(hours -> hours.stream().map(History::pointOf).toList())
                        .map(points -> new Line(span.step(), points));
            case MONTH, QUARTER, YEAR ->
                daysWithToday(List.of(monitorId), dayOf(from))
                        .map(days -> days.getOrDefault(monitorId, List.of()).stream()
                                .map(History::pointOf)
                                .toList())
                        .map(points -> new Line(span.step(), points));
        };
    }

    /** Where the time of a monitor's checks went, in steps of five minutes, oldest first; of those that came far enough. */
    public Uni<List<PhasePoint>> phases(String monitorId, Duration length) {
        var from = clock.instant().minus(length);
        return phases.since(monitorId, from.truncatedTo(ChronoUnit.HOURS))
                .chain(stored -> hot.phasesIfItAnswers(monitorId).map(last -> withLast(stored, last)))
                .map(hours -> hours.stream()
                        .flatMap(hour -> hour.points().stream())
                        .filter(point -> !point.at().isBefore(from.minus(HourOfChecks.SLOT)))
                        .toList());
    }

    private static List<PhasesOfHour> withLast(List<PhasesOfHour> stored, List<PhasesOfHour> last) {
        var hours = new TreeMap<Long, PhasesOfHour>();
        stored.forEach(hour -> hours.put(hour.hour(), hour));
        last.forEach(hour -> hours.merge(hour.hour(), hour, PhasesOfHour::union));
        return List.copyOf(hours.values());
    }

    /** In minutes as soon as there are any; hours of which only longer slots are known give these. */
    private static Line lineOf(List<HourOfChecks> hours, Instant from) {
        boolean inMinutes = hours.stream().anyMatch(hour -> !hour.minutes().isAbsent());
        var step = inMinutes ? HourOfChecks.MINUTE : HourOfChecks.SLOT;
        var points = hours.stream()
                .flatMap(hour -> pointsOf(hour).stream())
                .filter(point -> !point.at().isBefore(from.minus(step)))
                .toList();
        return new Line(step, points);
    }

    /** The last so many days of each monitor that has any, today included, oldest first. */
    public Uni<Map<String, List<Day>>> days(Collection<String> monitorIds, int count) {
        var from = dayOf(clock.instant()).minusDays(count - 1L);
        return daysWithToday(monitorIds, from).map(all -> {
            var days = new HashMap<String, List<Day>>();
            all.forEach((id, ofMonitor) -> days.put(
                    id,
                    ofMonitor.stream()
                            .map(day -> new Day(day.day(), day.tally()))
                            .toList()));
            return days;
        });
    }

    private static UptimeWindow window(
            HistorySpan span, Instant now, List<DayOfChecks> days, List<HourOfChecks> hours) {
        var sum = span.step().compareTo(Duration.ofDays(1)) < 0
                ? sumOf(hours, now.minus(span.length()))
                : sumOf(days, hours, dayOf(now.minus(span.length())));
        return UptimeWindow.of(span.text(), sum.tally(), sum.latencyMs(), sum.sketch());
    }

    private static DayOfChecks sumOf(List<HourOfChecks> hours, Instant from) {
        long first = firstHour(from);
        return hours.stream()
                .filter(hour -> hour.hour() >= first)
                .reduce(DayOfChecks.none(LocalDate.EPOCH), DayOfChecks::plus, (one, other) -> other);
    }

    /** The first that lies wholly after that time. */
    private static long firstHour(Instant from) {
        return HourOfChecks.hourOf(from) + 1;
    }

    private static DayOfChecks sumOf(List<DayOfChecks> days, List<HourOfChecks> hours, LocalDate from) {
        var sum = DayOfChecks.none(LocalDate.EPOCH);
        for (var day : withUnmadeDays(days, hours)) {
            if (!day.day().isBefore(from)) {
                sum = sum.plus(day);
            }
        }
        return sum;
    }

    /** A day is made some time after it ended: until then, its hours stand for it. */
    private static List<DayOfChecks> withUnmadeDays(List<DayOfChecks> days, List<HourOfChecks> hours) {
        var byDay = new TreeMap<LocalDate, DayOfChecks>();
        for (var hour : hours) {
            byDay.merge(
                    dayOf(hour.begin()), DayOfChecks.none(dayOf(hour.begin())).plus(hour), DayOfChecks::plus);
        }
        // Made from all hours of the day, while some of those here may have been removed or lie before the first.
        days.forEach(day -> byDay.put(day.day(), day));
        return List.copyOf(byDay.values());
    }

    private Uni<Map<String, List<DayOfChecks>>> daysWithToday(Collection<String> monitorIds, LocalDate from) {
        var recent = clock.instant().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(1));
        return store.daysSince(monitorIds, from)
                .chain(days -> hoursSince(monitorIds, recent).map(hours -> {
                    var all = new LinkedHashMap<String, List<DayOfChecks>>();
                    monitorIds.forEach(id -> {
                        var known = withUnmadeDays(days.getOrDefault(id, List.of()), hours.getOrDefault(id, List.of()));
                        if (!known.isEmpty()) {
                            all.put(id, known);
                        }
                    });
                    return all;
                }));
    }

    private Uni<List<HourOfChecks>> hoursInMinutes(String monitorId, Instant from) {
        return store.minutesSince(monitorId, from.truncatedTo(ChronoUnit.HOURS))
                .chain(minutes -> generationsSince(List.of(monitorId), from)
                        .map(all -> all.getOrDefault(monitorId, List.of()).stream()
                                .map(hour -> withMinutes(hour, minutes))
                                .toList()))
                .map(HourOfChecks::whole);
    }

    private static HourOfChecks withMinutes(HourOfChecks hour, List<MinutesOfHour> stored) {
        return stored.stream()
                .filter(minutes -> minutes.isOf(hour))
                .findFirst()
                .map(minutes -> hour.withMinutes(minutes.minutes().union(hour.minutes())))
                .orElse(hour);
    }

    private Uni<List<HourOfChecks>> hoursOf(String monitorId, Instant from) {
        return hoursSince(List.of(monitorId), from).map(hours -> hours.getOrDefault(monitorId, List.of()));
    }

    /** The hours of each monitor that has any, oldest first. */
    private Uni<Map<String, List<HourOfChecks>>> hoursSince(Collection<String> monitorIds, Instant from) {
        return generationsSince(monitorIds, from)
                .invoke(all -> all.replaceAll((id, hours) -> HourOfChecks.whole(hours)));
    }

    /** The same, of each hour its generations. */
    private Uni<Map<String, List<HourOfChecks>>> generationsSince(Collection<String> monitorIds, Instant from) {
        return store.hoursSince(monitorIds, from.truncatedTo(ChronoUnit.HOURS))
                .chain(stored -> hot.readWhatAnswers(monitorIds, HourOfChecks.hourOf(clock.instant()))
                        .map(lasting -> {
                            lasting.forEach((id, hour) -> stored.merge(id, List.of(hour), History::withLasting));
                            return stored;
                        }));
    }

    private static List<HourOfChecks> withLasting(List<HourOfChecks> stored, List<HourOfChecks> lasting) {
        var hours = new ArrayList<>(stored);
        var hour = lasting.getFirst();
        var same = hours.stream().filter(hour::isOfSame).max(comparingInt(HourOfChecks::generation));
        same.ifPresent(hours::remove);
        hours.add(same.map(hour::union).orElse(hour));
        return hours;
    }

    private static List<HistoryPoint> pointsOf(HourOfChecks hour) {
        return hour.minutes().isAbsent()
                ? hour.slots().points(hour.begin(), HourOfChecks.SLOT)
                : hour.minutes().points(hour.begin(), HourOfChecks.MINUTE);
    }

    private static HistoryPoint pointOf(HourOfChecks hour) {
        return pointOf(hour.begin(), hour.tally(), LatencySummary.of(hour.latencyMsSum(), hour.sketch()));
    }

    private static HistoryPoint pointOf(DayOfChecks day) {
        return pointOf(
                day.day().atStartOfDay().toInstant(ZoneOffset.UTC),
                day.tally(),
                LatencySummary.of(day.latencyMs(), day.sketch()));
    }

    private static HistoryPoint pointOf(Instant at, Tally tally, LatencySummary latency) {
        return new HistoryPoint(at, tally.up(), tally.down(), tally.unknown(), latency);
    }

    private static LocalDate dayOf(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toLocalDate();
    }
}
