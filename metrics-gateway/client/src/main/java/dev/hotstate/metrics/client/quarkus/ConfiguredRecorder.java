package dev.hotstate.metrics.client.quarkus;

import dev.hotstate.metrics.client.AnsweredRequest;
import dev.hotstate.metrics.client.MetricsRecorder;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Records if the configuration says where to. Not a singleton: filters are made before the configuration of the running
 * application is there, and the proxy makes this bean with the first request.
 */
@ApplicationScoped
public class ConfiguredRecorder implements Consumer<AnsweredRequest> {

    private final Optional<MetricsRecorder> recorder;

    ConfiguredRecorder(RecordingClientConfig config) {
        recorder = config.url().map(url -> {
            var plan = MetricsRecorder.of(url).instance(config.instance());
            config.key().ifPresent(plan::key);
            return plan.start();
        });
    }

    @Override
    public void accept(AnsweredRequest request) {
        recorder.ifPresent(on -> on.record(request));
    }

    /** For the rest of a program that has more to record than its resources. */
    public Optional<MetricsRecorder> recorder() {
        return recorder;
    }

    @PreDestroy
    void stop() {
        recorder.ifPresent(MetricsRecorder::close);
    }
}
