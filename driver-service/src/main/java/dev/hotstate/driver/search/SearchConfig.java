package dev.hotstate.driver.search;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;

@ConfigMapping(prefix = "driver.search")
public interface SearchConfig {

    /** Farther (km) nobody may look, nor claim. */
    @WithDefault("50")
    @Min(1)
    @Max(500)
    int radiusMax();

    /** By name, which of the near drivers are best: weights such as distance:2,age:1,rating:1,idle:1. */
    Map<String, String> scores();
}
