package dev.hotstate.driver.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoHashTest {

    /** As the documentation of Redis has them, with both WITHHASH and WITHCOORD. */
    @ParameterizedTest
    @CsvSource({
        "3479099956230698, 38.11555639549629859, 13.36138933897018433",
        "3479447370796909, 37.50266842333162032, 15.08726745843887329"
    })
    void it_is_where_redis_says(long bits, double lat, double lon) {
        var place = GeoHash.decode(bits);

        assertThat(place.lat()).isCloseTo(lat, within(1e-12));
        assertThat(place.lon()).isCloseTo(lon, within(1e-12));
        assertThat(GeoHash.encode(place)).isEqualTo(bits);
    }

    @ParameterizedTest
    @CsvSource({"85.05, 179.9999999", "-85.05, -180", "0, 0", "85.05, -180", "-85.05, 179.9999999", "1e-7, -1e-7"})
    void what_is_written_is_read_within_a_metre_and_a_half(double lat, double lon) {
        var point = new GeoPoint(lat, lon);

        assertThat(GeoHash.decode(GeoHash.encode(point)).metresTo(point)).isLessThan(1.5);
    }
}
