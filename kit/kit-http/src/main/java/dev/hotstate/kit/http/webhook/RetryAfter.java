package dev.hotstate.kit.http.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a receiver wants to hear again: {@code Retry-After}, as seconds or as a date. */
public final class RetryAfter {

    private RetryAfter() {}

    /** Empty if it says nothing that can be read. */
    public static Optional<Duration> of(@Nullable String header, Instant now) {
        if (header == null) {
            return Optional.empty();
        }
        var text = header.trim();
        if (text.matches("\\d{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        try {
            var at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
