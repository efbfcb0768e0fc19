package dev.hotstate.monitor.schedule;

import java.time.Duration;
import java.time.Instant;

/**
 * When a monitor is checked: at the points {@code phase + k x interval} since 1970. The phase follows from the id, so that
 * monitors spread evenly over their interval, and come back to the same points after a restart, a scale-out or the loss of
 * everything in Redis. The next point is always found from the clock and never from the last run, so nothing drifts.
 *
 * <p>Scripts compute the next point by themselves; this says where the grid lies.
 */
public final class SchedulePolicy {

    private SchedulePolicy() {}

    /** From 0 to just below the interval. */
    public static Duration phase(String monitor, Duration interval) {
        return Duration.ofMillis(Long.remainderUnsigned(mixed(monitor), interval.toMillis()));
    }

    /** The first point of the grid after now. */
    public static Instant next(String monitor, Duration interval, Instant now) {
        long millis = interval.toMillis();
        long sincePoint =
                Math.floorMod(now.toEpochMilli() - phase(monitor, interval).toMillis(), millis);
        return Instant.ofEpochMilli(now.toEpochMilli() + millis - sincePoint);
    }

    /**
     * 64 bits in which each character matters everywhere: a polynomial, then the finalizer of SplitMix64. Independent of the
     * checksum that chooses the partition, else the monitors of one partition would share their phases.
     */
    private static long mixed(String monitor) {
        long hash = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < monitor.length(); i++) {
            hash = hash * 0x100000001B3L + monitor.charAt(i);
        }
        hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
        return hash ^ hash >>> 31;
    }
}
