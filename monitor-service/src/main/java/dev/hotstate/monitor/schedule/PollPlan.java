package dev.hotstate.monitor.schedule;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * When each partition is asked next. An answer tells when something falls due, so a quiet partition is asked then, and a busy
 * one no more often than pays. What others put there rings the bell; but a ring may be lost, and checks of other instances
 * move what falls due without one, so a partition is asked in between, too: soon after it has brought something new, and ever
 * more rarely while it does not.
 */
final class PollPlan {

    private static final double JITTER = 0.2;

    private static final class Entry {
        private final Partition partition;
        private long askedNanos;
        private long dueNanos;
        private boolean underWay;
        private boolean expected;
        private long expectedNanos;
        private long pauseNanos;
        private Optional<Instant> next = Optional.empty();

        private Entry(Partition partition, long nowNanos) {
            this.partition = partition;
            this.askedNanos = nowNanos;
            this.dueNanos = nowNanos;
        }
    }

    private final List<Entry> entries;
    private final long minNanos;
    private final long maxNanos;
    private final long quietMaxNanos;
    private final DoubleSupplier random;

    /**
     * @param max      until a partition is asked again that has brought something new
     * @param quietMax until one is that has long brought nothing new
     * @param random   from 0 to 1: instances that ask in step would meet at each partition
     */
    PollPlan(
            Partitions partitions,
            Duration min,
            Duration max,
            Duration quietMax,
            DoubleSupplier random,
            long nowNanos) {
        this.entries = partitions.all().stream()
                .map(partition -> new Entry(partition, nowNanos))
                .toList();
        this.minNanos = min.toNanos();
        this.maxNanos = max.toNanos();
        this.quietMaxNanos = quietMax.toNanos();
        this.random = random;
    }

    /** The partitions to ask now, the one that waits longest first. Those that are being asked are not among them. */
    synchronized List<Partition> due(long nowNanos) {
        return entries.stream()
                .filter(entry -> !entry.underWay && nowNanos - entry.dueNanos >= 0)
                .sorted(Comparator.comparingLong(entry -> entry.dueNanos - nowNanos))
                .map(entry -> entry.partition)
                .toList();
    }

    synchronized void asked(Partition partition, long nowNanos) {
        var entry = entry(partition);
        entry.underWay = true;
        entry.askedNanos = nowNanos;
    }

    /**
     * @param next what it told to fall due first; empty: nothing is scheduled there
     * @param now  by the same clock
     */
    synchronized void answered(Partition partition, Optional<Instant> next, Instant now, long nowNanos) {
        var entry = entry(partition);
        boolean isNews = !next.equals(entry.next);
        entry.next = next;
        entry.pauseNanos = isNews ? maxNanos : Math.min(Math.max(2 * entry.pauseNanos, maxNanos), quietMaxNanos);
        long latest = nowNanos + jittered(entry.pauseNanos);
        ended(
                entry,
                next.map(due -> Math.min(wish(entry, due, now, nowNanos), latest))
                        .orElse(latest));
    }

    /** It gave no answer, or none that helps. */
    synchronized void failed(Partition partition, Duration pause, long nowNanos) {
        var entry = entry(partition);
        entry.pauseNanos = maxNanos;
        ended(entry, nowNanos + pause.toNanos());
    }

    private long wish(Entry entry, Instant due, Instant now, long nowNanos) {
        var untilDue = Duration.between(now, due);
        return untilDue.isPositive() ? Math.max(nowNanos + untilDue.toNanos(), entry.askedNanos + minNanos) : nowNanos;
    }

    private void ended(Entry entry, long dueNanos) {
        entry.underWay = false;
        entry.dueNanos = dueNanos;
        if (entry.expected) {
            entry.expected = false;
            hasten(entry, entry.expectedNanos);
        }
    }

    /** Nobody knows what fell due meanwhile. */
    synchronized void expectEverywhere(long nowNanos) {
        entries.forEach(entry -> expect(entry.partition, Duration.ZERO, nowNanos));
    }

    /** Something will fall due there that an earlier answer cannot have told. */
    synchronized void expect(Partition partition, Duration in, long nowNanos) {
        var entry = entry(partition);
        long at = nowNanos + in.toNanos();
        if (!entry.underWay) {
            hasten(entry, at);
        } else if (!entry.expected || at - entry.expectedNanos < 0) {
            entry.expected = true;
            entry.expectedNanos = at;
        }
    }

    private void hasten(Entry entry, long atNanos) {
        long earliest = Math.max(atNanos, entry.askedNanos + minNanos);
        if (earliest - entry.dueNanos < 0) {
            entry.dueNanos = earliest;
        }
    }

    private long jittered(long nanos) {
        return Math.round(nanos * (1 - JITTER * random.getAsDouble()));
    }

    private Entry entry(Partition partition) {
        return entries.get(partition.number());
    }
}
