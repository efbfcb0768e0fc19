package dev.hotstate.kit.http.request;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Gives the durations of requests few bounds, by which percentiles over all instances can be told, and counts none whose method
 * nobody has heard of: each would begin a series of its own.
 */
final class RequestHistogram {

    private static final String REQUESTS = "http.server.requests";
    private static final double[] BOUNDS_NANOS = Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
            .mapToDouble(millis -> Duration.ofMillis(millis).toNanos())
            .toArray();

    private static final String METHOD = "method";
    private static final Set<String> METHODS =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");

    private RequestHistogram() {}

    @Produces
    @Singleton
    static MeterFilter bounds() {
        return new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                var method = id.getName().equals(REQUESTS) ? id.getTag(METHOD) : null;
                return method == null || METHODS.contains(method) ? MeterFilterReply.NEUTRAL : MeterFilterReply.DENY;
            }

            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                return id.getName().equals(REQUESTS)
                        ? DistributionStatisticConfig.builder()
                                .serviceLevelObjectives(BOUNDS_NANOS)
                                .build()
                                .merge(config)
                        : config;
            }
        };
    }
}
