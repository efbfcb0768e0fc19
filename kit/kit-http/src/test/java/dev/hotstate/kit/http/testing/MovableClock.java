package dev.hotstate.kit.http.testing;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock of the application under test: the real one, plus what a test adds. */
@Singleton
public class MovableClock extends Clock {

    private volatile Duration ahead = Duration.ZERO;

    public void advance(Duration duration) {
        ahead = ahead.plus(duration);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
