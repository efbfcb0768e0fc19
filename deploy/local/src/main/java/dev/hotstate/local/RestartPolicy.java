package dev.hotstate.local;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Whether, and how soon, a process that died is started again: as an orchestrator would, but not for ever. */
final class RestartPolicy {

    private static final int DEATHS_MAX = 5;
    private static final Duration COUNTED = Duration.ofMinutes(2);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private RestartPolicy() {}

    /**
     * @param deaths of this process, the last one included
     * @return the pause before the next start, doubled with each recent death; empty when it died too often
     */
    static Optional<Duration> pauseAfter(List<Instant> deaths, Instant now) {
        long recent = deaths.stream()
                .filter(death -> death.isAfter(now.minus(COUNTED)))
                .count();
        return recent >= DEATHS_MAX
                ? Optional.empty()
                : Optional.of(FIRST_PAUSE.multipliedBy(1L << Math.max(0, recent - 1)));
    }
}
