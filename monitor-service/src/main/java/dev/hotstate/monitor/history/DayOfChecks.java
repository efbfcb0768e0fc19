package dev.hotstate.monitor.history;

import java.time.LocalDate;

/** The checks of one monitor on one day (UTC); {@code latencyMs} is the sum over those that were up. */
record DayOfChecks(LocalDate day, Tally tally, long latencyMs, LatencySketch sketch) {

    static DayOfChecks none(LocalDate day) {
        return new DayOfChecks(day, Tally.NONE, 0, LatencySketch.EMPTY);
    }

    DayOfChecks plus(HourOfChecks hour) {
        return new DayOfChecks(
                day, tally.plus(hour.tally()), latencyMs + hour.latencyMsSum(), sketch.plus(hour.sketch()));
    }

    DayOfChecks plus(DayOfChecks other) {
        return new DayOfChecks(day, tally.plus(other.tally), latencyMs + other.latencyMs, sketch.plus(other.sketch));
    }
}
