package dev.hotstate.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Where people live: 200 cities whose sizes follow Zipf's law, each with a dense middle and a wide rim. */
final class Cities {

    private static final int COUNT = 200;
    private static final double EXPONENT = 0.7;
    private static final double DENSE_SHARE = 0.6;
    private static final double DENSE_METRES = 4_000;
    private static final double WIDE_METRES = 15_000;
    private static final double LAT_MAX = 55;

    private final List<Place> centres = new ArrayList<>();
    private final double[] upTo = new double[COUNT];
    private final SplittableRandom random;

    Cities(long seed) {
        random = new SplittableRandom(seed);
        double sum = 0;
        for (int city = 0; city < COUNT; city++) {
            centres.add(new Place(random.nextDouble(-LAT_MAX, LAT_MAX), random.nextDouble(-170, 170)));
            sum += Math.pow(city + 1, -EXPONENT);
            upTo[city] = sum;
        }
    }

    /** The middle of the largest. */
    Place densest() {
        return centres.getFirst();
    }

    Place centre(int city) {
        return centres.get(city % COUNT);
    }

    /** Where one driver is. */
    Place anywhere() {
        double draw = random.nextDouble(upTo[COUNT - 1]);
        int city = 0;
        while (upTo[city] < draw) {
            city++;
        }
        double sigma = random.nextDouble() < DENSE_SHARE ? DENSE_METRES : WIDE_METRES;
        return centres.get(city).plus(random.nextGaussian() * sigma, random.nextGaussian() * sigma);
    }
}
