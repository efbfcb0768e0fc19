package dev.hotstate.driver.vehicle;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** States of vehicles in the words of MDS 2.0; times are unix milliseconds there. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record MdsVehicles(String version, long lastUpdated, long ttl, List<MdsVehicle> vehiclesStatus) {

    private static final String VERSION = "2.0.2";

    static MdsVehicles of(Instant now, List<Vehicle> vehicles) {
        return new MdsVehicles(
                VERSION,
                now.toEpochMilli(),
                0,
                vehicles.stream().map(MdsVehicle::of).toList());
    }

    @Schema(name = "MdsVehicle")
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record MdsVehicle(
            UUID deviceId, UUID vehicleId, String vehicleState, LastEvent lastEvent, LastTelemetry lastTelemetry) {

        static MdsVehicle of(Vehicle vehicle) {
            var location = new Location(vehicle.place().lat(), vehicle.place().lon());
            return new MdsVehicle(
                    vehicle.id(),
                    vehicle.id(),
                    VehicleStatePolicy.mdsState(vehicle),
                    new LastEvent(
                            List.of(VehicleStatePolicy.mdsEvent(vehicle)),
                            vehicle.since().toEpochMilli(),
                            location),
                    new LastTelemetry(vehicle.positionAt().toEpochMilli(), location));
        }
    }

    @Schema(name = "MdsEvent")
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    record LastEvent(List<String> eventTypes, long timestamp, Location location) {}

    @Schema(name = "MdsTelemetry")
    record LastTelemetry(long timestamp, Location location) {}

    @Schema(name = "MdsLocation")
    record Location(double lat, double lng) {}
}
