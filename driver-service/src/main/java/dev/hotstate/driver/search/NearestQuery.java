package dev.hotstate.driver.search;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.GeoPoint;
import org.jspecify.annotations.Nullable;

/**
 * The nearest to a point, or to the middle of an area if only those within it count.
 *
 * @param radius in metres
 * @param limit  how many at most
 */
public record NearestQuery(
        GeoPoint centre, double radius, int limit, @Nullable Area area) {

    public NearestQuery(GeoPoint centre, double radius, int limit) {
        this(centre, radius, limit, null);
    }

    public static NearestQuery within(Area area, int limit) {
        return new NearestQuery(area.centre(), area.reach(), limit, area);
    }

    NearestQuery withLimit(int other) {
        return new NearestQuery(centre, radius, other, area);
    }

    /** Of those within the radius. */
    public boolean counts(GeoPoint place) {
        return area == null || area.contains(place);
    }
}
