package dev.hotstate.driver.cell;

import com.uber.h3core.H3Core;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The twelve cells with five sides: one at each corner of the icosahedron that H3 is made of. */
public final class Pentagons {

    private Pentagons() {}

    public static List<GeoPoint> centres() {
        try {
            return H3Core.newInstance().getPentagons(CellGrid.RESOLUTION).stream()
                    .map(Cell::new)
                    .map(new CellGrid()::centreOf)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the native part of H3 cannot be unpacked", e);
        }
    }
}
