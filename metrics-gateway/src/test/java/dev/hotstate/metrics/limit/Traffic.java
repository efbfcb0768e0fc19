package dev.hotstate.metrics.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** When hits come. */
enum Traffic {

    /** Evenly at random, a multiple of what is allowed. */
    RANDOM {
        @Override
        long gapUs(Random random, Limit limit, double demand) {
            return (long) (-Math.log(1 - random.nextDouble()) * meanGapUs(limit) / demand);
        }
    },

    /** Nothing for a while, then many at once. */
    BURSTY {
        @Override
        long gapUs(Random random, Limit limit, double demand) {
            boolean pause = random.nextInt((int) Math.max(4, limit.hits())) == 0;
            return pause ? (long) (random.nextDouble() * 3 * windowUs(limit)) : random.nextInt(50);
        }
    },

    /** All that a fixed window allows at its end, then again at the beginning of the next. */
    BOUNDARY {
        @Override
        long gapUs(Random random, Limit limit, double demand) {
            return random.nextInt((int) limit.hits()) == 0 ? windowUs(limit) / 2 : 1;
        }
    };

    abstract long gapUs(Random random, Limit limit, double demand);

    List<Long> draw(Random random, Limit limit, double demand, int count) {
        var times = new ArrayList<Long>(count);
        long at = 1_700_000_000_000_000L + random.nextLong(windowUs(limit));
        for (int i = 0; i < count; i++) {
            at += gapUs(random, limit, demand);
            times.add(at);
        }
        return times;
    }

    static long windowUs(Limit limit) {
        return limit.window().toNanos() / 1_000;
    }

    private static double meanGapUs(Limit limit) {
        return (double) windowUs(limit) / limit.hits();
    }
}
