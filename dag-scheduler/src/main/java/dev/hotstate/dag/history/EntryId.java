package dev.hotstate.dag.history;

import static java.util.Comparator.comparingLong;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place of an event in the stream of its partition, written {@code <ms>-<number>}: the millisecond of its entry, and the
 * entry's number within that millisecond times a thousand plus the event's number within the entry.
 */
record EntryId(long ms, long number) implements Comparable<EntryId> {

    private static final Comparator<EntryId> ORDER = comparingLong(EntryId::ms).thenComparingLong(EntryId::number);
    private static final int EVENTS_PER_ENTRY = 1_000;
    private static final long NUMBERS_PER_MS = 1_000L * EVENTS_PER_ENTRY;
    private static final Pattern FORM = Pattern.compile("\\d{1,18}-\\d{1,18}");

    /** The entry itself, from the id that Redis gave it. */
    static EntryId parse(String id) {
        var read = of(id).orElseThrow(() -> new IllegalArgumentException("not the id of an entry: " + id));
        return new EntryId(read.ms, read.number * EVENTS_PER_ENTRY);
    }

    /** The place of an event of this entry, counted from 0. */
    EntryId event(int inEntry) {
        return new EntryId(ms, number + inEntry);
    }

    /** What Redis calls the entry that holds it. */
    String entry() {
        return ms + "-" + number / EVENTS_PER_ENTRY;
    }

    /** Empty if it is none; for what clients send. */
    static Optional<EntryId> of(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        int dash = text.indexOf('-');
        return Optional.of(
                new EntryId(Long.parseLong(text, 0, dash, 10), Long.parseLong(text, dash + 1, text.length(), 10)));
    }

    /**
     * As one number that grows along the stream. No partition writes a thousand entries within a millisecond; but where a node with a slower clock
     * takes a stream over, all have the last millisecond of the node before until its clock has caught up: they reach into the next ones.
     */
    long position() {
        return ms * NUMBERS_PER_MS + number;
    }

    @Override
    public int compareTo(EntryId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return ms + "-" + number;
    }
}
