package dev.hotstate.monitor.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a failed delivery is tried again. */
final class DeliveryPolicy {

    private final List<Duration> pauses;
    private final Duration retryAfterMax;

    DeliveryPolicy(List<Duration> pauses, Duration retryAfterMax) {
        this.pauses = List.copyOf(pauses);
        this.retryAfterMax = retryAfterMax;
    }

    /**
     * The pause before the next attempt; empty if there is none.
     *
     * @param attempts   so far
     * @param retryAfter what the receiver asked for: may lengthen the pause, never shorten it
     */
    Optional<Duration> pause(int attempts, @Nullable Duration retryAfter) {
        if (attempts > pauses.size()) {
            return Optional.empty();
        }
        var usual = pauses.get(attempts - 1);
        if (retryAfter == null || retryAfter.compareTo(usual) <= 0) {
            return Optional.of(usual);
        }
        return Optional.of(retryAfter.compareTo(retryAfterMax) < 0 ? retryAfter : retryAfterMax);
    }
}
