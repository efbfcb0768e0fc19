package dev.hotstate.metrics.live;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** @param perMinute requests, the oldest first; null where nobody was there to see */
@Schema(name = "InstanceHour")
record InstanceHourView(String instance, long requests, long errors, double perSecond, List<@Nullable Long> perMinute) {

    @Schema(name = "InstanceHours")
    record All(Instant asOf, List<InstanceHourView> items) {}
}
