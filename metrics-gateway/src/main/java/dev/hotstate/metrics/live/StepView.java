package dev.hotstate.metrics.live;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Ten seconds of all requests.
 *
 * @param values the next value of each series of {@code GET /last-hour}
 */
@Schema(name = "LiveStep")
record StepView(Instant at, Map<String, @Nullable Double> values) {

    private static final double SECONDS = Step.SECONDS;

    static Map<String, @Nullable Double> values(@Nullable Step step) {
        var values = new LinkedHashMap<String, @Nullable Double>();
        values.put("requestsPerSecond", step == null ? null : step.requests() / SECONDS);
        values.put("errorsPerSecond", step == null ? null : step.errors() / SECONDS);
        values.put("ok", step == null ? null : step.ok() / SECONDS);
        values.put("redirected", step == null ? null : step.redirected() / SECONDS);
        values.put("rejected", step == null ? null : step.rejected() / SECONDS);
        values.put("failed", step == null ? null : step.failed() / SECONDS);
        values.put("p50", step == null ? null : step.times().millisAt(0.50));
        values.put("p95", step == null ? null : step.times().millisAt(0.95));
        values.put("p99", step == null ? null : step.times().millisAt(0.99));
        return values;
    }
}
