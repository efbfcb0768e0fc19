package dev.hotstate.driver.map;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * How many drivers there are in each cell that has any.
 *
 * @param truncated whether there are more than were counted
 */
@Schema(name = "MapDensity")
record DensityView(int resolution, boolean truncated, List<Count> cells) {

    @Schema(name = "MapCellCount")
    record Count(CellView cell, int available, int busy) {}
}
