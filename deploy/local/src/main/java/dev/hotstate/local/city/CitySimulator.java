package dev.hotstate.local.city;

import dev.hotstate.local.stage.Act;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.SplittableRandom;

/** Drivers and those who claim them: plays round after round, and in the end gives back everybody it has claimed, logs its drivers out, and gives back its key. */
public final class CitySimulator implements Act {

    static final Duration ROUND = Duration.ofMillis(500);

    /** The same drivers in each run. */
    private static final long SEED = 4711;

    private final DriverService service;
    private final World world;

    /** @param openRides a file for what a kill -9 must not lose */
    public CitySimulator(ServiceApi driverService, int drivers, Path openRides) {
        service = new DriverService(driverService);
        world = new World(service, new OpenRides(openRides), drivers, Clock.systemUTC(), new SplittableRandom(SEED));
    }

    @Override
    public String name() {
        return "cities";
    }

    @Override
    public Duration period() {
        return ROUND;
    }

    @Override
    public void begin() throws IOException {
        service.takeKey();
        world.begin();
    }

    @Override
    public void play() throws IOException {
        world.playRound();
    }

    @Override
    public void end() throws IOException {
        try {
            world.end();
        } finally {
            service.close();
        }
    }
}
