package dev.hotstate.monitor.history;

import dev.hotstate.kit.redis.partition.Partition;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Carries the counts of a partition to Postgres: the hour that lasts and those that ended since the last time, each as a
 * whole. So it does not matter how often, or by how many, it is done; nothing is lost that Redis still holds, which is three
 * hours. An hour that Redis has forgotten halfway and begun anew is another generation of it, which is kept beside the first. When a day is over and its last hour is written, the day is made from its hours; so are earlier ones that were missed.
 */
@Singleton
class HistoryFlusher {

    /** What the hashes in Redis live for, less the hour that lasts. */
    private static final int HOURS_BACK_MAX = 2;

    private static final Duration DAY_CLOSES_AFTER = Duration.ofMinutes(10);

    private final HistoryStore store;
    private final PhaseStore phases;
    private final HotHistory hot;
    private final HistoryConfig config;
    private final HistoryMetrics metrics;
    private final Clock clock;
    private final Map<Partition, Long> flushedUpTo = new ConcurrentHashMap<>();
    private final Map<Partition, LocalDate> madeUpTo = new ConcurrentHashMap<>();

    HistoryFlusher(
            HistoryStore store,
            PhaseStore phases,
            HotHistory hot,
            HistoryConfig config,
            HistoryMetrics metrics,
            Clock clock) {
        this.store = store;
        this.phases = phases;
        this.hot = hot;
        this.config = config;
        this.metrics = metrics;
        this.clock = clock;
    }

    Uni<Void> flush(Partition partition) {
        var now = clock.instant();
        long hour = HourOfChecks.hourOf(now);
        var before = flushedUpTo.get(partition);
        var hours = hoursToFlush(before, hour);
        return eachPage(partition, "", ids -> flush(ids, hours).chain(() -> flushPhases(ids)))
                .invoke(() -> noteFlushed(partition, before, hour))
                .chain(() -> makeDay(partition, now));
    }

    /** Somebody else flushes from now on: what he leaves undone has to be looked for if it comes back. */
    void forget(Partition partition) {
        flushedUpTo.remove(partition);
    }

    /** What was forgotten meanwhile stays forgotten: then this flush does not know how far back to look. */
    private void noteFlushed(Partition partition, @Nullable Long before, long hour) {
        if (before == null) {
            flushedUpTo.putIfAbsent(partition, hour);
        } else {
            flushedUpTo.replace(partition, before, hour);
        }
    }

    /** The hour of the last flush was not over then. */
    private static List<Long> hoursToFlush(@Nullable Long flushedUpTo, long hour) {
        long oldest = hour - HOURS_BACK_MAX;
        long from = flushedUpTo == null ? oldest : Math.max(oldest, flushedUpTo);
        return LongStream.rangeClosed(from, hour).boxed().toList();
    }

    private Uni<Void> flush(List<String> ids, List<Long> hours) {
        return Multi.createFrom()
                .iterable(hours)
                .onItem()
                .transformToUniAndConcatenate(hour -> hot.read(ids, hour)
                        .call(store::putHours)
                        .call(store::putMinutes)
                        .invoke(written -> metrics.flushed(written.size())))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> flushPhases(List<String> ids) {
        return hot.phases(ids).chain(phases::put);
    }

    private Uni<Void> makeDay(Partition partition, Instant now) {
        var yesterday = now.minus(DAY_CLOSES_AFTER)
                .atOffset(ZoneOffset.UTC)
                .toLocalDate()
                .minusDays(1);
        if (yesterday.equals(madeUpTo.get(partition))) {
            return Uni.createFrom().voidItem();
        }
        return eachPage(partition, "", ids -> makeDays(ids, yesterday))
                .invoke(() -> madeUpTo.put(partition, yesterday));
    }

    /** All that are over: nobody may have been there when some of them ended. */
    Uni<Void> makeDays(List<String> ids, LocalDate last) {
        return store.unmadeDays(ids, last)
                .chain(days -> Multi.createFrom()
                        .iterable(days)
                        .onItem()
                        .transformToUniAndConcatenate(day -> makeDay(ids, day))
                        .collect()
                        .last()
                        .replaceWithVoid());
    }

    Uni<Void> makeDay(List<String> ids, LocalDate day) {
        return store.hoursOfUnmadeDay(ids, day).map(hours -> daysOf(hours, day)).chain(store::putDays);
    }

    private static Map<String, DayOfChecks> daysOf(Map<String, List<HourOfChecks>> hours, LocalDate day) {
        var days = new HashMap<String, DayOfChecks>();
        hours.forEach((id, ofDay) ->
                days.put(id, ofDay.stream().reduce(DayOfChecks.none(day), DayOfChecks::plus, (one, other) -> other)));
        return days;
    }

    private interface PageWork {
        Uni<Void> on(List<String> ids);
    }

    private Uni<Void> eachPage(Partition partition, String after, PageWork work) {
        return store.monitorIds(partition.number(), after, config.flushBatch()).chain(ids -> {
            if (ids.isEmpty()) {
                return Uni.createFrom().voidItem();
            }
            var done = work.on(ids);
            return ids.size() < config.flushBatch() ? done : done.chain(() -> eachPage(partition, ids.getLast(), work));
        });
    }
}
