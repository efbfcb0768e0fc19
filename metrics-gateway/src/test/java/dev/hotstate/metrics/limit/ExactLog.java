package dev.hotstate.metrics.limit;

import java.util.ArrayList;
import java.util.List;

/** All hits that were admitted, for ever: the truth that every algorithm is measured against. */
final class ExactLog {

    private final List<Long> times = new ArrayList<>();

    void add(long us, long hits) {
        for (long i = 0; i < hits; i++) {
            times.add(us);
        }
    }

    /** Hits later than this long before. */
    long within(long now, long windowUs) {
        long count = 0;
        for (int i = times.size() - 1; i >= 0 && times.get(i) > now - windowUs; i--) {
            count++;
        }
        return count;
    }

    /** In the worst window of all. */
    int worst(long windowUs) {
        int worst = 0;
        int from = 0;
        for (int to = 0; to < times.size(); to++) {
            while (times.get(from) <= times.get(to) - windowUs) {
                from++;
            }
            worst = Math.max(worst, to - from + 1);
        }
        return worst;
    }
}
