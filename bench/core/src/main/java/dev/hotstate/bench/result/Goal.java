package dev.hotstate.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * What a figure should be, judged by its median.
 *
 * @param reference whose figure it is measured by; nothing where the limit stands for itself
 */
public record Goal(
        String contestant, String metric, @Nullable String reference, Bound bound, double limit) {

    /** On which side of the limit it is good to be. */
    public enum Bound {
        AT_MOST("at most"),
        AT_LEAST("at least");

        private final String words;

        Bound(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        boolean isKeptBy(double value, double limit) {
            return this == AT_MOST ? value <= limit : value >= limit;
        }
    }

    public static Goal atMost(String contestant, String metric, double limit) {
        return new Goal(contestant, metric, null, Bound.AT_MOST, limit);
    }

    public static Goal atLeast(String contestant, String metric, double limit) {
        return new Goal(contestant, metric, null, Bound.AT_LEAST, limit);
    }

    public static Goal atMost(String contestant, Comparison comparison, double times) {
        return new Goal(contestant, comparison.metric(), comparison.reference(), Bound.AT_MOST, times);
    }

    public static Goal atLeast(String contestant, Comparison comparison, double times) {
        return new Goal(contestant, comparison.metric(), comparison.reference(), Bound.AT_LEAST, times);
    }

    String sentence(String number) {
        return "Goal: %s of %s %s %s%s"
                .formatted(
                        metric,
                        contestant,
                        bound.words,
                        number,
                        reference == null ? "" : " times that of " + reference);
    }

    boolean isMetBy(Spread spread) {
        return bound.isKeptBy(spread.median(), limit);
    }
}
