package dev.hotstate.monitor.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Ids of monitors that no point of their grid disturbs while a test looks at them. Where the grid lies follows from the id, so
 * one that was drawn at random has a point of it at any moment, if only rarely.
 */
public final class QuietIds {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private QuietIds() {}

    /** One that is checked once a day, and not within the next half hour. */
    public static String daily(Supplier<String> ids) {
        return drawn(ids, DAY, HALF_AN_HOUR);
    }

    /** One that is checked at this interval, and not within the first half of it. */
    public static String each(Duration interval, Supplier<String> ids) {
        return drawn(ids, interval, interval.dividedBy(2));
    }

    private static String drawn(Supplier<String> ids, Duration interval, Duration quiet) {
        return Stream.generate(ids)
                .filter(id -> untilNext(id, interval).compareTo(quiet) > 0)
                .findFirst()
                .orElseThrow();
    }

    private static Duration untilNext(String id, Duration interval) {
        var now = Instant.now();
        return Duration.between(now, SchedulePolicy.next(id, interval, now));
    }
}
