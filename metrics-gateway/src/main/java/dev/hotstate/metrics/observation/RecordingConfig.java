package dev.hotstate.metrics.observation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

@ConfigMapping(prefix = "metrics.recording")
public interface RecordingConfig {

    /** So long observations are added up before they go to Redis. */
    @WithDefault("5ms")
    @NotNull
    Duration flush();

    /** For so long Redis may take for a sum; 100ms to 1m. */
    @WithDefault("2s")
    @NotNull
    @DurationMin(millis = 100)
    @DurationMax(minutes = 1)
    Duration deadline();

    /** So many are not added up for longer. */
    @WithDefault("1000")
    @Min(1)
    int flushSize();

    /** Observations that wait for Redis; beyond it they are refused. */
    @WithDefault("200000")
    @Min(10_000)
    int waitingMax();

    /** Observations whose senders do not wait ({@code durable=false}, StatsD); beyond it they are dropped and counted. */
    @WithDefault("100000")
    @Min(1_000)
    int bufferMax();

    /** For so long a batch with an id is counted once, however often it is told; 1m to 1h. */
    @WithDefault("10m")
    @NotNull
    @DurationMin(minutes = 1)
    @DurationMax(hours = 1)
    Duration batchMemory();

    /** The speed that is told is that of the second so long ago: longer than services wait before they tell of a request; 1s to 20s. */
    @WithDefault("3s")
    @NotNull
    @DurationMin(seconds = 1)
    @DurationMax(seconds = 20)
    Duration speedDelay();

    /** Endpoints that are counted apart; all others are counted together. */
    @WithDefault("2000")
    @Min(10)
    @Max(20_000)
    int endpointsMax();

    /** Instances that are counted apart. */
    @WithDefault("500")
    @Min(10)
    @Max(5_000)
    int instancesMax();

    /** Series of StatsD and OpenTelemetry that are counted apart, by kind, name and tags. */
    @WithDefault("2000")
    @Min(10)
    @Max(20_000)
    int seriesMax();

    /** What is known of such a series is forgotten so long after its last change; 1h to 366d. */
    @WithDefault("30d")
    @NotNull
    @DurationMin(hours = 1)
    @DurationMax(days = 366)
    Duration seriesLifetime();

    /** A gauge no longer holds so long after an instance told of it; 10s to 7d. */
    @WithDefault("10m")
    @NotNull
    @DurationMin(seconds = 10)
    @DurationMax(days = 7)
    Duration gaugeLifetime();

    /** How routes are written: {@code braces}, <code>/users/{id}</code>, or {@code colon}, {@code /users/:id}. */
    @WithDefault("braces")
    @NotNull
    PathStyle pathStyle();

    /** Timers and histograms under these names, with method, route and status, are requests. */
    @WithDefault("http.server.request.duration,http.server.duration,http.server.requests")
    @NotNull
    List<String> requestMetrics();

    /** Routes by which paths are named, before ids in them are looked for; the first that matches wins. */
    Optional<List<String>> routes();

    /** Whether requests of the machine itself (127.0.0.1, ::1) count. */
    @WithDefault("false")
    boolean localRequests();
}
