package dev.hotstate.monitor.channel;

import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.Transition;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** An alert in words. */
final class AlertText {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private AlertText() {}

    /** Such as {@code shop is down}. */
    static String title(Alert alert) {
        return alert.monitorName()
                + switch (alert.transition()) {
                    case OPENED -> " is down";
                    case REOPENED -> " is down again";
                    case REMINDER -> " is still down";
                    case RESOLVED -> " is up again";
                };
    }

    /** Such as {@code connect_refused: The connection was refused}. */
    static String cause(Alert alert) {
        return alert.message().isEmpty()
                ? alert.reason().wire()
                : alert.reason().wire() + ": " + alert.message();
    }

    static String duration(Alert alert) {
        var seconds =
                Math.max(0, Duration.between(alert.firstFailureAt(), alert.at()).toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3_600
                ? "%d min %d s".formatted(seconds / 60, seconds % 60)
                : "%d h %d min".formatted(seconds / 3_600, seconds % 3_600 / 60);
    }

    /** Such as {@code 18 Nov 2026, 20:28 UTC}. */
    static String time(Instant at) {
        return TIME.format(at);
    }

    static boolean isOver(Alert alert) {
        return alert.transition() == Transition.RESOLVED;
    }
}
