package dev.hotstate.local.city;

import java.util.random.RandomGenerator;

/** The streets of a city: a grid that is turned, with blocks of unequal size and an avenue now and then. */
record Streets(City city) {

    private static final int AVENUE_EVERY = 5;
    /** Of a block: no corner lies exactly where a ruler would put it. */
    private static final double UNEVENNESS = 0.3;

    Place placeOf(Corner corner) {
        double east = (corner.east() + unevenness(corner.east(), 1)) * city.block();
        double north = (corner.north() + unevenness(corner.north(), 2)) * city.block();
        double tilt = Math.toRadians(city.tilt());
        return city.centre()
                .plus(east * Math.cos(tilt) - north * Math.sin(tilt), east * Math.sin(tilt) + north * Math.cos(tilt));
    }

    /** Most are near the centre. */
    Corner anyCorner(RandomGenerator random) {
        return new Corner(anyStreet(random), anyStreet(random));
    }

    /** Somewhere within so many streets of another corner. */
    Corner cornerNear(Corner corner, int streets, RandomGenerator random) {
        return new Corner(
                within(corner.east() + random.nextInt(-streets, streets + 1)),
                within(corner.north() + random.nextInt(-streets, streets + 1)));
    }

    /** Whether the street from one corner to the next is an avenue. */
    boolean isAvenue(Corner from, Corner to) {
        int street = from.east() == to.east() ? from.east() : from.north();
        return Math.floorMod(street, AVENUE_EVERY) == 0;
    }

    private int anyStreet(RandomGenerator random) {
        return within((int) Math.round(random.nextGaussian() * city.reach() / 2.5));
    }

    private int within(int street) {
        return Math.clamp(street, -city.reach(), city.reach());
    }

    /** The same for a street each time, so that it stays straight. */
    private static double unevenness(int street, int axis) {
        int mixed = (street * 73 + axis * 179) * 0x9E3779B1;
        return ((mixed >>> 8) / (double) (1 << 24) - 0.5) * UNEVENNESS;
    }
}
