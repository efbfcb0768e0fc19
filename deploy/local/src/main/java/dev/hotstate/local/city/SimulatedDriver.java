package dev.hotstate.local.city;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/** One driver: where it is, and what it does until when. */
final class SimulatedDriver {

    private static final List<String> FIRST_NAMES =
            List.of("Ada", "Mei", "Omar", "Lena", "João", "Ines", "Kofi", "Yuki", "Marek", "Zoe", "Sami", "Priya");
    private static final List<String> LAST_NAMES =
            List.of("Weber", "Okoye", "Silva", "Tanaka", "Novak", "Dubois", "Khan", "Rossi", "Larsen", "Costa");
    private static final List<String> MODELS = List.of("Corolla", "Prius", "Octavia", "Model 3", "Ioniq 5", "ID.4");
    private static final List<String> COLORS = List.of("white", "black", "silver", "blue", "yellow");
    private static final int CRUISE_STREETS = 12;

    private final String id;
    private final Streets streets;
    private final RandomGenerator random;
    private final Trip trip;
    private Activity activity = Activity.CRUISING;
    private Instant until = Instant.MAX;
    private Instant movedAt;

    SimulatedDriver(String id, Streets streets, RandomGenerator random, Instant now) {
        this.id = id;
        this.streets = streets;
        this.random = random;
        this.trip = new Trip(streets, streets.anyCorner(random), random);
        this.movedAt = now;
    }

    String id() {
        return id;
    }

    Activity activity() {
        return activity;
    }

    Corner corner() {
        return trip.corner();
    }

    Streets streets() {
        return streets;
    }

    boolean hasArrived() {
        return trip.hasArrived();
    }

    /** Whether what it does has lasted as long as it should. */
    boolean isDone(Instant now) {
        return !now.isBefore(until);
    }

    /** From now on it does that, until somebody has it do something else. */
    void begin(Activity next) {
        begin(next, Instant.MAX);
    }

    void begin(Activity next, Instant end) {
        activity = next;
        until = end;
    }

    void headFor(Corner corner) {
        trip.headFor(corner);
    }

    /** Where it is now. Who takes a break or is at home stays there; who cruises finds somewhere else to go to. */
    void move(Instant now) {
        double seconds = Duration.between(movedAt, now).toMillis() / 1000.0;
        movedAt = now;
        if (activity == Activity.BREAK || activity == Activity.HOME) {
            return;
        }
        boolean isFree = activity == Activity.CRUISING || activity == Activity.SILENT;
        if (isFree && trip.hasArrived()) {
            trip.headFor(streets.cornerNear(trip.corner(), CRUISE_STREETS, random));
        }
        trip.drive(seconds, hour(now));
    }

    Report report(Instant now) {
        var place = trip.place();
        boolean stands = activity == Activity.BREAK || trip.hasArrived();
        return new Report(
                id,
                rounded(place.lat(), 1e6),
                rounded(place.lon(), 1e6),
                stands ? 0 : rounded(trip.speed(hour(now)), 10),
                stands ? null : rounded(trip.heading(), 10),
                5);
    }

    Registration registration() {
        var vehicle = new Registration.Vehicle(
                "car", one(MODELS), one(COLORS), "HS " + random.nextInt(1000, 10_000), random.nextBoolean() ? 4 : 6);
        return new Registration(
                one(FIRST_NAMES) + " " + one(LAST_NAMES), vehicle, rounded(3.5 + random.nextDouble() * 1.5, 10));
    }

    private double hour(Instant now) {
        return TrafficPolicy.hourAt(streets.city().centre(), now);
    }

    private String one(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private static double rounded(double value, double steps) {
        return Math.round(value * steps) / steps;
    }
}
