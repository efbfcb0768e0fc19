package dev.hotstate.bench.load;

import java.util.concurrent.TimeUnit;

/**
 * When each request should be sent. An open loop fixes these times in advance: request i is due at start + i / rate, and
 * its latency counts from then on, even if every connection was busy and it left late. A stalled service therefore shows
 * in all the requests that would have arrived meanwhile (no coordinated omission).
 */
interface Schedule {

    /** Requests due by now, sent or not. */
    long due(long nowNanos);

    /** The time from which the latency of request {@code index} counts. */
    long intendedNanos(long index, long nowNanos);

    boolean isOver(long sent, long nowNanos);

    /** How long nothing will be due, given what has been sent; not positive if something is waiting for a connection. */
    long idleNanos(long sent, long nowNanos);

    static Schedule of(Load load, long startNanos) {
        return load.isOpen() ? new OpenLoop(load, startNanos) : new ClosedLoop(load, startNanos);
    }

    record OpenLoop(int perSecond, long startNanos, long total) implements Schedule {

        OpenLoop(Load load, long startNanos) {
            this(load.perSecond(), startNanos, load.perSecond() * load.millis() / 1_000);
        }

        @Override
        public long due(long nowNanos) {
            long elapsed = nowNanos - startNanos;
            return elapsed < 0 ? 0 : Math.min(total, elapsed * perSecond / TimeUnit.SECONDS.toNanos(1) + 1);
        }

        /** Computed from the index each time: adding up a rounded gap would drift. */
        @Override
        public long intendedNanos(long index, long nowNanos) {
            return startNanos + index * TimeUnit.SECONDS.toNanos(1) / perSecond;
        }

        @Override
        public boolean isOver(long sent, long nowNanos) {
            return sent >= total;
        }

        @Override
        public long idleNanos(long sent, long nowNanos) {
            return sent >= total ? Long.MAX_VALUE : intendedNanos(sent, nowNanos) - nowNanos;
        }
    }

    record ClosedLoop(long endNanos) implements Schedule {

        ClosedLoop(Load load, long startNanos) {
            this(startNanos + load.duration().toNanos());
        }

        @Override
        public long due(long nowNanos) {
            return nowNanos < endNanos ? Long.MAX_VALUE : 0;
        }

        @Override
        public long intendedNanos(long index, long nowNanos) {
            return nowNanos;
        }

        @Override
        public boolean isOver(long sent, long nowNanos) {
            return nowNanos >= endNanos;
        }

        /** The next request leaves when an answer makes room for it. */
        @Override
        public long idleNanos(long sent, long nowNanos) {
            return Long.MAX_VALUE;
        }
    }
}
