package dev.hotstate.metrics.live;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.live")
public interface LiveConfig {

    /**
     * How often this instance writes its figures of the last minute and reads those of the others; 200ms to 2s: a step of the
     * charts is told 6 s after its end, when all have written and read it.
     */
    @WithDefault("2s")
    @NotNull
    @DurationMin(millis = 200)
    @DurationMax(seconds = 2)
    Duration period();

    /**
     * Endpoints whose callers ask them to wait (long polls), as {@code GET /last-hour/endpoints} names them:
     * {@code POST /queues/{queue}/claims}. How long they take is told of each by itself, and is no latency of all requests.
     */
    Optional<Set<String>> waitingEndpoints();
}
