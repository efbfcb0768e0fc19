package dev.hotstate.driver.map;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.util.Optional;

@ConfigMapping(prefix = "driver.map")
public interface MapConfig {

    /**
     * Where browsers get the tiles of the map from, as {@code https://tiles.example/{z}/{x}/{y}.png}; without it the map draws what
     * lies on it alone. The page may then load pictures from there, and from nowhere else.
     */
    Optional<
                    @Pattern(
                            regexp = "https?://[A-Za-z0-9.:-]+/[^\\s;,]*\\{z}[^\\s;,]*",
                            message = "must be an address with {z}, {x} and {y} in its path")
                    String>
            tiles();

    /** Whose tiles these are, as their licence asks. */
    Optional<String> attribution();

    /** Drivers that one answer about density counts. */
    @WithDefault("20000")
    @Min(100)
    @Max(1_000_000)
    int densityMax();
}
