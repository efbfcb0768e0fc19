package dev.hotstate.metrics.limit;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One caller under a limit, in memory and at times that somebody else tells: what would have been decided then. The same
 * arithmetic as in the script of the algorithm; a test replays the same traffic through both. Times must not step back.
 */
public interface ReplayedLimit {

    /** Takes the hits if all of them fit. */
    boolean admits(long us, long hits);

    static ReplayedLimit of(Limit wanted) {
        var limit = wanted.affordable();
        return switch (limit.algorithm()) {
            case FIXED_WINDOW -> new FixedWindow(limit);
            case SLIDING_LOG -> new SlidingLog(limit);
            case SLIDING_COUNTER -> new SlidingCounter(limit);
            case SUB_WINDOW_RING -> new SubWindows(limit);
            case TOKEN_BUCKET -> new TokenBucket(limit);
            case GCRA -> new Gcra(limit);
        };
    }

    private static long windowUs(Limit limit) {
        return limit.window().toMillis() * 1_000;
    }

    final class FixedWindow implements ReplayedLimit {
        private final Limit limit;
        private long endUs = Long.MIN_VALUE;
        private long used;

        FixedWindow(Limit limit) {
            this.limit = limit;
        }

        @Override
        public boolean admits(long us, long hits) {
            if (us >= endUs) {
                used = 0;
            }
            if (used + hits > limit.hits()) {
                return false;
            }
            endUs = used == 0 ? us + windowUs(limit) : endUs;
            used += hits;
            return true;
        }
    }

    final class SlidingLog implements ReplayedLimit {
        private record Entry(long us, long hits) {}

        private final Limit limit;
        private final Deque<Entry> log = new ArrayDeque<>();
        private long used;

        SlidingLog(Limit limit) {
            this.limit = limit;
        }

        @Override
        public boolean admits(long us, long hits) {
            while (!log.isEmpty() && log.getFirst().us() <= us - windowUs(limit)) {
                used -= log.removeFirst().hits();
            }
            if (used + hits > limit.hits()) {
                return false;
            }
            log.addLast(new Entry(us, hits));
            used += hits;
            return true;
        }
    }

    final class SubWindows implements ReplayedLimit {
        private final Limit limit;
        private final long partUs;
        private final long[] ring;
        private long newest = -1;
        private long total;

        SubWindows(Limit limit) {
            this.limit = limit;
            this.partUs = Math.ceilDiv(windowUs(limit), (long) limit.parts());
            this.ring = new long[limit.parts() + 1];
        }

        @Override
        public boolean admits(long us, long hits) {
            long now = us / partUs;
            for (long passed = Math.max(newest + 1, now - limit.parts()); passed <= now; passed++) {
                int slot = (int) (passed % ring.length);
                total -= ring[slot];
                ring[slot] = 0;
            }
            newest = now;
            if (total + hits > limit.hits()) {
                return false;
            }
            ring[(int) (now % ring.length)] += hits;
            total += hits;
            return true;
        }
    }

    final class SlidingCounter implements ReplayedLimit {
        private final Limit limit;
        private long index = -1;
        private long current;
        private long previous;

        SlidingCounter(Limit limit) {
            this.limit = limit;
        }

        @Override
        public boolean admits(long us, long hits) {
            long windowUs = windowUs(limit);
            long now = us / windowUs;
            if (now != index) {
                previous = now == index + 1 ? current : 0;
                current = 0;
                index = now;
            }
            double used = current + previous * (1 - (double) (us % windowUs) / windowUs);
            if (Math.floor((limit.hits() - used) / hits) < 1) {
                return false;
            }
            current += hits;
            return true;
        }
    }

    final class TokenBucket implements ReplayedLimit {
        /** What six decimals cut off is not a token missed. */
        private static final double ROUNDING = 0.000001;

        private final long capacity;
        private final double perUs;
        private double tokens;
        private long last = Long.MIN_VALUE;

        TokenBucket(Limit limit) {
            this.capacity = limit.burst();
            this.perUs = (double) limit.hits() / windowUs(limit);
            this.tokens = capacity;
        }

        @Override
        public boolean admits(long us, long hits) {
            if (last != Long.MIN_VALUE) {
                tokens = Math.min(capacity, tokens + (us - last) * perUs);
            }
            last = us;
            if (Math.floor((tokens + ROUNDING) / hits) < 1) {
                return false;
            }
            tokens = Math.max(0, tokens - hits);
            return true;
        }
    }

    final class Gcra implements ReplayedLimit {
        /** Whole microseconds are not a hit missed. */
        private static final double ROUNDING = 0.000001;

        private final Limit limit;
        private final double gapUs;
        private double arrival;

        Gcra(Limit limit) {
            this.limit = limit;
            this.gapUs = (double) windowUs(limit) / limit.hits();
        }

        @Override
        public boolean admits(long us, long hits) {
            double before = Math.max(us, arrival);
            double free = (limit.burst() * gapUs - (before - us)) / gapUs;
            if (Math.floor((free + ROUNDING * limit.burst()) / hits) < 1) {
                return false;
            }
            arrival = Math.ceil(before + hits * gapUs);
            return true;
        }
    }
}
