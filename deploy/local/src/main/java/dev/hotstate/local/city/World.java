package dev.hotstate.local.city;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * All drivers and all rides. In each round a part of the drivers moves and is reported in one batch, so that in {@link #PARTS}
 * rounds each was heard of once.
 */
final class World {

    static final int PARTS = 10;

    /** From one report of a driver to its next, as long as there is time for all rounds. */
    private static final Duration REPORTED_EVERY = CitySimulator.ROUND.multipliedBy(PARTS);

    /** Each is a request of its own, of which a service takes 200 a second from one sender. */
    private static final int INTRODUCED_IN_A_ROUND_MAX = 75;

    private final DriverService service;
    private final Clock clock;
    private final RandomGenerator random;
    private final Map<String, SimulatedDriver> drivers;
    private final List<List<SimulatedDriver>> parts;
    private final Rides rides;
    /** Whoever the service has been told of in this run. */
    private final Set<String> introduced = new HashSet<>();

    private int round;

    World(DriverService service, OpenRides open, int size, Clock clock, RandomGenerator random) {
        this.service = service;
        this.clock = clock;
        this.random = random;
        this.drivers = drivers(size, clock.instant(), random);
        this.parts = parts(List.copyOf(drivers.values()));
        this.rides = new Rides(service, open, drivers, random, clock.instant());
    }

    void begin() throws IOException {
        rides.endThoseLeft();
        service.draw(City.ALL.stream().flatMap(FenceToDraw::of).toList());
    }

    /** One part of the drivers goes on, and so do all rides. */
    void playRound() throws IOException {
        var now = clock.instant();
        var part = parts.get(round++ % PARTS);
        for (var driver : part) {
            driver.move(now);
            live(driver, now);
        }
        report(part.stream().filter(driver -> driver.activity().isHeard()).toList(), now);
        rides.goOn(now);
        if (round > PARTS) {
            rides.request(CitySimulator.ROUND, now);
        }
    }

    /** Nobody stays claimed by people who are no more, and nobody is on the road who is not driven any more. */
    void end() throws IOException {
        rides.endAll();
        service.logOut(drivers.values().stream()
                .filter(driver -> introduced.contains(driver.id()) && driver.activity() != Activity.HOME)
                .map(SimulatedDriver::id)
                .toList());
    }

    private void live(SimulatedDriver driver, Instant now) throws IOException {
        switch (driver.activity()) {
            case CRUISING -> {
                var next = HabitPolicy.next(REPORTED_EVERY, random.nextDouble());
                if (next.isPresent() && introduced.contains(driver.id())) {
                    stopDriving(driver, next.get(), now);
                }
            }
            case BREAK, HOME -> {
                if (driver.isDone(now) && service.change(driver.id(), "available", null)) {
                    driver.begin(Activity.CRUISING);
                }
            }
            case SILENT -> {
                if (driver.isDone(now)) {
                    driver.begin(Activity.CRUISING);
                }
            }
            case TO_RIDER, RIDING -> {
                // Their ride says how it goes on.
            }
        }
    }

    private void stopDriving(SimulatedDriver driver, Activity next, Instant now) throws IOException {
        boolean isDone = switch (next) {
            case BREAK -> service.change(driver.id(), "busy", "break");
            case HOME -> service.change(driver.id(), "offline", "end of shift");
            default -> true;
        };
        if (isDone) {
            driver.begin(next, now.plus(HabitPolicy.lasts(next, random.nextDouble())));
        }
    }

    private void report(List<SimulatedDriver> heard, Instant now) throws IOException {
        if (heard.isEmpty()) {
            return;
        }
        var unknown =
                service.report(heard.stream().map(driver -> driver.report(now)).toList());
        // Whoever is left reports again soon.
        var strangers = heard.stream()
                .filter(driver -> unknown.contains(driver.id()) || !introduced.contains(driver.id()))
                .limit(INTRODUCED_IN_A_ROUND_MAX)
                .toList();
        for (var driver : strangers) {
            introduce(driver, unknown.contains(driver.id()));
        }
    }

    /** A run before this one may have left it on a break, or at home. */
    private void introduce(SimulatedDriver driver, boolean unknown) throws IOException {
        if (unknown) {
            service.register(driver.id(), driver.registration());
        } else {
            service.change(driver.id(), "available", null);
        }
        introduced.add(driver.id());
    }

    private static Map<String, SimulatedDriver> drivers(int size, Instant now, RandomGenerator random) {
        Map<String, SimulatedDriver> drivers = new LinkedHashMap<>();
        for (var city : City.ALL) {
            var streets = new Streets(city);
            int count = size * city.share() / 100;
            for (int number = 1; number <= count; number++) {
                var id = "%s-%04d".formatted(city.key(), number);
                drivers.put(id, new SimulatedDriver(id, streets, random, now));
            }
        }
        return drivers;
    }

    private static List<List<SimulatedDriver>> parts(List<SimulatedDriver> drivers) {
        List<List<SimulatedDriver>> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            parts.add(new ArrayList<>());
        }
        for (int index = 0; index < drivers.size(); index++) {
            parts.get(index % PARTS).add(drivers.get(index));
        }
        return parts;
    }
}
