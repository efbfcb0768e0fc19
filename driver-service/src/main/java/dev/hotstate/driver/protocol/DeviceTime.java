package dev.hotstate.driver.protocol;

import static java.time.format.DateTimeFormatter.ISO_DATE_TIME;

import dev.hotstate.driver.position.Timestamp;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Times as trackers write them: seconds or milliseconds since 1970, or ISO 8601. */
final class DeviceTime {

    private DeviceTime() {}

    /** Empty if it is left out: then it is now. */
    static Optional<Instant> of(@Nullable String text) {
        return text == null || text.isBlank() ? Optional.empty() : Optional.of(parsed(text.strip()));
    }

    /** What can't be read is not now: a point that was kept for an hour would become the newest. */
    private static Instant parsed(String text) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return Timestamp.ofUnix(number);
            }
        } catch (NumberFormatException noNumber) {
            try {
                return Timestamp.possible(isoTime(text));
            } catch (DateTimeException unreadable) {
                // Refused as what is a number and no time.
            }
        }
        throw new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.at("/timestamp", "must be seconds or milliseconds since 1970, or ISO 8601")));
    }

    /** Without an offset it is UTC, and a space may stand for the T, as with Traccar. */
    private static Instant isoTime(String text) {
        var iso = ISO_DATE_TIME.parseBest(text.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
        return iso instanceof OffsetDateTime time ? time.toInstant() : ((LocalDateTime) iso).toInstant(ZoneOffset.UTC);
    }
}
