package dev.hotstate.driver.cell;

import java.util.List;

/** A part of the map between two parallels and two meridians; never across the 180th meridian. */
public record GeoBox(double south, double west, double north, double east) {

    private static final double POLE = 90;

    /** The boxes in which everything within the radius lies: two where the 180th meridian is near. */
    public static List<GeoBox> around(GeoPoint centre, double metres) {
        double turn = Math.toDegrees(metres / GeoPoint.EARTH_RADIUS_METRES);
        double south = Math.max(-POLE, centre.lat() - turn);
        double north = Math.min(POLE, centre.lat() + turn);
        double half = halfWidth(centre.lat(), metres);
        if (half >= GeoPoint.LON_MAX) {
            return List.of(new GeoBox(south, -GeoPoint.LON_MAX, north, GeoPoint.LON_MAX));
        }
        double west = centre.lon() - half;
        double east = centre.lon() + half;
        double whole = 2 * GeoPoint.LON_MAX;
        if (west < -GeoPoint.LON_MAX) {
            return List.of(
                    new GeoBox(south, -GeoPoint.LON_MAX, north, east),
                    new GeoBox(south, west + whole, north, GeoPoint.LON_MAX));
        }
        if (east > GeoPoint.LON_MAX) {
            return List.of(
                    new GeoBox(south, west, north, GeoPoint.LON_MAX),
                    new GeoBox(south, -GeoPoint.LON_MAX, north, east - whole));
        }
        return List.of(new GeoBox(south, west, north, east));
    }

    /** The circle is widest nearer to the pole than its centre. */
    private static double halfWidth(double lat, double metres) {
        double turn = metres / GeoPoint.EARTH_RADIUS_METRES;
        double cos = Math.cos(Math.toRadians(lat));
        double sin = Math.sin(turn);
        return turn >= Math.PI / 2 || sin >= cos ? GeoPoint.LON_MAX : Math.toDegrees(Math.asin(sin / cos));
    }
}
