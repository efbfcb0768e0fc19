package dev.hotstate.monitor.recovery;

import dev.hotstate.kit.redis.partition.Partition;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Which partition is built or compared next. A partition that was gained is looked at first, because nobody may have built it;
 * then it is compared at regular times, and at once after it was built.
 */
final class RecoveryPlan {

    private static final class Entry {
        private boolean cold;
        private long compareAtNanos;
        private boolean underWay;
        private boolean coldMeanwhile;
    }

    private final Map<Partition, Entry> entries = new HashMap<>();

    private final long compareEveryNanos;
    private final DoubleSupplier random;

    /** @param random from 0 to 1, spreads the comparisons */
    RecoveryPlan(Duration compareEvery, DoubleSupplier random) {
        this.compareEveryNanos = compareEvery.toNanos();
        this.random = random;
    }

    /** Whether it is built is not known yet, so it counts as not built. */
    synchronized void gained(Partition partition, long nowNanos) {
        var entry = entries.computeIfAbsent(partition, ours -> new Entry());
        entry.cold = true;
        entry.compareAtNanos = nowNanos + Math.round(compareEveryNanos * random.getAsDouble());
    }

    synchronized void lost(Partition partition) {
        entries.remove(partition);
    }

    /** Somebody found that it hands out nothing, or that another process serves it. Does nothing for a partition that is not ours. */
    synchronized void cold(Partition partition) {
        var entry = entries.get(partition);
        if (entry != null) {
            entry.cold = true;
            entry.coldMeanwhile = entry.underWay;
        }
    }

    /** Partitions to build, if they need it. They count as under way until {@link #built} or {@link #failed}. */
    synchronized List<Partition> takeCold(int max) {
        var cold = entries.entrySet().stream()
                .filter(entry -> entry.getValue().cold && !entry.getValue().underWay)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingInt(Partition::number))
                .limit(Math.max(0, max - underWay(true)))
                .toList();
        cold.forEach(partition -> entries.get(partition).underWay = true);
        return cold;
    }

    /** Partitions to compare, those that wait longest first. */
    synchronized List<Partition> takeDue(int max, long nowNanos) {
        var due = entries.entrySet().stream()
                .filter(entry -> isDue(entry.getValue(), nowNanos))
                .sorted(Comparator.comparingLong(entry -> entry.getValue().compareAtNanos - nowNanos))
                .map(Map.Entry::getKey)
                .limit(Math.max(0, max - underWay(false)))
                .toList();
        due.forEach(partition -> entries.get(partition).underWay = true);
        return due;
    }

    /** @param anew whether it had to be built: then something may have been lost while it was, and it is compared at once */
    synchronized void built(Partition partition, boolean anew, long nowNanos) {
        var entry = entries.get(partition);
        if (entry != null) {
            entry.underWay = false;
            // Its master may have changed meanwhile: it is looked at once more.
            entry.cold = entry.coldMeanwhile;
            entry.coldMeanwhile = false;
            if (anew) {
                entry.compareAtNanos = nowNanos;
            }
        }
    }

    synchronized void compared(Partition partition, long nowNanos) {
        var entry = entries.get(partition);
        if (entry != null) {
            entry.underWay = false;
            entry.compareAtNanos = nowNanos + compareEveryNanos;
        }
    }

    /** Tried again in the next round. */
    synchronized void failed(Partition partition) {
        var entry = entries.get(partition);
        if (entry != null) {
            entry.underWay = false;
            entry.coldMeanwhile = false;
        }
    }

    /** Ours, and not known to be built. */
    synchronized long coldCount() {
        return entries.values().stream().filter(entry -> entry.cold).count();
    }

    private static boolean isDue(Entry entry, long nowNanos) {
        return !entry.cold && !entry.underWay && nowNanos - entry.compareAtNanos >= 0;
    }

    private int underWay(boolean cold) {
        return (int) entries.values().stream()
                .filter(entry -> entry.underWay && entry.cold == cold)
                .count();
    }
}
