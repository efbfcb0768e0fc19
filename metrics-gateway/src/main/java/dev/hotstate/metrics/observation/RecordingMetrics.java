package dev.hotstate.metrics.observation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

@Singleton
class RecordingMetrics {

    private final MeterRegistry meters;
    private final DistributionSummary size;
    private final Timer time;
    private final Timer lag;
    private final Counter recorded;
    private final Counter unknown;
    private final Counter failed;
    private final Counter refused;
    private final Counter dropped;

    RecordingMetrics(MeterRegistry meters) {
        this.meters = meters;
        size = DistributionSummary.builder("metrics.recording.flush.size")
                .description("Observations that went to Redis together")
                .register(meters);
        time = Timer.builder("metrics.recording.flush")
                .description("From sending them until Redis had taken them")
                .register(meters);
        lag = Timer.builder("metrics.recording.lag")
                .description("From the first of them that waited until Redis had taken them")
                .register(meters);
        recorded = outcome("recorded");
        unknown = outcome("unknown");
        failed = outcome("failed");
        refused = outcome("refused");
        dropped = outcome("dropped");
    }

    void watch(Recorder recorder) {
        Gauge.builder("metrics.recording.waiting", recorder, Recorder::waiting)
                .description("Observations that wait for Redis")
                .register(meters);
    }

    void watch(RecordingBuffer buffer) {
        Gauge.builder("metrics.recording.buffered", buffer, RecordingBuffer::size)
                .description("Observations that nobody waits for and Redis does not have yet")
                .register(meters);
    }

    /**
     * @param begun when they were sent
     * @param since when the first of them came
     */
    void flushed(long observations, @Nullable Throwable failure, long begun, long since) {
        long now = System.nanoTime();
        size.record(observations);
        time.record(now - begun, TimeUnit.NANOSECONDS);
        lag.record(now - since, TimeUnit.NANOSECONDS);
        (failure == null ? recorded : Recorder.isUntouched(failure) ? failed : unknown).increment(observations);
    }

    void failed(long observations) {
        failed.increment(observations);
    }

    void refused(long observations) {
        refused.increment(observations);
    }

    void dropped(long observations) {
        dropped.increment(observations);
    }

    private Counter outcome(String outcome) {
        return Counter.builder("metrics.recording.observations")
                .description("Observations, by what became of them; unknown: Redis may have counted a part;"
                        + " dropped: nobody waited for them and there was no room")
                .tag("outcome", outcome)
                .register(meters);
    }
}
