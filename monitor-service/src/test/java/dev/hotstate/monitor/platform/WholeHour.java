package dev.hotstate.monitor.platform;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;

/** Counts are kept by the hour: what is counted and looked at must not lie in two of them. */
public final class WholeHour {

    private static final long TEST_SECONDS = 20;

    private WholeHour() {}

    /** Returns at once, unless the hour ends before a test does. */
    public static void begins() {
        await().atMost(Duration.ofSeconds(TEST_SECONDS + 10)).until(() -> secondsLeft() > TEST_SECONDS);
    }

    private static long secondsLeft() {
        return 3_600 - Instant.now().getEpochSecond() % 3_600;
    }
}
