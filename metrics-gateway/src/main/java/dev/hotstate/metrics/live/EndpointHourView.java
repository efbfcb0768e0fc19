package dev.hotstate.metrics.live;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of an endpoint. Percentiles in milliseconds, over the last five minutes, or the hour if those had no request.
 *
 * @param waits because its callers ask it to: its times are not among those of all requests
 * @param errors 4xx and 5xx
 * @param failed 5xx
 * @param perSecond of the last whole minute
 * @param perMinute requests, the oldest first; null where nobody was there to see
 */
@Schema(name = "EndpointHour")
record EndpointHourView(
        String endpoint,
        boolean waits,
        long requests,
        long errors,
        long failed,
        double perSecond,
        @Nullable Double p50,
        @Nullable Double p95,
        @Nullable Double p99,
        List<@Nullable Long> perMinute) {

    /** @param total how many there are, more than items if there is a limit */
    @Schema(name = "EndpointHours")
    record All(Instant asOf, int total, List<EndpointHourView> items) {}
}
