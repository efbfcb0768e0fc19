package dev.hotstate.monitor.history;

import dev.hotstate.kit.redis.connection.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * The checks of one monitor in one hour, in slots of five minutes, and of one that is checked several times a minute in minutes,
 * too. {@code latencyMs} is the sum over the checks that were up, as is the sketch; arrays are never changed.
 *
 * <p>Redis may forget an hour halfway and begin it anew. Each such generation counts other checks: looks at one of them are united,
 * different ones add up.
 *
 * @param generation of the hash that counts; 0 where that is not known, or all of them
 */
record HourOfChecks(
        long hour,
        int generation,
        int[] up,
        int[] down,
        int[] unknown,
        int[] latencyMs,
        LatencySketch sketch,
        SlotCounts minutes) {

    static final int SLOTS = 12;
    static final Duration SLOT = Duration.ofMinutes(5);
    static final int MINUTES = 60;
    static final Duration MINUTE = Duration.ofMinutes(1);

    /** Without minutes. */
    HourOfChecks(long hour, int generation, SlotCounts slots, LatencySketch sketch) {
        this(hour, generation, slots, sketch, SlotCounts.NONE);
    }

    HourOfChecks(long hour, int generation, SlotCounts slots, LatencySketch sketch, SlotCounts minutes) {
        this(hour, generation, slots.up(), slots.down(), slots.unknown(), slots.latencyMs(), sketch, minutes);
    }

    SlotCounts slots() {
        return new SlotCounts(up, down, unknown, latencyMs);
    }

    HourOfChecks withMinutes(SlotCounts known) {
        return new HourOfChecks(hour, generation, slots(), sketch, known);
    }

    /** Hours since 1970. */
    static long hourOf(Instant at) {
        return at.toEpochMilli() / Duration.ofHours(1).toMillis();
    }

    /** Reads the hash of {@code MonitorKeys.hist}; a field that a later version may add is passed over. */
    static HourOfChecks read(long hour, Reply hash) {
        var slots = SlotCounts.empty(SLOTS);
        var minutes = SlotCounts.empty(MINUTES);
        var buckets = new HashMap<Integer, Long>();
        boolean hasMinutes = false;
        int generation = 0;
        var words = hash.list();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            var field = words.get(i).text();
            if (field.equals("g")) {
                generation = (int) words.get(i + 1).integer();
            }
            int number = numberIn(field);
            if (number < 0) {
                continue;
            }
            switch (field.charAt(0)) {
                case 'b' ->
                    buckets.merge(
                            Math.min(number, LatencyBuckets.LAST),
                            words.get(i + 1).integer(),
                            Long::sum);
                case 'm' -> {
                    takeMinute(minutes, number, words.get(i + 1).text());
                    hasMinutes = true;
                }
                case 'u' -> take(slots.up(), number, words.get(i + 1).integer());
                case 'd' -> take(slots.down(), number, words.get(i + 1).integer());
                case 'x' -> take(slots.unknown(), number, words.get(i + 1).integer());
                case 's' -> take(slots.latencyMs(), number, words.get(i + 1).integer());
                default -> {}
            }
        }
        addMinutes(slots, minutes);
        return new HourOfChecks(
                hour, generation, slots, LatencySketch.of(buckets), hasMinutes ? minutes : SlotCounts.NONE);
    }

    /** The hash counts each check once: by its minute where checks are that frequent, else by its slot. */
    private static void addMinutes(SlotCounts slots, SlotCounts minutes) {
        int length = MINUTES / SLOTS;
        for (int minute = 0; minute < MINUTES; minute++) {
            int slot = minute / length;
            slots.up()[slot] += minutes.up()[minute];
            slots.down()[slot] += minutes.down()[minute];
            slots.unknown()[slot] += minutes.unknown()[minute];
            slots.latencyMs()[slot] += minutes.latencyMs()[minute];
        }
    }

    private static void take(int[] slots, int number, long value) {
        if (number < slots.length) {
            slots[number] = (int) Math.min(Integer.MAX_VALUE, value);
        }
    }

    /** @param packed counts up, down, unknown and the sum of latencies */
    private static void takeMinute(SlotCounts minutes, int number, String packed) {
        var counts = packed.split(" ");
        take(minutes.up(), number, Long.parseLong(counts[0]));
        take(minutes.down(), number, Long.parseLong(counts[1]));
        take(minutes.unknown(), number, Long.parseLong(counts[2]));
        take(minutes.latencyMs(), number, Long.parseLong(counts[3]));
    }

    private static int numberIn(String field) {
        try {
            return field.length() < 2 ? -1 : Integer.parseInt(field, 1, field.length(), 10);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    Instant begin() {
        return begin(hour);
    }

    static Instant begin(long hour) {
        return Instant.EPOCH.plus(Duration.ofHours(hour));
    }

    boolean isEmpty() {
        return tally().total() == 0;
    }

    Tally tally() {
        return new Tally(
                Arrays.stream(up).sum(),
                Arrays.stream(down).sum(),
                Arrays.stream(unknown).sum());
    }

    long latencyMsSum() {
        return Arrays.stream(latencyMs).asLongStream().sum();
    }

    /** Whether what is stored is an earlier look at the same checks. */
    boolean isOfSame(HourOfChecks stored) {
        return hour == stored.hour && (stored.generation == generation || stored.generation == 0);
    }

    /** What either of two looks at the same checks has seen: one that comes late has seen less. */
    HourOfChecks union(HourOfChecks other) {
        return new HourOfChecks(
                hour,
                Math.max(generation, other.generation),
                slots().union(other.slots()),
                sketch.union(other.sketch),
                minutes.union(other.minutes));
    }

    /** The same hour with other checks. */
    HourOfChecks plus(HourOfChecks other) {
        return new HourOfChecks(
                hour, 0, slots().plus(other.slots()), sketch.plus(other.sketch), minutes.plus(other.minutes));
    }

    /** Each hour once, in order. */
    static List<HourOfChecks> whole(Collection<HourOfChecks> generations) {
        if (generations.size() == 1) {
            return List.copyOf(generations);
        }
        var hours = new TreeMap<Long, HourOfChecks>();
        generations.forEach(one -> hours.merge(one.hour, one, HourOfChecks::plus));
        return List.copyOf(hours.values());
    }
}
