package dev.hotstate.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** All drivers and where they are: the same in each run. */
final class Fleet {

    private static final long SEED = 20261118;
    static final String PREFIX = "bench-";

    private static final double STEP_METRES = 60;
    /** A prime: it visits all. */
    private static final int STRIDE = 7_919;

    private final Cities cities = new Cities(SEED);
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Place> places = new ArrayList<>();
    private int next;

    Cities cities() {
        return cities;
    }

    int size() {
        return places.size();
    }

    Place place(int driver) {
        return places.get(driver);
    }

    static String id(int driver) {
        return PREFIX + driver;
    }

    void growTo(int size) {
        while (places.size() < size) {
            places.add(cities.anywhere());
        }
    }

    /** Some drivers, each having moved on a bit; the same not again before all others have: two batches under way never share one. */
    List<Integer> move(int count) {
        var moved = new ArrayList<Integer>(count);
        for (int i = 0; i < count; i++) {
            next = (next + STRIDE) % places.size();
            int driver = next;
            places.set(
                    driver,
                    places.get(driver).plus(random.nextGaussian() * STEP_METRES, random.nextGaussian() * STEP_METRES));
            moved.add(driver);
        }
        return moved;
    }

    /** The body of a batch. */
    String reports(List<Integer> drivers) {
        var json = new StringBuilder(drivers.size() * 64).append('[');
        for (int driver : drivers) {
            var place = places.get(driver);
            json.append(json.length() == 1 ? "" : ",")
                    .append("{\"id\":\"")
                    .append(id(driver))
                    .append(String.format(Locale.ROOT, "\",\"lat\":%.6f,\"lon\":%.6f}", place.lat(), place.lon()));
        }
        return json.append(']').toString();
    }
}
