package dev.hotstate.driver.position;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Where a driver is, in the words of its phone. What receivers do not know they leave out or send as a negative number.
 *
 * @param ts  by the clock of the phone; one that is ahead counts as now
 * @param seq a count, which orders better than clocks
 */
public record LocationReport(
        @Schema(examples = "52.5219", minimum = "-85.05", maximum = "85.05", required = true) @Nullable
        Double lat,

        @Schema(examples = "13.4132", minimum = "-180", maximum = "180", required = true) @Nullable
        Double lon,

        @Schema(description = "ISO 8601, or unix time in seconds or milliseconds; now if absent")
        @JsonDeserialize(using = Timestamp.class)
        @Nullable
        Instant ts,

        @Schema(description = "Grows with each point; orders better than clocks") @Nullable
        Long seq,

        @Schema(description = "Radius in metres in which the driver is") @Nullable
        Double accuracy,

        @Schema(description = "Metres per second") @Nullable Double speed,

        @Schema(description = "Degrees, clockwise from north") @Nullable
        Double heading) {}
