package dev.hotstate.driver.search;

import dev.hotstate.driver.search.Merits.Merit;
import dev.hotstate.driver.search.ScorePolicy.Facts;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Found drivers in the order in which they are answered. */
record Ranking(List<Ranked> drivers) {

    private static final Comparator<Ranked> BEST_FIRST = Comparator.<Ranked>comparingDouble(
                    ranked -> ranked.score() == null ? 0 : -ranked.score())
            .thenComparingDouble(ranked -> ranked.driver().distance())
            .thenComparingLong(ranked -> ranked.driver().driver());

    /** @param score none if nobody asked for one */
    record Ranked(FoundDriver driver, @Nullable Double score) {}

    static Ranking byDistance(Nearest found) {
        return new Ranking(
                found.drivers().stream().map(driver -> new Ranked(driver, null)).toList());
    }

    static Ranking byScore(Nearest found, NearestQuery query, ScorePolicy policy, Map<Long, Merit> merits) {
        return new Ranking(found.drivers().stream()
                .map(driver -> new Ranked(
                        driver,
                        policy.score(facts(driver, found, query, merits.getOrDefault(driver.driver(), Merit.UNKNOWN)))))
                .sorted(BEST_FIRST)
                .limit(query.limit())
                .toList());
    }

    private static Facts facts(FoundDriver driver, Nearest found, NearestQuery query, Merit merit) {
        return new Facts(
                driver.distance(),
                query.radius(),
                driver.ageAt(found.asOf()),
                merit.rating(),
                merit.availableSince().map(since -> Duration.between(since, found.asOf())));
    }
}
