package dev.hotstate.driver.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.http.problem.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsTest {

    @Test
    void a_part_of_the_map_ends_at_its_sides() {
        var berlin = Bounds.parse("13.2,52.4,13.6,52.6");

        assertThat(berlin.contains(new GeoPoint(52.5, 13.4))).isTrue();
        assertThat(berlin.contains(new GeoPoint(52.5, 13.7))).isFalse();
        assertThat(berlin.contains(new GeoPoint(52.7, 13.4))).isFalse();
    }

    @Test
    void it_may_cross_the_180th_meridian() {
        var fiji = Bounds.parse("177,-19,-178,-16");

        assertThat(fiji.contains(new GeoPoint(-17, 179))).isTrue();
        assertThat(fiji.contains(new GeoPoint(-17, -179))).isTrue();
        assertThat(fiji.contains(new GeoPoint(-17, 0))).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "1,2,3", "1,2,3,x", "1,3,2,2", "-181,0,0,1", "0,-91,1,1", "NaN,0,1,1", "1,2,3,4,5"})
    void what_is_no_part_of_the_map_is_refused(String bbox) {
        assertThatThrownBy(() -> Bounds.parse(bbox)).isInstanceOf(Refusal.class);
    }
}
