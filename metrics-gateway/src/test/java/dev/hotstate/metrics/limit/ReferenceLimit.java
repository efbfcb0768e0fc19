package dev.hotstate.metrics.limit;

import java.util.Optional;

/** The definition of an algorithm, as plainly as it can be written. Says nothing where rounding decides. */
interface ReferenceLimit {

    /** Less than this is rounding. */
    double ROUNDING = 0.001;

    Optional<Boolean> judge(long us, long hits);

    void admit(long us, long hits);

    static ReferenceLimit of(Limit limit) {
        long windowUs = Traffic.windowUs(limit);
        return switch (limit.algorithm()) {
            case SLIDING_LOG -> new Log(limit.hits(), windowUs, windowUs);
            // Between one that forgets at once and one that forgets a sub-window late.
            case SUB_WINDOW_RING -> new Log(limit.hits(), windowUs, windowUs + 2 * windowUs / limit.parts());
            case SLIDING_COUNTER -> new Counter(limit.hits(), windowUs);
            case TOKEN_BUCKET, GCRA -> new Bucket(limit.burst(), (double) limit.hits() / windowUs);
            case FIXED_WINDOW -> new Window(limit.hits(), windowUs);
        };
    }

    /** Refuses what is too much in the shorter window, admits what fits into the longer one. */
    record Log(long limit, long shortUs, long longUs, ExactLog admitted) implements ReferenceLimit {

        Log(long limit, long shortUs, long longUs) {
            this(limit, shortUs, longUs, new ExactLog());
        }

        @Override
        public Optional<Boolean> judge(long us, long hits) {
            if (admitted.within(us, longUs) + hits <= limit) {
                return Optional.of(true);
            }
            return admitted.within(us, shortUs) + hits > limit ? Optional.of(false) : Optional.empty();
        }

        @Override
        public void admit(long us, long hits) {
            admitted.add(us, hits);
        }
    }

    /** It begins with the first hit that was admitted. */
    final class Window implements ReferenceLimit {

        private final long limit;
        private final long windowUs;
        private long begin = Long.MIN_VALUE / 2;
        private long used;

        Window(long limit, long windowUs) {
            this.limit = limit;
            this.windowUs = windowUs;
        }

        @Override
        public Optional<Boolean> judge(long us, long hits) {
            return Optional.of((us - begin >= windowUs ? 0 : used) + hits <= limit);
        }

        @Override
        public void admit(long us, long hits) {
            if (us - begin >= windowUs) {
                begin = us;
                used = 0;
            }
            used += hits;
        }
    }

    final class Counter implements ReferenceLimit {

        private final long limit;
        private final long windowUs;
        private long window;
        private long current;
        private long previous;

        Counter(long limit, long windowUs) {
            this.limit = limit;
            this.windowUs = windowUs;
        }

        @Override
        public Optional<Boolean> judge(long us, long hits) {
            long now = us / windowUs;
            if (now != window) {
                previous = now == window + 1 ? current : 0;
                current = 0;
                window = now;
            }
            double faded = 1 - (double) (us % windowUs) / windowUs;
            return beyondRounding(limit - current - previous * faded - hits);
        }

        @Override
        public void admit(long us, long hits) {
            current += hits;
        }
    }

    final class Bucket implements ReferenceLimit {

        private final long capacity;
        private final double perUs;
        private double tokens;
        private long last;

        Bucket(long capacity, double perUs) {
            this.capacity = capacity;
            this.perUs = perUs;
            this.tokens = capacity;
        }

        @Override
        public Optional<Boolean> judge(long us, long hits) {
            tokens = Math.min(capacity, tokens + (us - last) * perUs);
            last = us;
            return beyondRounding(tokens - hits);
        }

        @Override
        public void admit(long us, long hits) {
            tokens -= hits;
        }
    }

    private static Optional<Boolean> beyondRounding(double free) {
        return Math.abs(free) < ROUNDING ? Optional.empty() : Optional.of(free > 0);
    }
}
