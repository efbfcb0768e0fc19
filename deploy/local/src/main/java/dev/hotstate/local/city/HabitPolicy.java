package dev.hotstate.local.city;

import java.time.Duration;
import java.util.Optional;

/** When drivers who are free stop driving around. */
final class HabitPolicy {

    /** So long it takes on average until a driver does it. */
    private static final Duration UNTIL_BREAK = Duration.ofMinutes(25);

    private static final Duration UNTIL_HOME = Duration.ofMinutes(40);
    private static final Duration UNTIL_SILENT = Duration.ofMinutes(60);

    private HabitPolicy() {}

    /** What it begins now, if anything; {@code draw} is between 0 and 1, {@code since} since it was asked last. */
    static Optional<Activity> next(Duration since, double draw) {
        double seconds = since.toMillis() / 1000.0;
        double forBreak = seconds / UNTIL_BREAK.toSeconds();
        double forHome = forBreak + seconds / UNTIL_HOME.toSeconds();
        double forSilence = forHome + seconds / UNTIL_SILENT.toSeconds();
        if (draw < forBreak) {
            return Optional.of(Activity.BREAK);
        }
        if (draw < forHome) {
            return Optional.of(Activity.HOME);
        }
        return draw < forSilence ? Optional.of(Activity.SILENT) : Optional.empty();
    }

    /** For how long; {@code draw} is between 0 and 1. */
    static Duration lasts(Activity activity, double draw) {
        return switch (activity) {
            case BREAK -> between(2, 6, draw);
            case HOME -> between(4, 10, draw);
            case SILENT -> between(2, 4, draw);
            default -> throw new IllegalArgumentException(activity + " does not end by itself");
        };
    }

    private static Duration between(int minutesMin, int minutesMax, double draw) {
        return Duration.ofSeconds((long) (60 * (minutesMin + draw * (minutesMax - minutesMin))));
    }
}
