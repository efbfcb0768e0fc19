package dev.hotstate.driver.protocol;

import dev.hotstate.driver.position.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Times as trackers write them: seconds or milliseconds since 1970, or ISO 8601. */
final class DeviceTime {

    private DeviceTime() {}

    /** Empty if it says nothing that can be read: then it is now. */
    static Optional<Instant> of(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Timestamp.ofUnix(Double.parseDouble(text.trim())));
        } catch (NumberFormatException noNumber) {
            return parsed(text.trim());
        }
    }

    private static Optional<Instant> parsed(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }
}
