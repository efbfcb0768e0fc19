package dev.hotstate.kit.http.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what comes true a moment later: long on a crowded machine, and not for longer than it takes. */
public final class Patience {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private Patience() {}

    public static ConditionFactory await() {
        return Awaitility.await().pollInterval(BETWEEN_LOOKS).atMost(LONG);
    }

    public static ConditionFactory await(String forWhat) {
        return Awaitility.await(forWhat).pollInterval(BETWEEN_LOOKS).atMost(LONG);
    }
}
