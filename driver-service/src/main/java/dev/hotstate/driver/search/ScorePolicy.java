package dev.hotstate.driver.search;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which of the near drivers are best: the weighted mean of how good each is in what counts, from 0 to 1.
 *
 * <table>
 * <caption>1 is best</caption>
 * <tr><td>distance</td><td>1 at the point, 0 at the radius</td></tr>
 * <tr><td>age</td><td>1 for a position of now, 0 for one that is a minute old</td></tr>
 * <tr><td>rating</td><td>1 for 5 stars, 0 for none; 0.5 where nobody has rated</td></tr>
 * <tr><td>idle</td><td>0 for who has just become available, 1 for who has waited half an hour; 0.5 where it is not known</td></tr>
 * </table>
 */
record ScorePolicy(Map<Factor, Double> weights) {

    private static final double AGE_MAX_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final double IDLE_MAX_MILLIS = Duration.ofMinutes(30).toMillis();
    private static final double RATING_MAX = 5;
    private static final double WEIGHT_MAX = 1_000;
    private static final double NEUTRAL = 0.5;

    /** What counts. */
    enum Factor {
        DISTANCE,
        AGE,
        RATING,
        IDLE;

        private static Optional<Factor> of(String word) {
            for (var factor : values()) {
                if (factor.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return Optional.of(factor);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * What is known about a driver.
     *
     * @param distance in metres
     * @param radius   of the search, in metres
     */
    record Facts(double distance, double radius, Duration age, Optional<Double> rating, Optional<Duration> idle) {}

    /** Such as {@code distance:2,idle:1}. Empty if it can't be read, or nothing counts. */
    static Optional<ScorePolicy> parse(String text) {
        var weights = new EnumMap<Factor, Double>(Factor.class);
        for (var part : text.split(",", -1)) {
            var pair = part.strip().split(":", -1);
            var factor = Factor.of(pair[0]);
            var weight = pair.length == 2 ? weight(pair[1]) : Optional.<Double>empty();
            if (factor.isEmpty() || weight.isEmpty() || weights.put(factor.get(), weight.get()) != null) {
                return Optional.empty();
            }
        }
        return sum(weights) > 0 ? Optional.of(new ScorePolicy(weights)) : Optional.empty();
    }

    private static Optional<Double> weight(String text) {
        try {
            double weight = Double.parseDouble(text);
            return weight >= 0 && weight <= WEIGHT_MAX ? Optional.of(weight) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether Redis alone does not know enough. */
    boolean needsPostgres() {
        return weights.getOrDefault(Factor.RATING, 0.0) > 0 || weights.getOrDefault(Factor.IDLE, 0.0) > 0;
    }

    /** From 0 to 1. */
    double score(Facts facts) {
        double score = 0;
        for (var weight : weights.entrySet()) {
            score += weight.getValue() * goodness(weight.getKey(), facts);
        }
        return score / sum(weights);
    }

    private static double goodness(Factor factor, Facts facts) {
        double goodness = switch (factor) {
            case DISTANCE -> 1 - facts.distance() / facts.radius();
            case AGE -> 1 - facts.age().toMillis() / AGE_MAX_MILLIS;
            case RATING -> facts.rating().map(rating -> rating / RATING_MAX).orElse(NEUTRAL);
            case IDLE ->
                facts.idle().map(idle -> idle.toMillis() / IDLE_MAX_MILLIS).orElse(NEUTRAL);
        };
        return Math.clamp(goodness, 0, 1);
    }

    private static double sum(Map<Factor, Double> weights) {
        return weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
