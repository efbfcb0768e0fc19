package dev.hotstate.driver.vehicle;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A file of GBFS 3.0. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record GbfsFile<T>(Instant lastUpdated, int ttl, String version, T data) {

    private static final String VERSION = "3.0";

    static <T> GbfsFile<T> of(Instant now, T data) {
        return new GbfsFile<>(now.truncatedTo(ChronoUnit.SECONDS), 0, VERSION, data);
    }

    /** What there is. */
    @Schema(name = "GbfsDiscovery")
    record Discovery(List<Feed> feeds) {}

    @Schema(name = "GbfsFeed")
    record Feed(String name, String url) {}

    /** Whose it is. */
    @Schema(name = "GbfsSystem")
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record SystemInformation(
            String systemId,
            List<String> languages,
            List<Text> name,
            String openingHours,
            String feedContactEmail,
            String timezone) {}

    @Schema(name = "GbfsText")
    record Text(String text, String language) {}

    /** Who can be had, or is reserved. */
    @Schema(name = "GbfsVehicles")
    record VehicleStatus(List<ListedVehicle> vehicles) {}

    @Schema(name = "GbfsVehicle")
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record ListedVehicle(
            UUID vehicleId, double lat, double lon, boolean isReserved, boolean isDisabled, Instant lastReported) {

        static ListedVehicle of(Vehicle vehicle) {
            return new ListedVehicle(
                    vehicle.id(),
                    vehicle.place().lat(),
                    vehicle.place().lon(),
                    VehicleStatePolicy.isReserved(vehicle),
                    false,
                    vehicle.positionAt().truncatedTo(ChronoUnit.SECONDS));
        }
    }
}
