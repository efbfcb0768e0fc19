package dev.hotstate.local.city;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** People who want to be driven: they claim the nearest, some think better of it, the others are driven and pay. */
final class Rides {

    /** Of all drivers. */
    private static final double OCCUPIED_SHARE = 0.12;

    private static final Duration LASTS = Duration.ofMinutes(5);
    private static final Duration ACCEPTED_WITHIN = Duration.ofSeconds(8);
    private static final String TTL = "PT30S";
    private static final Duration TTL_AND_MORE = Duration.ofSeconds(35);
    private static final double RADIUS_KM = 3;
    private static final double CANCELLED_SHARE = 0.08;
    private static final double FORGOTTEN_SHARE = 0.04;
    private static final int RIDE_STREETS = 30;

    private final DriverService service;
    private final OpenRides open;
    private final Map<String, SimulatedDriver> drivers;
    private final RandomGenerator random;
    private final String run;
    private final Map<String, Ride> rides = new LinkedHashMap<>();
    private long requests;

    Rides(
            DriverService service,
            OpenRides open,
            Map<String, SimulatedDriver> drivers,
            RandomGenerator random,
            Instant now) {
        this.service = service;
        this.open = open;
        this.drivers = drivers;
        this.random = random;
        this.run = Long.toString(now.toEpochMilli(), Character.MAX_RADIX);
    }

    /** Gives back what a run before this one could not. */
    void endThoseLeft() throws IOException {
        for (var left : open.read()) {
            service.release(left);
        }
        open.write(List.of());
    }

    /** As many people as come in so much time. */
    void request(Duration time, Instant now) throws IOException {
        double wanted = drivers.size() * OCCUPIED_SHARE * time.toMillis() / LASTS.toMillis();
        long people = (long) (wanted + random.nextDouble());
        for (long person = 0; person < people; person++) {
            claim(now);
        }
    }

    /** What happens next in each; afterwards no claim is confirmed that would not be given back after a kill -9. */
    void goOn(Instant now) throws IOException {
        open.write(rides.values().stream().map(Ride::claim).toList());
        for (var ride : List.copyOf(rides.values())) {
            goOn(ride, now);
        }
    }

    void endAll() throws IOException {
        for (var ride : List.copyOf(rides.values())) {
            release(ride);
        }
        open.write(List.of());
    }

    private void claim(Instant now) throws IOException {
        var streets = anyStreets();
        var rider = streets.anyCorner(random);
        var place = streets.placeOf(rider);
        var request = new Claim.Request("demo-" + run + "-" + ++requests, place.lat(), place.lon(), RADIUS_KM, TTL);
        for (var claim : service.claim(request)) {
            begin(claim, rider, now);
        }
    }

    private void begin(Claim claim, Corner rider, Instant now) throws IOException {
        var entry = new OpenRides.Entry(claim.id(), claim.token());
        var driver = drivers.get(claim.driverId());
        if (driver == null) {
            // Of somebody who tries the service out beside the demo.
            service.release(entry);
            return;
        }
        driver.begin(Activity.TO_RIDER);
        driver.headFor(rider);
        var fate = fate();
        var decidedAt = fate == Ride.Fate.FORGOTTEN
                ? now.plus(TTL_AND_MORE)
                : now.plusMillis(1000 + random.nextLong(ACCEPTED_WITHIN.toMillis()));
        var destination = driver.streets().cornerNear(rider, RIDE_STREETS, random);
        rides.put(claim.id(), new Ride(entry, driver, rider, destination, fate, decidedAt));
    }

    private void goOn(Ride ride, Instant now) throws IOException {
        var driver = ride.driver();
        if (driver.activity() == Activity.RIDING) {
            if (driver.hasArrived()) {
                release(ride);
            }
            return;
        }
        if (!ride.isDecided(now)) {
            return;
        }
        switch (ride.fate()) {
            case CANCELLED -> release(ride);
            case FORGOTTEN -> end(ride);
            case DRIVEN -> drive(ride);
        }
    }

    private void drive(Ride ride) throws IOException {
        if (!ride.isConfirmed()) {
            if (!service.confirm(ride.claim())) {
                end(ride);
                return;
            }
            ride.confirmed();
        }
        if (ride.driver().hasArrived()) {
            ride.driver().begin(Activity.RIDING);
            ride.driver().headFor(ride.destination());
        }
    }

    private void release(Ride ride) throws IOException {
        service.release(ride.claim());
        end(ride);
    }

    private void end(Ride ride) {
        ride.driver().begin(Activity.CRUISING);
        rides.remove(ride.claim().id());
    }

    /** Where there are more drivers, there are more people. */
    private Streets anyStreets() {
        return drivers.values().stream()
                .skip(random.nextInt(drivers.size()))
                .findFirst()
                .orElseThrow()
                .streets();
    }

    private Ride.Fate fate() {
        double draw = random.nextDouble();
        if (draw < CANCELLED_SHARE) {
            return Ride.Fate.CANCELLED;
        }
        return draw < CANCELLED_SHARE + FORGOTTEN_SHARE ? Ride.Fate.FORGOTTEN : Ride.Fate.DRIVEN;
    }
}
