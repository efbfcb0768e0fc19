package dev.hotstate.monitor.maintenance;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static java.time.DayOfWeek.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Occurrence;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Once;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Weekly;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MaintenanceScheduleTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void a_single_window_begins_at_its_first_moment_and_is_over_at_its_last() {
        var window = new Once(at("2026-11-18T22:00:00Z"), at("2026-11-18T23:00:00Z"));

        assertThat(window.activeAt(at("2026-11-18T21:59:59.999Z"))).isEmpty();
        assertThat(window.activeAt(at("2026-11-18T22:00:00Z"))).isPresent();
        assertThat(window.activeAt(at("2026-11-18T22:59:59.999Z"))).isPresent();
        assertThat(window.activeAt(at("2026-11-18T23:00:00Z"))).isEmpty();
    }

    @Test
    void a_single_window_comes_once() {
        var window = new Once(at("2026-11-18T22:00:00Z"), at("2026-11-18T23:00:00Z"));

        assertThat(window.nextAfter(at("2026-11-18T21:00:00Z"))).isPresent();
        assertThat(window.nextAfter(at("2026-11-18T22:00:00Z"))).isEmpty();
    }

    @Test
    void a_weekly_window_keeps_to_the_clock_on_the_wall_in_summer_and_winter() {
        var nights = weekly("02:00", Duration.ofHours(2), SUNDAY);

        // Summer: 02:00 is 00:00 UTC. Winter: 01:00 UTC.
        assertThat(nights.activeAt(at("2026-07-05T00:00:00Z"))).isPresent();
        assertThat(nights.activeAt(at("2026-07-05T02:00:00Z"))).isEmpty();
        assertThat(nights.activeAt(at("2026-12-06T00:30:00Z"))).isEmpty();
        assertThat(nights.activeAt(at("2026-12-06T01:00:00Z"))).isPresent();
    }

    @Test
    void it_begins_when_the_clock_has_jumped_over_its_time() {
        var window = weekly("02:30", Duration.ofHours(1), SUNDAY);

        // 2026-03-29: 02:00 becomes 03:00 (01:00 UTC), and 02:30 is read as 03:30.
        assertThat(window.activeAt(at("2026-03-29T01:29:59Z"))).isEmpty();
        assertThat(window.activeAt(at("2026-03-29T01:30:00Z")))
                .hasValue(new Occurrence(at("2026-03-29T01:30:00Z"), at("2026-03-29T02:30:00Z")));
    }

    @Test
    void a_time_that_comes_twice_begins_the_window_once_and_for_its_real_length() {
        var window = weekly("02:30", Duration.ofHours(2), SUNDAY);

        // 2026-10-25: 03:00 becomes 02:00 (01:00 UTC); the first 02:30 is 00:30 UTC.
        assertThat(window.activeAt(at("2026-10-25T00:30:00Z")))
                .hasValue(new Occurrence(at("2026-10-25T00:30:00Z"), at("2026-10-25T02:30:00Z")));
        assertThat(window.nextAfter(at("2026-10-25T00:30:00Z")).orElseThrow().from())
                .isEqualTo(at("2026-11-01T01:30:00Z"));
    }

    @Test
    void a_window_goes_on_over_midnight() {
        var window = weekly("23:00", Duration.ofHours(3), FRIDAY);

        // Friday 23:00 Berlin = 22:00 UTC; Saturday 01:59 is still inside.
        assertThat(window.activeAt(at("2026-11-20T22:00:00Z"))).isPresent();
        assertThat(window.activeAt(at("2026-11-21T00:59:00Z"))).isPresent();
        assertThat(window.activeAt(at("2026-11-21T01:00:00Z"))).isEmpty();
    }

    @Test
    void a_window_may_last_for_days() {
        var window = weekly("00:00", Duration.ofDays(3), FRIDAY);

        assertThat(window.activeAt(at("2026-11-22T22:59:59Z"))).isPresent();
        assertThat(window.activeAt(at("2026-11-22T23:00:00Z"))).isEmpty();
    }

    @Test
    void the_next_opening_is_found_across_the_week() {
        var window = weekly("02:00", Duration.ofHours(1), MONDAY);

        assertThat(window.nextAfter(at("2026-11-16T01:00:00Z")).orElseThrow().from())
                .isEqualTo(at("2026-11-23T01:00:00Z"));
    }

    @Test
    void a_window_without_monitors_and_tags_covers_all() {
        assertThat(window(Set.of(), Set.of()).covers("mon_a", Set.of())).isTrue();
    }

    @Test
    void otherwise_it_covers_what_it_names_by_id_or_by_tag() {
        var window = window(Set.of("mon_a"), Set.of("shop"));

        assertThat(window.covers("mon_a", Set.of())).isTrue();
        assertThat(window.covers("mon_b", Set.of("eu", "shop"))).isTrue();
        assertThat(window.covers("mon_b", Set.of("eu"))).isFalse();
    }

    private static MaintenanceWindow window(Set<String> monitors, Set<String> tags) {
        var schedule = new Once(at("2026-11-18T22:00:00Z"), at("2026-11-18T23:00:00Z"));
        return new MaintenanceWindow(
                "mnt_1", "database upgrade", schedule, monitors, tags, at("2026-11-18T12:00:00Z"), "somebody");
    }

    private static Weekly weekly(String start, Duration duration, DayOfWeek... days) {
        return new Weekly(Set.of(days), LocalTime.parse(start), duration, BERLIN);
    }

    private static Instant at(String text) {
        return Instant.parse(text);
    }
}
