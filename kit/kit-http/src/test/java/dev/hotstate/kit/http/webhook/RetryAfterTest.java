package dev.hotstate.kit.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void reads_seconds_and_dates() {
        assertThat(RetryAfter.of("120", NOW)).contains(Duration.ofMinutes(2));
        assertThat(RetryAfter.of("Wed, 18 Nov 2026 12:00:30 GMT", NOW)).contains(Duration.ofSeconds(30));
        assertThat(RetryAfter.of("Wed, 18 Nov 2026 11:00:00 GMT", NOW)).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "soon", "-1", "99999999999999"})
    void says_nothing_about_anything_else(String header) {
        assertThat(RetryAfter.of(header, NOW)).isEmpty();
    }
}
