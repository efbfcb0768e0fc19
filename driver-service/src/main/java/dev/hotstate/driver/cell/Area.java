package dev.hotstate.driver.cell;

import java.util.List;

/**
 * A part of the map, made ready for asking about many points. Edges are straight on the map, as in GeoJSON; longitudes are
 * counted on from the first corner, so that the 180th meridian is no border.
 */
public final class Area {

    private static final double TURN = 360;

    private final GeoPoint centre;
    private final double reach;
    private final double[] lats;
    private final double[] lons;

    private Area(GeoPoint centre, double reach, double[] lats, double[] lons) {
        this.centre = centre;
        this.reach = reach;
        this.lats = lats;
        this.lons = lons;
    }

    /** @param radius in metres */
    public static Area circle(GeoPoint centre, double radius) {
        return new Area(centre, radius, new double[0], new double[0]);
    }

    /** @param corners at least three, the last is not the first again; where edges cross, what is enclosed twice is outside */
    public static Area polygon(List<GeoPoint> corners) {
        return of(corners);
    }

    private static Area of(List<GeoPoint> corners) {
        var lats = new double[corners.size()];
        var lons = new double[corners.size()];
        double first = corners.getFirst().lon();
        for (int i = 0; i < lats.length; i++) {
            lats[i] = corners.get(i).lat();
            lons[i] = near(corners.get(i).lon(), i == 0 ? first : lons[i - 1]);
        }
        var middle = new GeoPoint(middle(lats), backOnMap(middle(lons)));
        double reach = 0;
        for (int i = 0; i < lats.length; i++) {
            reach = Math.max(reach, middle.metresTo(new GeoPoint(lats[i], backOnMap(lons[i]))));
            // A straight edge on the map bends on the sphere: look at its middle, too.
            int next = (i + 1) % lats.length;
            reach = Math.max(
                    reach,
                    middle.metresTo(new GeoPoint((lats[i] + lats[next]) / 2, backOnMap((lons[i] + lons[next]) / 2))));
        }
        return new Area(middle, reach * 1.01 + 1, lats, lons);
    }

    /** Of a circle around the whole area. */
    public GeoPoint centre() {
        return centre;
    }

    /** In metres. */
    public double reach() {
        return reach;
    }

    public boolean contains(GeoPoint point) {
        if (centre.metresTo(point) > reach) {
            return false;
        }
        if (lats.length == 0) {
            return true;
        }
        double lon = near(point.lon(), lons[0]);
        return crossesAnOddNumberOfEdges(point.lat(), lon)
                || crossesAnOddNumberOfEdges(point.lat(), lon + TURN)
                || crossesAnOddNumberOfEdges(point.lat(), lon - TURN);
    }

    private boolean crossesAnOddNumberOfEdges(double lat, double lon) {
        boolean isInside = false;
        for (int i = 0, before = lats.length - 1; i < lats.length; before = i++) {
            boolean isBetween = lats[i] > lat != lats[before] > lat;
            if (isBetween && lon < lons[i] + (lons[before] - lons[i]) * (lat - lats[i]) / (lats[before] - lats[i])) {
                isInside = !isInside;
            }
        }
        return isInside;
    }

    private static double middle(double[] values) {
        double min = values[0];
        double max = values[0];
        for (double value : values) {
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        return (min + max) / 2;
    }

    /** The same meridian, at most half a turn away from the other one. */
    private static double near(double lon, double other) {
        return lon - TURN * Math.rint((lon - other) / TURN);
    }

    private static double backOnMap(double lon) {
        return near(lon, 0);
    }
}
