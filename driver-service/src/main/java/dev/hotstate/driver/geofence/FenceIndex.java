package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.cell.GeoPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the fences around a point by its cells: small fences by fine cells, the others by those that drivers are sorted into. */
final class FenceIndex {

    static final FenceIndex EMPTY = new FenceIndex(0, Map.of(), Map.of(), Map.of());

    /** A fence up to this reach touches some hundred fine cells at most. */
    private static final double FINE_REACH_METRES = 4_000;

    private final long version;
    private final Map<Long, Fence> byNumber;
    private final Map<Cell, List<Entry>> small;
    private final Map<Cell, List<Entry>> large;

    private record Entry(Fence fence, Area area) {}

    private FenceIndex(
            long version, Map<Long, Fence> byNumber, Map<Cell, List<Entry>> small, Map<Cell, List<Entry>> large) {
        this.version = version;
        this.byNumber = byNumber;
        this.small = small;
        this.large = large;
    }

    /** @param version of the list */
    static FenceIndex of(Collection<Fence> fences, CellGrid grid, long version) {
        var byNumber = new HashMap<Long, Fence>();
        var small = new HashMap<Cell, List<Entry>>();
        var large = new HashMap<Cell, List<Entry>>();
        for (var fence : fences) {
            byNumber.put(fence.number(), fence);
            var area = fence.shape().area();
            boolean isSmall = area.reach() <= FINE_REACH_METRES;
            var cells = isSmall
                    ? grid.touchingFine(area.centre(), area.reach())
                    : grid.touching(area.centre(), area.reach());
            for (var cell : cells) {
                (isSmall ? small : large)
                        .computeIfAbsent(cell, any -> new ArrayList<>(1))
                        .add(new Entry(fence, area));
            }
        }
        return new FenceIndex(version, byNumber, small, large);
    }

    /** The larger one is of a later list. */
    long version() {
        return version;
    }

    boolean isEmpty() {
        return byNumber.isEmpty();
    }

    int size() {
        return byNumber.size();
    }

    @Nullable
    Fence fence(long number) {
        return byNumber.get(number);
    }

    /** Those that contain the point. */
    List<Fence> around(GeoPoint point, CellGrid grid) {
        var found = new ArrayList<Fence>(0);
        if (!large.isEmpty()) {
            collect(large.get(grid.of(point)), point, found);
        }
        if (!small.isEmpty()) {
            collect(small.get(grid.fineOf(point)), point, found);
        }
        return found;
    }

    private static void collect(@Nullable List<Entry> entries, GeoPoint point, List<Fence> found) {
        if (entries != null) {
            for (var entry : entries) {
                if (entry.area().contains(point)) {
                    found.add(entry.fence());
                }
            }
        }
    }
}
