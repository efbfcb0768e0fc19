package dev.hotstate.bench.driver;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The same search where nobody has searched before: nothing tells how far to look, neither Redis nor the memory of the service.
 * So each place is used once.
 */
final class ColdSearches implements Contestant {

    /** Hints are kept for places of 700 m. */
    private static final double APART_METRES = 1_100;

    /** So many places to each side of the middle; the innermost are left to others. */
    private static final int RINGS = 6;

    private static final long SEED = 8;

    private final DriverStage stage;
    private final int size;
    private final int turns;
    private final Iterator<List<Place>> places;

    /** @param turns how often it is measured */
    ColdSearches(DriverStage stage, int size, int turns) {
        this.stage = stage;
        this.size = size;
        this.turns = turns;
        this.places = turnsOf(stage.fleet().cities().densest()).iterator();
    }

    static String name(int size) {
        return "driver-service, each search the first, %,d drivers".formatted(size);
    }

    @Override
    public String name() {
        return name(size);
    }

    @Override
    public void warmUp() {
        // The service is warm from the others, and what was searched for once is not cold.
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        var mine = places.next();
        try (var meter = stage.backends().redisMeter()) {
            var before = meter.used();
            for (var place : mine) {
                search(place);
            }
            return Sample.of(Searches.REDIS_MICROS, meter.used().minus(before).cpuMicros() / mine.size());
        }
    }

    private void search(Place place) throws IOException, InterruptedException {
        var path = "/drivers/available?lat=%.6f&lon=%.6f&radius=5&limit=%d";
        stage.send("GET", String.format(Locale.ROOT, path, place.lat(), place.lon(), Searches.LIMIT), "");
    }

    /** As near and as far in each turn. */
    private List<List<Place>> turnsOf(Place centre) {
        var all = new ArrayList<Place>();
        for (int east = -RINGS; east <= RINGS; east++) {
            for (int north = -RINGS; north <= RINGS; north++) {
                if (Math.max(Math.abs(east), Math.abs(north)) > 1) {
                    all.add(centre.plus(east * APART_METRES, north * APART_METRES));
                }
            }
        }
        Collections.shuffle(all, new Random(SEED));
        int each = all.size() / turns;
        var parts = new ArrayList<List<Place>>();
        for (int turn = 0; turn < turns; turn++) {
            parts.add(all.subList(turn * each, (turn + 1) * each));
        }
        return parts;
    }
}
