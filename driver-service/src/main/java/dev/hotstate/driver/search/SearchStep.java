package dev.hotstate.driver.search;

/**
 * How far and how much to read in one round.
 *
 * @param radius in metres
 * @param count  of each cell at most
 */
record SearchStep(double radius, int count) {

    /** Some of those that are read may have lapsed or left. */
    private static final int SPARE = 14;

    /** A cell with so many that are lapsed and not swept is in trouble: then somebody else answers. */
    private static final int COUNT_MAX = 20_000;

    private static final int COUNT_GROWTH = 4;
    private static final double GROWTH_MIN = 1.5;
    private static final double GROWTH_MAX = 4;
    private static final double AIM = 1.5;

    static SearchStep first(double radius, int limit) {
        return new SearchStep(radius, limit + SPARE);
    }

    boolean canGrow() {
        return count < COUNT_MAX;
    }

    /** The cells held back some that may be nearer than what is known. */
    SearchStep withMore() {
        return new SearchStep(radius, Math.min(COUNT_MAX, count * COUNT_GROWTH));
    }

    /** Too few live so near: the area in which enough of them are to be expected. */
    SearchStep farther(int found, int wanted, double radiusMax) {
        double growth = Math.sqrt(AIM * wanted / Math.max(found, 1));
        return new SearchStep(Math.min(radiusMax, radius * Math.clamp(growth, GROWTH_MIN, GROWTH_MAX)), count);
    }
}
