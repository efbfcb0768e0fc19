package dev.hotstate.kit.http.sse;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "hotstate.http.sse")
public interface FeedConfig {

    /** A comment keeps idle connections open through proxies, and tells both ends that the other one is there. */
    @WithDefault("15s")
    @NotNull
    @DurationMin(millis = 100)
    Duration heartbeat();

    /** Clients of one feed on this instance; one more gets 503. */
    @WithDefault("1000")
    @Min(1)
    @Max(100_000)
    int subscribersMax();

    /** Live streams of one key, or of one address without a key, on this instance over all feeds; one more gets 429. */
    @WithDefault("100")
    @Min(1)
    @Max(100_000)
    int subscribersPerCallerMax();

    /** Events that wait for one slow client before the oldest are dropped. */
    @WithDefault("64")
    @Min(1)
    @Max(10_000)
    int bufferMax();

    /** Events of a feed that a client which comes back may still get. */
    @WithDefault("256")
    @Min(0)
    @Max(10_000)
    int replayMax();

    /** How long a client shall wait before it comes back. */
    @WithDefault("2s")
    @NotNull
    Duration reconnectDelay();
}
