package dev.hotstate.metrics.observation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings to test with. */
public record TestRecording(int waitingMax, int bufferMax, int endpointsMax, int instancesMax, int seriesMax)
        implements RecordingConfig {

    public static final TestRecording USUAL = new TestRecording(200_000, 100_000, 2_000, 500, 2_000);

    @Override
    public Duration flush() {
        return Duration.ofMillis(5);
    }

    /** These tests crowd the machine and are not about time. */
    @Override
    public Duration deadline() {
        return Duration.ofSeconds(30);
    }

    @Override
    public int flushSize() {
        return 1_000;
    }

    @Override
    public Duration batchMemory() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Duration seriesLifetime() {
        return Duration.ofDays(30);
    }
    @Override
    public Duration speedDelay() {
        return Duration.ofSeconds(3);
    }


    @Override
    public Duration gaugeLifetime() {
        return Duration.ofMinutes(10);
    }

    @Override
    public PathStyle pathStyle() {
        return PathStyle.BRACES;
    }

    @Override
    public List<String> requestMetrics() {
        return List.of("http.server.requests", "http.server.request.duration");
    }

    @Override
    public Optional<List<String>> routes() {
        return Optional.empty();
    }

    @Override
    public boolean localRequests() {
        return false;
    }
}
