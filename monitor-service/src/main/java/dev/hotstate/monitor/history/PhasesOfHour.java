package dev.hotstate.monitor.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * Where the time of a monitor's checks went in one hour, in slots of five minutes. Redis only keeps the last few checks; each look
 * at them knows some slots wholly and others in part, and the look that saw more checks of a slot is the better one. Arrays are
 * never changed once they are made.
 *
 * @param checks by slot, how many were seen
 * @param micros the means of their five phases, slot by slot
 */
record PhasesOfHour(long hour, int[] checks, int[] micros) {

    static final int PHASES = 5;

    private static final int HOUR_SECONDS = 3_600;

    private static PhasesOfHour empty(long hour) {
        return new PhasesOfHour(hour, new int[HourOfChecks.SLOTS], new int[HourOfChecks.SLOTS * PHASES]);
    }

    /** Reads the entries of {@code MonitorKeys.phases}, in any order; by hour, oldest first. */
    static List<PhasesOfHour> read(Collection<String> entries) {
        var hours = new TreeMap<Long, PhasesOfHour>();
        entries.forEach(entry -> {
            int colon = entry.indexOf(':');
            long second = Long.parseLong(entry, 0, colon, 10);
            hours.computeIfAbsent(second / HOUR_SECONDS, PhasesOfHour::empty)
                    .take(
                            (int) (second % HOUR_SECONDS),
                            entry.substring(colon + 1).split(","));
        });
        return List.copyOf(hours.values());
    }

    private void take(int second, String[] phases) {
        int slot = second / (int) HourOfChecks.SLOT.toSeconds();
        int before = checks[slot]++;
        for (int i = 0; i < PHASES; i++) {
            int place = slot * PHASES + i;
            micros[place] = (int) (((long) micros[place] * before + Long.parseLong(phases[i])) / checks[slot]);
        }
    }

    PhasesOfHour union(PhasesOfHour other) {
        var union = empty(hour);
        for (int slot = 0; slot < checks.length; slot++) {
            var better = other.checks[slot] >= checks[slot] ? other : this;
            union.checks[slot] = better.checks[slot];
            System.arraycopy(better.micros, slot * PHASES, union.micros, slot * PHASES, PHASES);
        }
        return union;
    }

    /** One for each slot that has any check. */
    List<PhasePoint> points() {
        var points = new ArrayList<PhasePoint>();
        for (int slot = 0; slot < checks.length; slot++) {
            if (checks[slot] > 0) {
                int at = slot * PHASES;
                points.add(new PhasePoint(
                        HourOfChecks.begin(hour).plus(HourOfChecks.SLOT.multipliedBy(slot)),
                        checks[slot],
                        micros[at],
                        micros[at + 1],
                        micros[at + 2],
                        micros[at + 3],
                        micros[at + 4]));
            }
        }
        return points;
    }
}
