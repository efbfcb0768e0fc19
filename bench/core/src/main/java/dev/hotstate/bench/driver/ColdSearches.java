package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.kit.backends.redis.RedisNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The same search where nobody has searched before: nothing tells how far to look. */
record ColdSearches(DriverStage stage, int size) implements Contestant {

    private static final String HINTS = "bench:driver:radius:*";
    /** Hints are kept for places of 700 m. */
    private static final double APART_METRES = 1_000;

    private static final int SIDE = 8;

    static String name(int size) {
        return "driver-service, each search the first, %,d drivers".formatted(size);
    }

    @Override
    public String name() {
        return name(size);
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        measure();
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        stage.backends().redis().nodes().forEach(ColdSearches::forgetHints);
        try (var meter = stage.backends().redisMeter()) {
            var before = meter.used();
            for (int east = 0; east < SIDE; east++) {
                for (int north = 0; north < SIDE; north++) {
                    search(stage.fleet()
                            .cities()
                            .densest()
                            .plus((east - SIDE / 2) * APART_METRES, (north - SIDE / 2) * APART_METRES));
                }
            }
            return Sample.of(Searches.REDIS_MICROS, meter.used().minus(before).cpuMicros() / (SIDE * SIDE));
        }
    }

    private void search(Place place) throws IOException, InterruptedException {
        var path = "/drivers/available?lat=%.6f&lon=%.6f&radius=5&limit=%d";
        stage.send("GET", String.format(Locale.ROOT, path, place.lat(), place.lon(), Searches.LIMIT), "");
    }

    private static void forgetHints(RedisNode node) {
        try (var redis = node.connect()) {
            if (redis.call("KEYS", HINTS) instanceof List<?> keys) {
                keys.forEach(key -> redis.call("DEL", key.toString()));
            }
        }
    }
}
