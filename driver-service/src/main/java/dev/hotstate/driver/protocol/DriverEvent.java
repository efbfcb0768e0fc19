package dev.hotstate.driver.protocol;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.hotstate.driver.position.LocationReport;
import dev.hotstate.driver.position.Timestamp;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What somebody else's system tells about a driver; it may tell more. */
@JsonIgnoreProperties(ignoreUnknown = true)
@Schema(name = "DriverEvent")
record DriverEvent(@Nullable Type type, @Nullable Data data) {

    enum Type {
        @JsonProperty("driver.location")
        LOCATION,
        @JsonProperty("driver.heartbeat")
        HEARTBEAT,
        @JsonProperty("driver.available")
        AVAILABLE,
        @JsonProperty("driver.busy")
        BUSY,
        @JsonProperty("driver.offline")
        OFFLINE
    }

    /** A location has the fields of {@code PATCH /drivers/{id}/location}; busy and offline may have a reason. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @Schema(name = "DriverEventData")
    record Data(
            @Nullable String driverId,
            @Nullable String reason,
            @Nullable Double lat,
            @Nullable Double lon,

            @JsonDeserialize(using = Timestamp.class) @Nullable
            Instant ts,

            @Nullable Long seq,
            @Nullable Double accuracy,
            @Nullable Double speed,
            @Nullable Double heading) {

        LocationReport location() {
            return new LocationReport(lat, lon, ts, seq, accuracy, speed, heading);
        }
    }
}
