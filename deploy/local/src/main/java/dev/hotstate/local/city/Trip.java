package dev.hotstate.local.city;

import java.util.random.RandomGenerator;

/** On the way through the streets from one corner to another, with turns; straight on is likelier than a turn. */
final class Trip {

    private static final double STRAIGHT_ON = 0.75;

    private final Streets streets;
    private final RandomGenerator random;
    private Corner from;
    private Corner next;
    private Corner destination;
    private double metresDone;

    Trip(Streets streets, Corner start, RandomGenerator random) {
        this.streets = streets;
        this.random = random;
        this.from = start;
        this.next = start;
        this.destination = start;
    }

    /** From the next corner on it goes there. */
    void headFor(Corner corner) {
        destination = corner;
        if (next.equals(from)) {
            next = corner.equals(from) ? from : following(0, 0);
        }
    }

    /** Drives on for so many seconds; who has arrived waits. */
    void drive(double seconds, double hour) {
        double left = seconds;
        while (left > 0 && !hasArrived()) {
            double speed = TrafficPolicy.speed(streets.isAvenue(from, next), hour);
            double metresLeft = length() - metresDone;
            if (speed * left < metresLeft) {
                metresDone += speed * left;
                return;
            }
            left -= metresLeft / speed;
            turn();
        }
    }

    boolean hasArrived() {
        return from.equals(destination) && next.equals(from);
    }

    Corner destination() {
        return destination;
    }

    /** The corner that was passed last. */
    Corner corner() {
        return from;
    }

    Place place() {
        if (hasArrived()) {
            return streets.placeOf(from);
        }
        var begin = streets.placeOf(from);
        var end = streets.placeOf(next);
        double part = metresDone / length();
        return new Place(
                begin.lat() + (end.lat() - begin.lat()) * part, begin.lon() + (end.lon() - begin.lon()) * part);
    }

    /** In metres per second. */
    double speed(double hour) {
        return hasArrived() ? 0 : TrafficPolicy.speed(streets.isAvenue(from, next), hour);
    }

    double heading() {
        return streets.placeOf(from).headingTo(streets.placeOf(next));
    }

    private double length() {
        return streets.placeOf(from).metresTo(streets.placeOf(next));
    }

    private void turn() {
        int east = next.east() - from.east();
        int north = next.north() - from.north();
        from = next;
        metresDone = 0;
        next = from.equals(destination) ? from : following(east, north);
    }

    /** One street nearer; {@code cameEast}, {@code cameNorth} is the direction so far. */
    private Corner following(int cameEast, int cameNorth) {
        int east = Integer.signum(destination.east() - from.east());
        int north = Integer.signum(destination.north() - from.north());
        if (east == 0 || north == 0) {
            return from.plus(east, north);
        }
        boolean wasEast = cameEast == 0 && cameNorth == 0 ? random.nextBoolean() : cameEast != 0;
        boolean goesEast = random.nextDouble() < STRAIGHT_ON == wasEast;
        return goesEast ? from.plus(east, 0) : from.plus(0, north);
    }
}
