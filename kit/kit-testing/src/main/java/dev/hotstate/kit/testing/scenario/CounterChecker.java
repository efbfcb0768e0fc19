package dev.hotstate.kit.testing.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Counters that are only ever increased. Of each one it is known what was attempted, acknowledged and refused, so its
 * value lies between the acknowledged and the not refused at any time, and between the acknowledged and those plus the
 * unknown in the end. A store that loses the tail in a failover by design does not pass: use it where nothing may be lost.
 */
public final class CounterChecker implements Checker {

    private final CounterReader reader;
    private final Map<String, Tally> tallies = new ConcurrentSkipListMap<>();
    private final AtomicLong earlyViolations = new AtomicLong();
    private final Map<String, String> firstEarlyViolation = new ConcurrentSkipListMap<>();

    private CounterChecker(CounterReader reader) {
        this.reader = reader;
    }

    /** Reads the value that a counter has now, from where it can't be stale; an absent counter is 0. */
    @FunctionalInterface
    public interface CounterReader {
        long valueOf(String key) throws Exception;
    }

    public static CounterChecker reading(CounterReader reader) {
        return new CounterChecker(reader);
    }

    /** Performs an increment and notes how it ended. */
    public Outcome increment(String key, long by, Callable<?> increment, Function<Throwable, Outcome> judge) {
        var tally = tally(key);
        tally.attempted.addAndGet(by);
        var outcome = Outcome.of(increment, judge);
        switch (outcome) {
            case ACKED -> tally.acked.addAndGet(by);
            case REFUSED -> tally.refused.addAndGet(by);
            case UNKNOWN -> tally.unknown.addAndGet(by);
        }
        return outcome;
    }

    /** Performs a read while others increment; a value outside of what is possible at that time is a violation. */
    public Outcome observe(String key, Callable<Long> read, Function<Throwable, Outcome> judge) {
        var tally = tally(key);
        var ackedBefore = tally.acked.get();
        var refusedBefore = tally.refused.get();
        return Outcome.of(
                () -> {
                    var value = read.call();
                    // What was refused before the read can't be in the value; what is refused later still might be.
                    var attempted = tally.attempted.get() - refusedBefore;
                    if (value < ackedBefore || value > attempted) {
                        earlyViolations.incrementAndGet();
                        firstEarlyViolation.putIfAbsent(
                                key,
                                "%s was read as %d when %d were acknowledged and %d attempted"
                                        .formatted(key, value, ackedBefore, attempted));
                    }
                    return value;
                },
                judge);
    }

    public long acked(String key) {
        return tally(key).acked.get();
    }

    @Override
    public List<String> violations() throws Exception {
        var found = new ArrayList<>(firstEarlyViolation.values());
        if (earlyViolations.get() > found.size()) {
            found.add(earlyViolations.get() + " reads in all were outside of what was possible");
        }
        for (var entry : tallies.entrySet()) {
            var tally = entry.getValue();
            var value = reader.valueOf(entry.getKey());
            var atLeast = tally.acked.get();
            var atMost = atLeast + tally.unknown.get();
            if (value < atLeast) {
                found.add("%s is %d, but %d were acknowledged: %d lost"
                        .formatted(entry.getKey(), value, atLeast, atLeast - value));
            } else if (value > atMost) {
                found.add("%s is %d, but at most %d were acknowledged or unknown: %d applied twice or though refused"
                        .formatted(entry.getKey(), value, atMost, value - atMost));
            }
        }
        return found;
    }

    private Tally tally(String key) {
        return tallies.computeIfAbsent(key, k -> new Tally());
    }

    private static final class Tally {
        final AtomicLong attempted = new AtomicLong();
        final AtomicLong acked = new AtomicLong();
        final AtomicLong refused = new AtomicLong();
        final AtomicLong unknown = new AtomicLong();
    }
}
