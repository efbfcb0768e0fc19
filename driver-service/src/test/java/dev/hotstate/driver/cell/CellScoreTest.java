package dev.hotstate.driver.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellScoreTest {

    private static final long EXPIRY = Instant.parse("2026-11-18T12:00:00.123Z").toEpochMilli();

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT0.9S", "PT30S", "PT1M", "PT10M", "PT12H"})
    void tells_when_the_driver_was_there(Duration older) {
        double score = score(older);

        assertThat(CellScore.expiry(score)).isEqualTo(EXPIRY);
        assertThat(CellScore.hasLeft(score)).isFalse();
        assertThat(EXPIRY - CellScore.positionAt(score) + 1000).isCloseTo(older.toMillis() + 1000, withPercentage(0.2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"P3D", "P400D"})
    void what_is_very_old_is_told_as_old_as_can_be_and_never_as_gone(Duration older) {
        assertThat(CellScore.hasLeft(score(older))).isFalse();
        assertThat(EXPIRY - CellScore.positionAt(score(older)))
                .isGreaterThan(Duration.ofDays(1).toMillis());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_700_000_000_000L, 2_199_023_255_551L})
    void a_tombstone_is_told_from_everything_else(long expiry) {
        double score = expiry + CellScore.TOMBSTONE / (double) CellScore.STEPS;

        assertThat(CellScore.hasLeft(score)).isTrue();
        assertThat(CellScore.expiry(score)).isEqualTo(expiry);
    }

    private static double score(Duration older) {
        return CellScore.of(EXPIRY, EXPIRY - older.toMillis());
    }
}
