package dev.hotstate.driver.map;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A cell of H3.
 *
 * @param ring its corners as longitude and latitude
 */
@Schema(name = "MapCell")
record CellView(@Schema(examples = "851f1d4bfffffff") String cell, List<List<Double>> ring) {

    static CellView of(Cell cell, CellGrid grid) {
        return new CellView(
                cell.hex(),
                grid.corners(cell).stream()
                        .map(corner -> List.of(corner.lon(), corner.lat()))
                        .toList());
    }
}
