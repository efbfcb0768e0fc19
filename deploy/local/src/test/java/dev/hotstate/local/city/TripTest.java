package dev.hotstate.local.city;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TripTest {

    private static final City CITY = City.ALL.get(0);
    private static final Streets STREETS = new Streets(CITY);
    private static final double NOON = 12;

    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void it_arrives_where_it_was_sent_and_waits_there() {
        var trip = new Trip(STREETS, new Corner(-3, 4), random);
        trip.headFor(new Corner(6, -2));

        trip.drive(3600, NOON);

        assertThat(trip.hasArrived()).isTrue();
        assertThat(trip.corner()).isEqualTo(new Corner(6, -2));
        assertThat(trip.speed(NOON)).isZero();
        trip.drive(60, NOON);
        assertThat(trip.place()).isEqualTo(STREETS.placeOf(new Corner(6, -2)));
    }

    @Test
    void it_keeps_to_the_streets_turns_at_corners_and_never_takes_a_detour() {
        var trip = new Trip(STREETS, new Corner(0, 0), random);
        trip.headFor(new Corner(20, 20));
        int corners = 0;
        var passed = trip.corner();
        while (!trip.hasArrived()) {
            trip.drive(1, NOON);
            if (!trip.corner().equals(passed)) {
                var step = new Corner(
                        trip.corner().east() - passed.east(), trip.corner().north() - passed.north());
                assertThat(step).isIn(new Corner(1, 0), new Corner(0, 1));
                passed = trip.corner();
                corners++;
            }
        }
        assertThat(corners).isEqualTo(40);
    }

    @Test
    void in_a_second_it_gets_as_far_as_its_speed_says() {
        var trip = new Trip(STREETS, new Corner(1, 1), random);
        trip.headFor(new Corner(30, 1));
        trip.drive(2, NOON);
        var before = trip.place();

        trip.drive(1, NOON);

        assertThat(before.metresTo(trip.place())).isCloseTo(trip.speed(NOON), within(0.1));
        assertThat(before.headingTo(trip.place())).isCloseTo(trip.heading(), within(1.0));
    }

    @Test
    void it_can_be_sent_elsewhere_on_its_way() {
        var trip = new Trip(STREETS, new Corner(0, 0), random);
        trip.headFor(new Corner(10, 0));
        trip.drive(30, NOON);

        trip.headFor(new Corner(0, 0));
        trip.drive(3600, NOON);

        assertThat(trip.corner()).isEqualTo(new Corner(0, 0));
        assertThat(trip.hasArrived()).isTrue();
    }

    @Test
    void every_corner_is_in_the_city() {
        double edge = CITY.reach() * CITY.block() * 1.5;
        for (int i = 0; i < 1_000; i++) {
            var corner = STREETS.cornerNear(STREETS.anyCorner(random), 30, random);
            assertThat(CITY.centre().metresTo(STREETS.placeOf(corner))).isLessThan(edge);
        }
    }
}
