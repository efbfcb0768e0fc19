package dev.hotstate.dag.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTimesTest {

    /** The days on which clocks change. Left the moment after which we look, right all times until that much later. */
    @ParameterizedTest(name = "{0} in {1} after {2}")
    @CsvSource(delimiter = '|', textBlock = """
            # Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00Z
            30 2 * * *    | Europe/Berlin       | 2026-03-28T00:00:00Z | 2026-03-28T01:30:00Z 2026-03-29T01:00:00Z 2026-03-30T00:30:00Z
            0 3 * * *     | Europe/Berlin       | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T01:00:00Z
            15,45 2 * * * | Europe/Berlin       | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:15:00Z 2026-03-30T00:45:00Z
            0 * * * *     | Europe/Berlin       | 2026-03-28T23:30:00Z | 2026-03-29T00:00:00Z 2026-03-29T01:00:00Z 2026-03-29T02:00:00Z
            0 */2 * * *   | Europe/Berlin       | 2026-03-28T22:30:00Z | 2026-03-28T23:00:00Z 2026-03-29T02:00:00Z 2026-03-29T04:00:00Z
            # Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00Z
            30 2 * * *    | Europe/Berlin       | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z
            30 * * * *    | Europe/Berlin       | 2026-10-24T23:45:00Z | 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z 2026-10-25T02:30:00Z
            0 3 * * *     | Europe/Berlin       | 2026-10-24T12:00:00Z | 2026-10-25T02:00:00Z 2026-10-26T02:00:00Z
            */30 * * * *  | Europe/Berlin       | 2026-10-25T00:10:00Z | 2026-10-25T00:30:00Z 2026-10-25T01:00:00Z 2026-10-25T01:30:00Z 2026-10-25T02:00:00Z
            # New York, 8 March and 1 November 2026
            30 2 * * *    | America/New_York    | 2026-03-07T12:00:00Z | 2026-03-08T07:00:00Z 2026-03-09T06:30:00Z
            30 1 * * *    | America/New_York    | 2026-10-31T12:00:00Z | 2026-11-01T05:30:00Z 2026-11-02T06:30:00Z
            # Lord Howe moves by half an hour: 4 October 2026, 02:00 becomes 02:30 at 15:30Z the day before
            15 2 * * *    | Australia/Lord_Howe | 2026-10-02T18:00:00Z | 2026-10-03T15:30:00Z 2026-10-04T15:15:00Z
            30 * * * *    | Australia/Lord_Howe | 2026-10-03T14:30:00Z | 2026-10-03T15:00:00Z 2026-10-03T15:30:00Z 2026-10-03T16:30:00Z
            # London: 29 March 2026, 01:00 becomes 02:00; 25 October, 02:00 becomes 01:00; both at 01:00Z
            30 1 * * *    | Europe/London       | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:30:00Z
            30 1 * * *    | Europe/London       | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z
            0 0,1,2 * * * | Europe/London       | 2026-03-28T12:00:00Z | 2026-03-29T00:00:00Z 2026-03-29T01:00:00Z 2026-03-29T23:00:00Z
            # Sydney: 5 April 2026, 03:00 becomes 02:00; 4 October, 02:00 becomes 03:00; both at 16:00Z the day before
            30 2 * * *    | Australia/Sydney    | 2026-04-04T00:00:00Z | 2026-04-04T15:30:00Z 2026-04-05T16:30:00Z
            30 2 * * *    | Australia/Sydney    | 2026-10-03T00:00:00Z | 2026-10-03T16:00:00Z 2026-10-04T15:30:00Z
            45 * * * *    | Australia/Sydney    | 2026-04-04T14:50:00Z | 2026-04-04T15:45:00Z 2026-04-04T16:45:00Z 2026-04-04T17:45:00Z
            # St. John's, half an hour beside the others: 8 March 2026, 02:00 becomes 03:00 at 05:30Z
            0 * * * *     | America/St_Johns    | 2026-03-08T04:00:00Z | 2026-03-08T04:30:00Z 2026-03-08T05:30:00Z 2026-03-08T06:30:00Z
            15 2 * * 0    | America/St_Johns    | 2026-03-07T00:00:00Z | 2026-03-08T05:30:00Z 2026-03-15T04:45:00Z
            # Cairo: midnight of 24 April 2026 becomes 01:00 at 22:00Z; midnight of 30 October becomes 23:00 at 21:00Z
            0 0 * * *     | Africa/Cairo        | 2026-04-23T00:00:00Z | 2026-04-23T22:00:00Z 2026-04-24T21:00:00Z
            0 0 24 4 *    | Africa/Cairo        | 2026-01-01T00:00:00Z | 2026-04-23T22:00:00Z 2027-04-23T22:00:00Z
            30 23 * * *   | Africa/Cairo        | 2026-10-29T00:00:00Z | 2026-10-29T20:30:00Z 2026-10-30T21:30:00Z
            # Casablanca puts its clocks back for Ramadan: 15 February 2026, 03:00 becomes 02:00; 22 March, 02:00 becomes 03:00
            30 2 * * *    | Africa/Casablanca   | 2026-02-14T00:00:00Z | 2026-02-14T01:30:00Z 2026-02-15T01:30:00Z 2026-02-16T02:30:00Z
            30 2 * * *    | Africa/Casablanca   | 2026-03-21T00:00:00Z | 2026-03-21T02:30:00Z 2026-03-22T02:00:00Z 2026-03-23T01:30:00Z
            # Apia left out the whole of 30 December 2011
            0 12 * * *    | Pacific/Apia        | 2011-12-29T12:00:00Z | 2011-12-29T22:00:00Z 2011-12-30T10:00:00Z 2011-12-30T22:00:00Z
            0 * * * *     | Pacific/Apia        | 2011-12-30T08:30:00Z | 2011-12-30T09:00:00Z 2011-12-30T10:00:00Z 2011-12-30T11:00:00Z
            # no change of clocks
            0 9 * * 1-5   | Asia/Tokyo          | 2026-11-20T00:30:00Z | 2026-11-23T00:00:00Z 2026-11-24T00:00:00Z
            0 0 29 2 *    | UTC                 | 2026-11-18T00:00:00Z | 2028-02-29T00:00:00Z 2032-02-29T00:00:00Z
            """)
    void a_clock_that_changes_neither_loses_nor_doubles_a_fixed_hour(
            String expression, String zone, Instant after, String expected) {
        var times = CronTimes.of(expression, ZoneId.of(zone));
        var want = List.of(expected.split(" ")).stream().map(Instant::parse).toList();
        var found = new ArrayList<Instant>();
        var from = after;
        while (found.size() < want.size()) {
            from = times.after(from).orElseThrow();
            found.add(from);
        }
        assertThat(found).isEqualTo(want);
    }

    @Test
    void a_year_of_every_minute_is_a_year_of_minutes() {
        var times = CronTimes.of("*/15 * * * *", ZoneId.of("Europe/Berlin"));
        var from = Instant.parse("2026-01-01T00:00:00Z");
        var end = Instant.parse("2027-01-01T00:00:00Z");
        int count = 0;
        for (var next = times.after(from).orElseThrow();
                next.isBefore(end);
                next = times.after(next).orElseThrow()) {
            assertThat(next).isEqualTo(from.plusSeconds(900));
            from = next;
            count++;
        }
        assertThat(count).isEqualTo(365 * 24 * 4 - 1);
    }

    /** Minute by minute, around every change of any clock in the world in two years. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "30 2 * * *",
                "0 0 * * *",
                "15,45 1-3 * * *",
                "30 * * * *",
                "*/20 */2 * * *",
                "0 3 * * 0",
                "59 23 * * *"
            })
    void no_zone_is_an_exception(String expression) {
        // Zones that change alike on a day are one case.
        var changes = new HashSet<ZoneOffsetTransition>();
        var rulesOfAll = ZoneId.getAvailableZoneIds().stream()
                .map(zone -> ZoneId.of(zone).getRules())
                .collect(Collectors.toSet());
        for (var rules : rulesOfAll) {
            var begin = Instant.parse("2026-01-01T00:00:00Z");
            var end = Instant.parse("2028-01-01T00:00:00Z");
            for (var change = rules.nextTransition(begin);
                    change != null && change.getInstant().isBefore(end);
                    change = rules.nextTransition(change.getInstant())) {
                if (!changes.add(change)) {
                    continue;
                }
                var from = change.getInstant().minus(Duration.ofHours(30));
                var to = change.getInstant().plus(Duration.ofHours(30));
                assertThat(times(CronTimes.of(expression, rules), from, to))
                        .as("around %s", change)
                        .isEqualTo(MinuteByMinute.times(expression, rules, from, to));
            }
        }
        assertThat(changes).hasSizeGreaterThan(100);
    }

    private static List<Instant> times(CronTimes cron, Instant after, Instant until) {
        return Stream.iterate(cron.after(after), Optional::isPresent, time -> cron.after(time.orElseThrow()))
                .map(Optional::orElseThrow)
                .takeWhile(time -> !time.isAfter(until))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "61 * * * *",
                "* * * *",
                "0 0 0 0 0",
                "* * * * * *",
                "0 1|2 * * *",
                "* * * * *||0 0 * * *",
                "\u0663 * * * *"
            })
    void what_is_no_expression_is_refused(String expression) {
        assertThatThrownBy(() -> CronTimes.of(expression, ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_list_is_as_long_as_anybody_needs_and_no_longer() {
        var minutes = IntStream.range(0, 60).mapToObj(Integer::toString).collect(Collectors.joining(","));
        var from = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(CronTimes.of(minutes + " * * * *", ZoneId.of("UTC")).after(from))
                .contains(from.plusSeconds(60));
        assertThatThrownBy(() -> CronTimes.of("1,".repeat(300_000) + "1 * * * *", ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("may have 500 characters");
    }

    @Test
    void a_day_that_never_comes_has_no_times() {
        assertThat(CronTimes.of("0 0 30 2 *", ZoneId.of("UTC")).after(Instant.parse("2026-01-01T00:00:00Z")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"every day", "@daily", "0 30 6 * * ?"})
    void whoever_writes_another_form_is_told_of_the_five_fields(String expression) {
        assertThatThrownBy(() -> CronTimes.of(expression, ZoneId.of("UTC")))
                .hasMessage(
                        "must be five fields, minute, hour, day of month, month and day of week, such as 30 6 * * 1-5");
    }
}
