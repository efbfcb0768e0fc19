package dev.hotstate.driver.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotstate.driver.search.ScorePolicy.Facts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScorePolicyTest {

    private static final Facts BEST = facts(0, 0, 5.0, 30);
    private static final Facts WORST = facts(1_000, 60, 0.0, 0);

    @ParameterizedTest
    @ValueSource(strings = {"distance:1", "age:1", "rating:0.5", "idle:3", "distance:4,age:1,rating:2,idle:2"})
    void the_best_has_one_and_the_worst_nothing(String weights) {
        var policy = ScorePolicy.parse(weights).orElseThrow();

        assertThat(policy.score(BEST)).isEqualTo(1);
        assertThat(policy.score(WORST)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "distance:1          | 0.75",
                "age:1               | 0.5",
                "rating:1            | 0.8",
                "idle:1              | 0.1",
                "distance:1,rating:3 | 0.7875",
                "distance:1,idle:0   | 0.75"
            })
    void what_counts_more_moves_it_more(String weights, double score) {
        assertThat(ScorePolicy.parse(weights).orElseThrow().score(facts(250, 30, 4.0, 3)))
                .isCloseTo(score, within(1e-9));
    }

    @Test
    void what_is_not_known_counts_half() {
        var unknown = new Facts(250, 1_000, Duration.ofSeconds(30), Optional.empty(), Optional.empty());

        assertThat(ScorePolicy.parse("rating:1,idle:1").orElseThrow().score(unknown))
                .isEqualTo(0.5);
    }

    @Test
    void beyond_the_ends_nothing_gets_better_or_worse() {
        var policy = ScorePolicy.parse("age:1,idle:1").orElseThrow();

        assertThat(policy.score(facts(0, 600, 5.0, 300))).isEqualTo(0.5);
    }

    @Test
    void only_rating_and_idle_time_are_asked_of_postgres() {
        assertThat(ScorePolicy.parse("distance:1,age:1,rating:0").orElseThrow().needsPostgres())
                .isFalse();
        assertThat(ScorePolicy.parse("distance:1,idle:1").orElseThrow().needsPostgres())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "distance",
                "distance:",
                "distance:-1",
                "distance:NaN",
                "distance:1,distance:2",
                "beauty:1",
                "distance:0",
                "distance:1001",
                "distance:1,"
            })
    void what_is_no_policy_is_none(String weights) {
        assertThat(ScorePolicy.parse(weights)).isEmpty();
    }

    private static Facts facts(double distance, int ageSeconds, double rating, int idleMinutes) {
        return new Facts(
                distance,
                1_000,
                Duration.ofSeconds(ageSeconds),
                Optional.of(rating),
                Optional.of(Duration.ofMinutes(idleMinutes)));
    }
}
