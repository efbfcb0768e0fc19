package dev.hotstate.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhasesOfHourTest {

    private static final long NOON = Instant.parse("2026-11-18T12:00:00Z").getEpochSecond();

    @Test
    void checks_of_five_minutes_make_one_mean() {
        var hours = PhasesOfHour.read(
                List.of(at(299, "30,40,0,80,10"), at(0, "10,20,0,40,0"), at(300, "1,2,3,4,5"), at(3_600, "9,9,9,9,9")));

        assertThat(hours).hasSize(2);
        assertThat(hours.getFirst().points())
                .containsExactly(
                        new PhasePoint(Instant.ofEpochSecond(NOON), 2, 20, 30, 0, 60, 5),
                        new PhasePoint(Instant.ofEpochSecond(NOON + 300), 1, 1, 2, 3, 4, 5));
        assertThat(hours.getLast().points())
                .containsExactly(new PhasePoint(Instant.ofEpochSecond(NOON + 3_600), 1, 9, 9, 9, 9, 9));
    }

    @Test
    void of_two_looks_the_one_that_saw_more_of_a_slot_is_believed() {
        var whole = PhasesOfHour.read(List.of(at(0, "10,0,0,0,0"), at(60, "20,0,0,0,0")))
                .getFirst();
        var later = PhasesOfHour.read(List.of(at(60, "20,0,0,0,0"), at(300, "7,0,0,0,0")))
                .getFirst();

        for (var union : List.of(whole.union(later), later.union(whole))) {
            assertThat(union.points())
                    .containsExactly(
                            new PhasePoint(Instant.ofEpochSecond(NOON), 2, 15, 0, 0, 0, 0),
                            new PhasePoint(Instant.ofEpochSecond(NOON + 300), 1, 7, 0, 0, 0, 0));
        }
    }

    @Test
    void nothing_is_made_of_nothing() {
        assertThat(PhasesOfHour.read(List.of())).isEmpty();
    }

    private static String at(int second, String phases) {
        return (NOON + second) + ":" + phases;
    }
}
