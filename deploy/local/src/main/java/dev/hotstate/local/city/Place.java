package dev.hotstate.local.city;

/** A point on earth, in degrees. */
record Place(double lat, double lon) {

    private static final double METRES_PER_DEGREE = 111_195;

    /** So many metres farther east and north. */
    Place plus(double east, double north) {
        double metresPerDegreeEast = METRES_PER_DEGREE * Math.cos(Math.toRadians(lat));
        return new Place(lat + north / METRES_PER_DEGREE, lon + east / metresPerDegreeEast);
    }

    /** Good for the size of a city. */
    double metresTo(Place other) {
        double north = (other.lat - lat) * METRES_PER_DEGREE;
        double east = (other.lon - lon) * METRES_PER_DEGREE * Math.cos(Math.toRadians(lat));
        return Math.hypot(east, north);
    }

    /** In degrees clockwise from north, 0 to 360. */
    double headingTo(Place other) {
        double north = other.lat - lat;
        double east = (other.lon - lon) * Math.cos(Math.toRadians(lat));
        return (Math.toDegrees(Math.atan2(east, north)) + 360) % 360;
    }
}
