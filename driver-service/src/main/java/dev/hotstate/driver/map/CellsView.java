package dev.hotstate.driver.map;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

@Schema(name = "MapCells")
record CellsView(List<CellView> cells) {}
