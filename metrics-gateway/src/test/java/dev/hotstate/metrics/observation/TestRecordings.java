package dev.hotstate.metrics.observation;

import dev.hotstate.metrics.MetricsFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;

/** The whole way of measurements to the cluster of a test. */
public final class TestRecordings {

    private TestRecordings() {}

    public static Recording of(MetricsFixture metrics, RecordingConfig config, SimpleMeterRegistry meters) {
        var store = new TallyStore(metrics.router, metrics.scripts, metrics.keys, config);
        var measured = new RecordingMetrics(meters);
        var recorder = new Recorder(
                store,
                new Figures(metrics.keys, config),
                metrics.vertx,
                Clock.systemUTC(),
                measured,
                List.of(),
                config);
        var labels = new Labels(new LabelStore(metrics.router, metrics.scripts, metrics.keys, config), config);
        var buffer = new RecordingBuffer(labels, recorder, measured, metrics.vertx, config);
        return new Recording(labels, recorder, buffer, store, measured, Clock.systemUTC());
    }
}
