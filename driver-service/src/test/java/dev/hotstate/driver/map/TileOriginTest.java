package dev.hotstate.driver.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TileOriginTest {

    @Test
    void pages_may_show_pictures_from_where_the_tiles_are_whatever_their_path() {
        assertThat(TileOrigin.of("https://tiles.example:8443/osm/{z}/{x}/{y}.png?key=1"))
                .isEqualTo("https://tiles.example:8443");
    }
}
