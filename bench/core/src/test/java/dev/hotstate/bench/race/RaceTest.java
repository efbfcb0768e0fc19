package dev.hotstate.bench.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceTest {

    private final List<String> events = new ArrayList<>();

    @Test
    void every_round_begins_one_contestant_later() throws Exception {
        // Given
        var race = new Race(List.of(contestant("a"), contestant("b"), contestant("c")), 3);
        // When
        var turns = race.run(progress -> {});
        // Then
        assertThat(turns)
                .extracting(turn -> turn.round() + turn.contestant())
                .containsExactly("1a", "1b", "1c", "2b", "2c", "2a", "3c", "3a", "3b");
    }

    @Test
    void all_are_warm_and_have_rehearsed_before_the_first_turn_counts() throws Exception {
        // Given
        var race = new Race(List.of(contestant("a"), contestant("b")), 1);
        // When
        var turns = race.run(progress -> {});
        // Then
        assertThat(turns).hasSize(2);
        assertThat(events)
                .containsExactly(
                        "start a",
                        "warm a",
                        "start b",
                        "warm b",
                        "measure a",
                        "measure b",
                        "measure a",
                        "measure b",
                        "stop b",
                        "stop a");
    }

    @Test
    void what_happens_only_once_is_not_rehearsed() throws Exception {
        // When
        var turns = Race.alone(contestant("a")).run(progress -> {});
        // Then
        assertThat(turns).hasSize(1);
        assertThat(events).containsExactly("start a", "warm a", "measure a", "stop a");
    }

    @Test
    void who_runs_alone_has_nobody_to_rehearse_with() throws Exception {
        // When
        var turns = new Race(List.of(contestant("a")), 2).run(progress -> {});
        // Then
        assertThat(turns).hasSize(2);
        assertThat(events).containsExactly("start a", "warm a", "measure a", "measure a", "stop a");
    }

    @Test
    void a_contestant_that_fails_stops_all_that_were_started() {
        // Given
        var race = new Race(List.of(contestant("a"), failing("b"), contestant("c")), 1);
        // When, Then
        assertThatThrownBy(() -> race.run(progress -> {})).hasMessage("b is broken");
        assertThat(events).containsExactly("start a", "warm a", "start b", "stop b", "stop a");
    }

    @Test
    void refuses_two_of_the_same_name() {
        assertThatThrownBy(() -> new Race(List.of(contestant("a"), contestant("a")), 1))
                .hasMessageContaining("called a");
    }

    private Contestant contestant(String name) {
        return new Recording(name);
    }

    private Contestant failing(String name) {
        return new Recording(name) {
            @Override
            public void warmUp() throws IOException {
                throw new IOException(name() + " is broken");
            }
        };
    }

    private class Recording implements Contestant {

        private final String name;

        Recording(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start() {
            events.add("start " + name);
        }

        @Override
        public void warmUp() throws IOException {
            events.add("warm " + name);
        }

        @Override
        public Sample measure() {
            events.add("measure " + name);
            return Sample.of("ops/s", 1);
        }

        @Override
        public void stop() {
            events.add("stop " + name);
        }
    }
}
