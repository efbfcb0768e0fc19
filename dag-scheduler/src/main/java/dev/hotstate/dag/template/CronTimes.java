package dev.hotstate.dag.template;

import static com.cronutils.model.CronType.UNIX;
import static com.cronutils.model.definition.CronDefinitionBuilder.instanceDefinitionFor;

import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The times of a cron expression (five fields) in a time zone. The library finds the next match on a calendar without zones;
 * what that means on the days when clocks change is decided here, as Vixie's cron does it:
 *
 * <ul>
 *   <li>A fixed hour ({@code 30 2 * * *}): once a day. A time that the clock jumps over comes at the moment of the jump; one
 *       that comes twice counts the first time.
 *   <li>Every hour ({@code *}, {@code *}{@code /2}): whenever a clock on the wall would match: nothing in an hour that is jumped
 *       over, twice in one that is repeated.
 * </ul>
 */
final class CronTimes {

    private static final int FIELDS = 5;

    private static final CronParser PARSER = new CronParser(instanceDefinitionFor(UNIX));

    /** All minutes of an hour, one by one, are 169. */
    static final int LENGTH_MAX = 500;

    private final ExecutionTime calendar;
    private final ZoneRules rules;
    private final boolean everyHour;

    private CronTimes(ExecutionTime calendar, ZoneRules rules, boolean everyHour) {
        this.calendar = calendar;
        this.rules = rules;
        this.everyHour = everyHour;
    }

    /** @throws IllegalArgumentException if the expression is not a cron expression, with a message for its author */
    static CronTimes of(String expression, ZoneId zone) {
        if (expression.strip().split("\\s+").length != FIELDS) {
            // The library counts parts and speaks of nicknames.
            throw new IllegalArgumentException(
                    "must be five fields, minute, hour, day of month, month and day of week, such as 30 6 * * 1-5");
        }
        return of(expression, zone.getRules());
    }

    static CronTimes of(String expression, ZoneRules rules) {
        requireOne(expression);
        var cron = PARSER.parse(expression);
        var hours = cron.retrieveFieldsAsMap().get(CronFieldName.HOUR).getExpression();
        return new CronTimes(ExecutionTime.forCron(cron), rules, coversTheDay(hours));
    }

    /** The library also takes several at once, which have no fields, digits of all the world, and lists that take it seconds. */
    private static void requireOne(String expression) {
        if (expression.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("may have " + LENGTH_MAX + " characters");
        }
        if (expression.indexOf('|') >= 0) {
            throw new IllegalArgumentException("may not hold |: make a schedule of each");
        }
        if (!expression.chars().allMatch(character -> character < 128)) {
            throw new IllegalArgumentException("may hold ASCII characters only");
        }
    }

    private static boolean coversTheDay(FieldExpression hours) {
        return hours instanceof Always || hours instanceof Every every && every.getExpression() instanceof Always;
    }

    /** The first time after that moment; empty if there is none, as for the 30th of February. */
    Optional<Instant> after(Instant moment) {
        return everyHour ? nextOnTheWall(moment) : nextOfTheDay(moment);
    }

    // ---- fixed hours ------------------------------------------------------------------------------------------------

    private Optional<Instant> nextOfTheDay(Instant moment) {
        // A day earlier than it seems: a match before a jump may take effect after this moment.
        var from = LocalDateTime.ofInstant(moment, rules.getOffset(moment)).minusDays(1);
        var match = matchAfter(from);
        while (match.isPresent() && !effective(match.get()).isAfter(moment)) {
            match = matchAfter(match.get());
        }
        return match.map(this::effective);
    }

    private Instant effective(LocalDateTime match) {
        var transition = rules.getTransition(match);
        if (transition != null && transition.isGap()) {
            return transition.getInstant();
        }
        return match.toInstant(rules.getValidOffsets(match).getFirst());
    }

    // ---- every hour -------------------------------------------------------------------------------------------------

    /** Between two changes of the clock, local time runs like any other. */
    private Optional<Instant> nextOnTheWall(Instant moment) {
        var from = moment;
        while (true) {
            var offset = rules.getOffset(from);
            var change = rules.nextTransition(from);
            var match = matchAfter(LocalDateTime.ofInstant(from, offset)).map(time -> time.toInstant(offset));
            if (change == null || match.isEmpty() || match.get().isBefore(change.getInstant())) {
                return match;
            }
            if (matches(change.getDateTimeAfter())) {
                return Optional.of(change.getInstant());
            }
            from = change.getInstant();
        }
    }

    private boolean matches(LocalDateTime time) {
        return calendar.isMatch(time.atZone(ZoneOffset.UTC));
    }

    private Optional<LocalDateTime> matchAfter(LocalDateTime time) {
        return calendar.nextExecution(time.atZone(ZoneOffset.UTC)).map(next -> next.toLocalDateTime());
    }
}
