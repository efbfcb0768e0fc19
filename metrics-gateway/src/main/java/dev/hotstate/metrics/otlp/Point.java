package dev.hotstate.metrics.otlp;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A sum or a histogram.
 *
 * @param startNanos since when it counts; 0 if nobody says
 * @param sum of the values; of a sum, the value itself
 * @param shape what the cells mean: another shape can't be compared, unless it is an exponential one
 * @param cells counts by cell
 */
record Point(long startNanos, long timeNanos, double sum, String shape, Map<Integer, Long> cells) {

    static final String NUMBER = "number";
    /** Followed by the scale. */
    static final String EXPONENTIAL = "exp";
    /** Of an exponential histogram: what is zero or less. */
    static final int ZERO_CELL = Integer.MIN_VALUE;

    private static final String SEPARATOR = " ";

    /**
     * What is news of a stream of which no point is known: all of it, unless earlier ones may have been counted and forgotten, or
     * nobody knows since when it counts. Then this one is where we begin.
     *
     * @param rememberedNanos so far back points are known
     */
    Optional<Point> sinceStart(long rememberedNanos) {
        return startNanos < rememberedNanos ? Optional.empty() : Optional.of(this);
    }

    /** What came after that one; empty if this one is no news. */
    Optional<Point> since(Point before) {
        if (startNanos > before.startNanos) {
            return Optional.of(this);
        }
        if (startNanos < before.startNanos || timeNanos <= before.timeNanos) {
            return Optional.empty();
        }
        var earlier = before.inShape(shape);
        return earlier.isEmpty() || isLessThan(earlier.get()) ? Optional.of(this) : Optional.of(minus(earlier.get()));
    }

    /** Somebody began anew without saying so. */
    private boolean isLessThan(Point before) {
        return shape.equals(NUMBER)
                ? sum < before.sum
                : before.cells.entrySet().stream()
                        .anyMatch(cell -> cells.getOrDefault(cell.getKey(), 0L) < cell.getValue());
    }

    private Point minus(Point before) {
        var more = new TreeMap<Integer, Long>();
        cells.forEach((cell, count) -> {
            long grown = count - before.cells.getOrDefault(cell, 0L);
            if (grown > 0) {
                more.put(cell, grown);
            }
        });
        return new Point(startNanos, timeNanos, sum - before.sum, shape, more);
    }

    /** The cells of an exponential histogram may have become wider: each step of the scale joins two. */
    private Optional<Point> inShape(String wanted) {
        if (shape.equals(wanted)) {
            return Optional.of(this);
        }
        if (!shape.startsWith(EXPONENTIAL) || !wanted.startsWith(EXPONENTIAL)) {
            return Optional.empty();
        }
        int steps = scale(shape) - scale(wanted);
        if (steps < 0) {
            return Optional.empty();
        }
        var wider = new HashMap<Integer, Long>();
        cells.forEach(
                (cell, count) -> wider.merge(cell == ZERO_CELL ? cell : cell >> Math.min(steps, 31), count, Long::sum));
        return Optional.of(new Point(startNanos, timeNanos, sum, wanted, wider));
    }

    int scale() {
        return scale(shape);
    }

    private static int scale(String shape) {
        return Integer.parseInt(shape.substring(EXPONENTIAL.length()));
    }

    /** Begins with the times, 19 digits each, so that a script can compare them. */
    String text() {
        return "%019d %019d %s %s%s"
                .formatted(
                        startNanos,
                        timeNanos,
                        Double.toString(sum),
                        shape,
                        cells.entrySet().stream()
                                .sorted(Comparator.comparing(Map.Entry::getKey))
                                .map(cell -> SEPARATOR + cell.getKey() + SEPARATOR + cell.getValue())
                                .collect(Collectors.joining()));
    }

    static Point ofText(String text) {
        var words = text.split(SEPARATOR);
        var cells = new HashMap<Integer, Long>();
        for (int i = 4; i < words.length; i += 2) {
            cells.put(Integer.valueOf(words[i]), Long.valueOf(words[i + 1]));
        }
        return new Point(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Double.parseDouble(words[2]),
                words[3],
                Map.copyOf(cells));
    }
}
