package dev.hotstate.driver.vehicle;

import dev.hotstate.driver.position.Reasons;

/** What others call the state of a driver. */
final class VehicleStatePolicy {

    private VehicleStatePolicy() {}

    /** Of MDS 2.0, passenger services. OFFLINE is two states there: who logged out, and who is not heard of. */
    static String mdsState(Vehicle vehicle) {
        return switch (vehicle.status()) {
            case AVAILABLE -> "available";
            case BUSY -> vehicle.reason().equals(Reasons.CLAIMED) ? "reserved" : "on_trip";
            case OFFLINE -> vehicle.reason().equals(Reasons.HEARTBEAT) ? "non_contactable" : "non_operational";
        };
    }

    /** The event that leads to the state. */
    static String mdsEvent(Vehicle vehicle) {
        return switch (mdsState(vehicle)) {
            case "available" -> "service_start";
            case "reserved" -> "reservation_start";
            case "on_trip" -> "trip_start";
            case "non_contactable" -> "comms_lost";
            default -> "service_end";
        };
    }

    static boolean isReserved(Vehicle vehicle) {
        return mdsState(vehicle).equals("reserved");
    }
}
