package dev.hotstate.driver.map;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.position.Status;
import dev.hotstate.driver.stream.Bounds;
import dev.hotstate.driver.stream.LiveDriver;
import dev.hotstate.driver.stream.SnapshotStore;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the drivers of a part of the map by cell. */
@Singleton
class Density {

    private final SnapshotStore drivers;
    private final CellGrid grid;
    private final MapConfig config;

    Density(SnapshotStore drivers, CellGrid grid, MapConfig config) {
        this.drivers = drivers;
        this.grid = grid;
        this.config = config;
    }

    Uni<DensityView> of(Bounds bounds, int resolution) {
        int max = config.densityMax();
        return drivers.inside(bounds, Status.AVAILABLE, max + 1)
                .chain(available -> drivers.inside(bounds, Status.BUSY, max + 1)
                        .map(busy -> counted(available, busy, resolution, max)));
    }

    private DensityView counted(List<LiveDriver> available, List<LiveDriver> busy, int resolution, int max) {
        var all = new ArrayList<>(available);
        all.addAll(busy);
        Map<Cell, int[]> counts = new LinkedHashMap<>();
        for (var driver : all.subList(0, Math.min(max, all.size()))) {
            var count = counts.computeIfAbsent(grid.of(driver.place(), resolution), cell -> new int[2]);
            count[driver.s() == Status.BUSY ? 1 : 0]++;
        }
        var cells = counts.entrySet().stream()
                .map(entry -> new DensityView.Count(
                        CellView.of(entry.getKey(), grid), entry.getValue()[0], entry.getValue()[1]))
                .toList();
        return new DensityView(resolution, all.size() > max, cells);
    }
}
