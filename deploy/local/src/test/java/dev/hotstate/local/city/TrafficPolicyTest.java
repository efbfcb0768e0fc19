package dev.hotstate.local.city;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TrafficPolicyTest {

    @Test
    void it_is_slow_in_the_rush_hour_and_quick_at_night_and_on_avenues() {
        assertThat(TrafficPolicy.speed(false, 8)).isLessThan(TrafficPolicy.speed(false, 12));
        assertThat(TrafficPolicy.speed(false, 12)).isLessThan(TrafficPolicy.speed(false, 3));
        assertThat(TrafficPolicy.speed(true, 12)).isGreaterThan(TrafficPolicy.speed(false, 12));
    }

    @Test
    void the_hour_is_that_of_the_place() {
        var noon = Instant.parse("2026-11-18T12:30:00Z");
        assertThat(TrafficPolicy.hourAt(new Place(51.5, 0), noon)).isCloseTo(12.5, within(0.01));
        assertThat(TrafficPolicy.hourAt(new Place(35.7, 139.8), noon)).isCloseTo(21.8, within(0.1));
        assertThat(TrafficPolicy.hourAt(new Place(35.7, 179.9), noon)).isCloseTo(0.5, within(0.1));
    }
}
