package dev.hotstate.local.city;

import java.time.Instant;

/** Somebody waits at a corner, has claimed a driver and wants to go somewhere. */
final class Ride {

    /** How it goes on. */
    enum Fate {
        DRIVEN,
        /** Given back before it began. */
        CANCELLED,
        /** Neither confirmed nor given back: the claim ends by itself. */
        FORGOTTEN
    }

    private final OpenRides.Entry claim;
    private final SimulatedDriver driver;
    private final Corner rider;
    private final Corner destination;
    private final Fate fate;
    private final Instant decidedAt;
    private boolean confirmed;

    /** @param decidedAt when the driver has said yes, or the rider has thought better of it */
    Ride(
            OpenRides.Entry claim,
            SimulatedDriver driver,
            Corner rider,
            Corner destination,
            Fate fate,
            Instant decidedAt) {
        this.claim = claim;
        this.driver = driver;
        this.rider = rider;
        this.destination = destination;
        this.fate = fate;
        this.decidedAt = decidedAt;
    }

    OpenRides.Entry claim() {
        return claim;
    }

    SimulatedDriver driver() {
        return driver;
    }

    Corner rider() {
        return rider;
    }

    Corner destination() {
        return destination;
    }

    Fate fate() {
        return fate;
    }

    boolean isConfirmed() {
        return confirmed;
    }

    void confirmed() {
        confirmed = true;
    }

    boolean isDecided(Instant now) {
        return !now.isBefore(decidedAt);
    }
}
