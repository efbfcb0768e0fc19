package dev.hotstate.monitor.maintenance;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** When a window is open. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = MaintenanceSchedule.Once.class, name = "once"),
    @JsonSubTypes.Type(value = MaintenanceSchedule.Weekly.class, name = "weekly")
})
public sealed interface MaintenanceSchedule {

    /** One opening of a window, {@code to} not included. */
    record Occurrence(Instant from, Instant to) {

        boolean contains(Instant at) {
            return !at.isBefore(from) && at.isBefore(to);
        }
    }

    /** The opening that holds this moment. */
    Optional<Occurrence> activeAt(Instant at);

    /** The first opening that begins after this moment. */
    Optional<Occurrence> nextAfter(Instant at);

    record Once(Instant from, Instant to) implements MaintenanceSchedule {

        /** What silences alerts for longer was hardly meant so. */
        public static final Duration LENGTH_MAX = Duration.ofDays(366);

        @Override
        public Optional<Occurrence> activeAt(Instant at) {
            return Optional.of(new Occurrence(from, to)).filter(only -> only.contains(at));
        }

        @Override
        public Optional<Occurrence> nextAfter(Instant at) {
            return from.isAfter(at) ? Optional.of(new Occurrence(from, to)) : Optional.empty();
        }
    }

    /**
     * On some days of each week, begun by the clock on the wall of a place: 02:00 in Berlin stays 02:00 in summer and winter.
     * On the night when the clock skips that time it is read as by the clock before (02:30 is 03:30 then); on the one when it comes
     * twice, it is the first. The duration is elapsed time, so a window of two hours lasts two hours in those nights too.
     */
    record Weekly(Set<DayOfWeek> days, LocalTime start, Duration duration, ZoneId zone) implements MaintenanceSchedule {

        public static final Duration DURATION_MAX = Duration.ofDays(7);

        private static final int DAYS_AHEAD = 8;

        public Weekly {
            days = Set.copyOf(days);
        }

        @Override
        public Optional<Occurrence> activeAt(Instant at) {
            var today = at.atZone(zone).toLocalDate();
            // The latest beginning counts: windows of more than a day may overlap themselves.
            return onDays(today.minusDays(duration.toDays() + 1), today.plusDays(1))
                    .filter(occurrence -> occurrence.contains(at))
                    .reduce((earlier, later) -> later);
        }

        @Override
        public Optional<Occurrence> nextAfter(Instant at) {
            var today = at.atZone(zone).toLocalDate();
            return onDays(today, today.plusDays(DAYS_AHEAD))
                    .filter(occurrence -> occurrence.from().isAfter(at))
                    .findFirst();
        }

        private Stream<Occurrence> onDays(LocalDate first, LocalDate last) {
            return first.datesUntil(last.plusDays(1))
                    .filter(day -> days.contains(day.getDayOfWeek()))
                    .map(day -> ZonedDateTime.of(day, start, zone).toInstant())
                    .map(from -> new Occurrence(from, from.plus(duration)));
        }
    }
}
