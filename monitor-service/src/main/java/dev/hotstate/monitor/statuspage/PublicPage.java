package dev.hotstate.monitor.statuspage;

import dev.hotstate.monitor.history.History.Day;
import dev.hotstate.monitor.history.Tally;
import dev.hotstate.monitor.read.ShownState;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalDouble;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What the public sees.
 *
 * @param state down if any component is, else maintenance, unknown or up
 * @param asOf when the states were true
 * @param live whether that was just now
 */
@Schema(name = "PublicStatusPage")
record PublicPage(
        String slug,
        String title,
        String description,
        ShownState state,
        Instant asOf,
        boolean live,
        List<Section> groups,
        List<Outage> incidents) {

    @Schema(name = "PublicGroup")
    record Section(String name, List<Component> components) {}

    /**
     * @param uptime over the days shown, or since its creation; null where nothing is known
     * @param since when it was created, if that was within the days shown, else null
     */
    @Schema(name = "PublicComponent")
    record Component(
            String name,
            ShownState state,
            @Nullable Double uptime,
            @Nullable Instant since,
            List<DayOfComponent> days) {}

    @Schema(name = "PublicDay")
    record DayOfComponent(LocalDate day, @Nullable Double uptime) {

        static DayOfComponent of(Day day) {
            return new DayOfComponent(day.day(), orNull(day.tally().uptime()));
        }
    }

    /**
     * @param to absent while it goes on
     * @param maintenance whether it goes on during maintenance, which was announced
     */
    @Schema(name = "PublicOutage")
    record Outage(String component, Instant from, @Nullable Instant to, boolean maintenance) {}

    static @Nullable Double uptimeOf(List<Day> days) {
        return orNull(
                days.stream().map(Day::tally).reduce(Tally.NONE, Tally::plus).uptime());
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** The worst that anybody should know of at a glance. What is not watched does not count, and alone says nothing. */
    static ShownState worst(List<ShownState> states) {
        for (var bad : List.of(ShownState.DOWN, ShownState.MAINTENANCE, ShownState.UNKNOWN)) {
            if (states.contains(bad)) {
                return bad;
            }
        }
        return states.contains(ShownState.UP) ? ShownState.UP : ShownState.UNKNOWN;
    }

    /** Whether anything on it is neither paused nor gone. */
    boolean watchesAnything() {
        return groups.stream()
                .flatMap(group -> group.components().stream())
                .anyMatch(component -> component.state() != ShownState.PAUSED);
    }

    /** A failure that is not confirmed is nobody's business yet. */
    static ShownState shown(ShownState state) {
        return state == ShownState.CONFIRMING ? ShownState.UP : state;
    }
}
