package dev.hotstate.local.city;

import java.time.Instant;
import java.time.ZoneOffset;

/** How fast one gets along. */
final class TrafficPolicy {

    private static final double STREET_METRES_PER_SECOND = 8.5;
    private static final double AVENUE_METRES_PER_SECOND = 14;
    private static final double RUSH = 0.6;
    private static final double DAY = 0.85;
    private static final double NIGHT = 1.15;
    private static final int DEGREES_PER_HOUR = 15;

    private TrafficPolicy() {}

    /** Metres per second. */
    static double speed(boolean avenue, double hour) {
        return (avenue ? AVENUE_METRES_PER_SECOND : STREET_METRES_PER_SECOND) * flow(hour);
    }

    /** The hour of the day by the sun, 0 to 24: near enough to what clocks say there. */
    static double hourAt(Place place, Instant now) {
        var utc = now.atOffset(ZoneOffset.UTC);
        double hours = utc.getHour() + utc.getMinute() / 60.0 + place.lon() / DEGREES_PER_HOUR;
        return (hours + 24) % 24;
    }

    private static double flow(double hour) {
        if (hour >= 7 && hour < 10 || hour >= 16 && hour < 19) {
            return RUSH;
        }
        return hour >= 6 && hour < 22 ? DAY : NIGHT;
    }
}
