package dev.hotstate.bench.driver;

/** A point on earth, in degrees. */
record Place(double lat, double lon) {

    private static final double METRES_PER_DEGREE = 111_195;

    Place plus(double east, double north) {
        return new Place(
                lat + north / METRES_PER_DEGREE, lon + east / (METRES_PER_DEGREE * Math.cos(Math.toRadians(lat))));
    }
}
