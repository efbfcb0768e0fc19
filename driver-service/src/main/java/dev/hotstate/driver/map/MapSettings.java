package dev.hotstate.driver.map;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How the ground is drawn.
 *
 * @param tiles address of a tile; absent: there are none
 */
@Schema(name = "MapSettings")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MapSettings(
        @Schema(examples = "https://tiles.example/{z}/{x}/{y}.png") @Nullable
        String tiles,

        @Nullable String attribution) {}
