package dev.hotstate.driver.cell;

/**
 * A place on earth, in degrees. Records have room for 1e-7 degree, a centimetre.
 *
 * @param lon from -180 up to, but not, 180: Redis takes 180 and then does not find it
 */
public record GeoPoint(double lat, double lon) {

    /** Almost as far as the map of Redis reaches. */
    public static final double LAT_MAX = 85.05;

    public static final double LON_MAX = 180;

    /** The radius that Redis uses. */
    public static final double EARTH_RADIUS_METRES = 6_372_797.560856;

    private static final double E7 = 1e7;

    public GeoPoint {
        lon = Math.round(lon * E7) == Math.round(LON_MAX * E7) ? -LON_MAX : lon;
    }

    public boolean isOnMap() {
        return Math.abs(lat) <= LAT_MAX && Math.abs(lon) <= LON_MAX;
    }

    public static GeoPoint ofE7(long lat, long lon) {
        return new GeoPoint(lat / E7, lon / E7);
    }

    public long latE7() {
        return Math.round(lat * E7);
    }

    public long lonE7() {
        return Math.round(lon * E7);
    }

    /** Along the great circle. */
    public double metresTo(GeoPoint other) {
        double latA = Math.toRadians(lat);
        double latB = Math.toRadians(other.lat);
        double u = Math.sin((latB - latA) / 2);
        double v = Math.sin(Math.toRadians(other.lon - lon) / 2);
        double haversine = u * u + Math.cos(latA) * Math.cos(latB) * v * v;
        return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)));
    }
}
