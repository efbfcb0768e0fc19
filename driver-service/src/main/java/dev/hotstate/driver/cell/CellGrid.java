package dev.hotstate.driver.cell;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.uber.h3core.H3Core;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Sorts points into cells, and finds the cells that a circle touches. */
@Singleton
public final class CellGrid {

    /** About 250 km², 9 km from side to side. No setting: instances that disagree would miss drivers (ADR 0230). */
    public static final int RESOLUTION = 5;

    /** About 0.7 km²: places for which one remembers how far one had to look. */
    private static final int FINE_RESOLUTION = 8;

    private static final long SHAPES_MAX = 200_000;

    /** H3 and Redis take slightly different spheres, and Redis rounds points by up to a metre and a half. */
    private static final double SHRINK = 0.999;

    private static final double MARGIN_METRES = 2;

    private final H3Core h3;
    private final Cache<Long, Shape> shapes =
            Caffeine.newBuilder().maximumSize(SHAPES_MAX).build();

    /** @param reach from the centre to the farthest corner, in metres */
    private record Shape(GeoPoint centre, double reach, List<Long> neighbours) {}

    public CellGrid() {
        try {
            h3 = H3Core.newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException("the native part of H3 cannot be unpacked", e);
        }
    }

    public Cell of(GeoPoint point) {
        return new Cell(h3.latLngToCell(point.lat(), point.lon(), RESOLUTION));
    }

    public GeoPoint centreOf(Cell cell) {
        return shapeOf(cell.index()).centre();
    }

    /** In a grid of another resolution: 0 is that of continents, 15 has cells of a square metre. */
    public Cell of(GeoPoint point, int resolution) {
        return new Cell(h3.latLngToCell(point.lat(), point.lon(), resolution));
    }

    public List<GeoPoint> corners(Cell cell) {
        return h3.cellToBoundary(cell.index()).stream()
                .map(corner -> new GeoPoint(corner.lat, corner.lng))
                .toList();
    }

    public Cell fineOf(GeoPoint point) {
        return new Cell(h3.latLngToCell(point.lat(), point.lon(), FINE_RESOLUTION));
    }

    /** Every cell in which a point within the radius may lie; the cell of the centre comes first. */
    public List<Cell> touching(GeoPoint centre, double radiusMetres) {
        return touching(of(centre), centre, radiusMetres);
    }

    /** Every fine cell in which a point within the radius may lie. */
    public List<Cell> touchingFine(GeoPoint centre, double radiusMetres) {
        return touching(fineOf(centre), centre, radiusMetres);
    }

    private List<Cell> touching(Cell centreCell, GeoPoint centre, double radiusMetres) {
        long home = centreCell.index();
        var found = new ArrayList<Cell>();
        var seen = new HashSet<Long>();
        var open = new ArrayDeque<Long>();
        open.add(home);
        seen.add(home);
        while (!open.isEmpty()) {
            long index = open.remove();
            found.add(new Cell(index));
            for (long neighbour : shapeOf(index).neighbours()) {
                if (seen.add(neighbour) && lowerBound(centre, neighbour) <= radiusMetres) {
                    open.add(neighbour);
                }
            }
        }
        return found;
    }

    /** No point of the cell is nearer. */
    private double lowerBound(GeoPoint centre, long index) {
        var shape = shapeOf(index);
        return (centre.metresTo(shape.centre()) - shape.reach()) * SHRINK - MARGIN_METRES;
    }

    private Shape shapeOf(long index) {
        return shapes.get(index, this::measure);
    }

    private Shape measure(long index) {
        var middle = h3.cellToLatLng(index);
        var centre = new GeoPoint(middle.lat, middle.lng);
        double reach = corners(new Cell(index)).stream()
                .mapToDouble(centre::metresTo)
                .max()
                .orElseThrow();
        var neighbours =
                h3.gridDisk(index, 1).stream().filter(other -> other != index).toList();
        return new Shape(centre, reach, neighbours);
    }
}
