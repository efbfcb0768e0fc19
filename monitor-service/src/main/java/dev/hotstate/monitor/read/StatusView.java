package dev.hotstate.monitor.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.monitor.definition.Monitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A monitor and how it is doing. What is not known is absent.
 *
 * @param state up, confirming, down, unknown, maintenance or paused
 * @param since when that state began
 * @param answered false if the part of Redis that knows did not answer
 * @param incident the present outage; without an id it is being confirmed
 * @param recent the last results, newest first: a letter for the verdict (u, d, x) and the latency in ms
 */
@Schema(name = "MonitorStatus")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusView(
        String id,
        String name,
        String kind,
        String target,
        List<String> tags,
        Duration interval,
        ShownState state,
        boolean answered,
        @Nullable Instant since,
        @Nullable Instant checkedAt,
        @Nullable String reason,
        @Nullable Integer statusCode,
        @Nullable Long latencyMs,
        @Nullable String message,
        @Nullable Integer certificateDays,
        @Nullable PhaseTimes phases,
        @Nullable OutageView incident,
        @Nullable List<String> recent) {

    /** @param id absent while the failure is being confirmed */
    @Schema(name = "Outage")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OutageView(@Nullable String id, Instant firstFailureAt, int failureCount) {}

    static StatusView of(Monitor monitor, HotMonitor hot, boolean inMaintenance, boolean withRecent) {
        var status = hot.status();
        var state = ShownState.of(monitor.enabled(), inMaintenance, status == null ? null : status.state());
        return new StatusView(
                monitor.id(),
                monitor.name(),
                monitor.kind(),
                monitor.label(),
                monitor.spec().tags(),
                monitor.spec().interval(),
                state,
                hot.answered(),
                status == null ? null : status.since(),
                status == null ? null : status.checkedAt(),
                status == null ? null : status.reason(),
                status == null ? null : status.statusCode(),
                status == null ? null : status.latencyMs(),
                status == null || status.message().isEmpty() ? null : status.message(),
                status == null ? null : status.certificateDays(),
                status == null ? null : status.phases(),
                outage(hot.incident()),
                withRecent ? compact(hot.recent()) : null);
    }

    private static @Nullable OutageView outage(@Nullable HotIncident incident) {
        return incident == null
                ? null
                : new OutageView(incident.incidentId(), incident.firstFailureAt(), incident.failureCount());
    }

    private static List<String> compact(List<Reply> recent) {
        var compact = new ArrayList<String>(recent.size());
        recent.forEach(entry -> compact.add(RecentResult.compact(entry.bytes())));
        return compact;
    }
}
