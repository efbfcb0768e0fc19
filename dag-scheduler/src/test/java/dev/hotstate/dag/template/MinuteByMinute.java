package dev.hotstate.dag.template;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** A cron that looks at its clock each minute, as Vixie's does: slow, and nothing in common with the one under test. */
final class MinuteByMinute {

    private final IntPredicate minute;
    private final IntPredicate hour;
    private final IntPredicate weekday;
    private final boolean everyHour;

    private MinuteByMinute(String expression) {
        var fields = expression.split(" ");
        minute = field(fields[0], 60);
        hour = field(fields[1], 24);
        weekday = field(fields[4], 7);
        everyHour = fields[1].startsWith("*");
    }

    /** After one moment and until another. Days of the month and months are not looked at. */
    static List<Instant> times(String expression, ZoneRules rules, Instant after, Instant until) {
        var cron = new MinuteByMinute(expression);
        var times = new ArrayList<Instant>();
        for (var now = after.truncatedTo(ChronoUnit.MINUTES).plusSeconds(60);
                !now.isAfter(until);
                now = now.plusSeconds(60)) {
            if (cron.fires(now, rules)) {
                times.add(now);
            }
        }
        return times;
    }

    private boolean fires(Instant now, ZoneRules rules) {
        var wall = LocalDateTime.ofInstant(now, rules.getOffset(now));
        if (everyHour) {
            return matches(wall);
        }
        boolean again = !wall.atOffset(rules.getValidOffsets(wall).getFirst())
                .toInstant()
                .equals(now);
        return matches(wall) && !again || matchesWhatWasJumpedOver(now, wall, rules);
    }

    /** Whether the clock has just jumped over a minute that matches. */
    private boolean matchesWhatWasJumpedOver(Instant now, LocalDateTime wall, ZoneRules rules) {
        var minuteAgo = now.minusSeconds(60);
        var missed =
                LocalDateTime.ofInstant(minuteAgo, rules.getOffset(minuteAgo)).plusMinutes(1);
        for (; missed.isBefore(wall); missed = missed.plusMinutes(1)) {
            if (matches(missed)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(LocalDateTime wall) {
        return minute.test(wall.getMinute())
                && hour.test(wall.getHour())
                && weekday.test(wall.getDayOfWeek().getValue() % 7);
    }

    /** Read once: it is asked for each minute of days. */
    private static IntPredicate field(String text, int values) {
        var matching = new BitSet();
        IntStream.range(0, values)
                .filter(value -> Arrays.stream(text.split(",")).anyMatch(part -> matches(part, value)))
                .forEach(matching::set);
        return matching::get;
    }

    private static boolean matches(String part, int value) {
        if (part.startsWith("*")) {
            return !part.contains("/") || value % Integer.parseInt(part.substring(2)) == 0;
        }
        var range = part.split("-");
        return Integer.parseInt(range[0]) <= value && value <= Integer.parseInt(range[range.length - 1]);
    }
}
