package dev.hotstate.metrics.observation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings to test with. */
public record TestRecording(
        int waitingMax, int bufferMax, int endpointsMax, int instancesMax, int seriesMax, Duration deadline)
        implements RecordingConfig {

    public static final TestRecording USUAL = new TestRecording(200_000, 100_000, 2_000, 500, 2_000);

    /** With a deadline for tests that crowd the machine and are not about time. */
    TestRecording(int waitingMax, int bufferMax, int endpointsMax, int instancesMax, int seriesMax) {
        this(waitingMax, bufferMax, endpointsMax, instancesMax, seriesMax, Duration.ofSeconds(30));
    }

    TestRecording withDeadline(Duration other) {
        return new TestRecording(waitingMax, bufferMax, endpointsMax, instancesMax, seriesMax, other);
    }

    @Override
    public Duration flush() {
        return Duration.ofMillis(5);
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
    public Duration speedDelay() {
        return Duration.ofSeconds(3);
    }

    @Override
    public Duration seriesLifetime() {
        return Duration.ofDays(30);
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
