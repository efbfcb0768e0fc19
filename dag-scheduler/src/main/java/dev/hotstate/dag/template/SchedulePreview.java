package dev.hotstate.dag.template;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** When a schedule would fire: each moment, and what the clocks of its zone would show then. */
@Schema(name = "SchedulePreview")
public record SchedulePreview(String cron, String zone, List<Time> times) {

    /** @param local with the offset of that day, so that a change of the clocks shows */
    @Schema(name = "FireTime")
    public record Time(Instant at, String local) {}
}
