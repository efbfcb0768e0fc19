package dev.hotstate.dag.worker;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The workers that wait for one queue at this instance, and the partitions that are believed to have ready tasks of it. A hint
 * too many costs one call, a missing one a moment of waiting. Thread-safe.
 */
final class QueueLine {

    private final String queue;
    private final Partitions partitions;
    private final BitSet hints = new BitSet(Partitions.COUNT);
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private int next;
    private long sweptAtNanos;
    private boolean swept;

    QueueLine(String queue, Partitions partitions) {
        this.queue = queue;
        this.partitions = partitions;
    }

    String queue() {
        return queue;
    }

    synchronized void hint(Partition partition) {
        hints.set(partition.number());
    }

    synchronized void unhint(Partition partition) {
        hints.clear(partition.number());
    }

    /** What a sweep found; hints that came meanwhile stay. */
    synchronized void found(Collection<Partition> ready) {
        ready.forEach(partition -> hints.set(partition.number()));
    }

    /** Whether nobody has looked at all partitions for that long; whoever asks is going to. */
    synchronized boolean isSweepDue(long now, long periodNanos) {
        if (swept && now - sweptAtNanos < periodNanos) {
            return false;
        }
        swept = true;
        sweptAtNanos = now;
        return true;
    }

    /** Those with hints, beginning with another one each time so that no partition is served last for ever. */
    synchronized List<Partition> hinted() {
        var hinted = new ArrayList<Partition>(hints.cardinality());
        for (int i = 0; i < Partitions.COUNT; i++) {
            int number = (next + i) % Partitions.COUNT;
            if (hints.get(number)) {
                hinted.add(partitions.at(number));
            }
        }
        next = hinted.isEmpty() ? next : (hinted.getFirst().number() + 1) % Partitions.COUNT;
        return hinted;
    }

    synchronized void join(Waiter waiter) {
        waiting.addLast(waiter);
    }

    synchronized void leave(Waiter waiter) {
        waiting.remove(waiter);
    }

    synchronized List<Waiter> leaveAll() {
        var all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** The one who has waited longest; it has left the line. */
    synchronized Optional<Waiter> first() {
        return Optional.ofNullable(waiting.pollFirst());
    }

    /** Nothing was there for it. */
    synchronized void backToTheFront(Waiter waiter) {
        waiting.addFirst(waiter);
    }

    synchronized int waiting() {
        return waiting.size();
    }
}
