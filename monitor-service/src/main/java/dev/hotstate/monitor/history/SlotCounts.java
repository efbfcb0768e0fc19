package dev.hotstate.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/** The checks of an hour in slots of equal length; {@code latencyMs} is the sum over those that were up. Arrays are never changed. */
record SlotCounts(int[] up, int[] down, int[] unknown, int[] latencyMs) {

    static final SlotCounts NONE = empty(0);

    static SlotCounts empty(int slots) {
        return new SlotCounts(new int[slots], new int[slots], new int[slots], new int[slots]);
    }

    boolean isAbsent() {
        return up.length == 0;
    }

    /** What either of two looks at the same checks has seen. */
    SlotCounts union(SlotCounts other) {
        return with(other, Math::max);
    }

    /** With other checks of the same hour. */
    SlotCounts plus(SlotCounts other) {
        return with(other, Integer::sum);
    }

    private SlotCounts with(SlotCounts other, IntBinaryOperator operator) {
        return new SlotCounts(
                each(up, other.up, operator),
                each(down, other.down, operator),
                each(unknown, other.unknown, operator),
                each(latencyMs, other.latencyMs, operator));
    }

    /** One for each slot that has any check. */
    List<HistoryPoint> points(Instant begin, Duration slot) {
        var points = new ArrayList<HistoryPoint>(up.length);
        for (int i = 0; i < up.length; i++) {
            if (up[i] + down[i] + unknown[i] > 0) {
                var mean = up[i] == 0 ? null : (double) latencyMs[i] / up[i];
                points.add(new HistoryPoint(
                        begin.plus(slot.multipliedBy(i)),
                        up[i],
                        down[i],
                        unknown[i],
                        new LatencySummary(mean, null, null, null)));
            }
        }
        return points;
    }

    private static int[] each(int[] one, int[] other, IntBinaryOperator operator) {
        int length = Math.max(one.length, other.length);
        var padded = Arrays.copyOf(one, length);
        var paddedOther = Arrays.copyOf(other, length);
        return IntStream.range(0, length)
                .map(slot -> operator.applyAsInt(padded[slot], paddedOther[slot]))
                .toArray();
    }
}
