package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Drivers who move, people who look for them, and people who claim some of them. They know who has whom, who can be had, and where each
 * driver has last said to be.
 */
final class DriverUsers extends Users {

    private static final double LAT = 48.2;
    private static final double LON = 16.37;
    private static final double STEP = 1e-4;
    private static final int STEPS = 100;
    private static final int DRIVERS = 24;
    /** Drivers of one group lie in one slot: docs/redis-keys.md. */
    private static final int GROUPS = 64;

    private static final Duration TTL = Duration.ofMinutes(1);

    /** Wanted by everybody, so that there is something to quarrel about. */
    private static final int POPULAR = 4;

    private final List<Driver> drivers =
            IntStream.range(0, DRIVERS).mapToObj(Driver::new).toList();
    /** By driver: the claim that was acknowledged and not given back. */
    private final Map<String, String> holders = new ConcurrentHashMap<>();
    /** Claims that were acknowledged, and whether it was acknowledged that they were given back. */
    private final Map<String, Boolean> claims = new ConcurrentHashMap<>();

    private String lost = "nothing";

    DriverUsers(World world) {
        super(world, "driver");
    }

    /** One driver: reports come one after the other, as from a phone. */
    private static final class Driver {

        final String id;
        final ReentrantLock turn = new ReentrantLock();
        /** Refused since the last one that was acknowledged, in a way that does not say whether it was recorded. */
        final Set<Double> perhaps = new HashSet<>();
        /** Nobody answered: it may be recorded at any time, even after later ones. */
        final Set<Double> late = new HashSet<>();

        double acknowledged;
        Span acknowledgedAt = new Span(Instant.EPOCH, Instant.EPOCH);
        /** Of the record of the driver in Redis. */
        String key = "";

        private int step;

        Driver(int number) {
            id = "driver-" + number;
        }

        /** To and fro: nobody who jumps is believed at once. */
        double nextLat() {
            int there = ++step % (2 * STEPS);
            return LAT + Math.min(there, 2 * STEPS - there) * STEP;
        }
    }

    @Override
    void begin() {
        for (var driver : drivers) {
            insist(() -> service.post("/drivers", "{\"id\": \"%s\"}".formatted(driver.id)));
        }
        awaitWell();
        for (var driver : drivers) {
            long number = world.count("select number from driver.driver where id = '%s'".formatted(driver.id));
            var group = "%s:driver:status:{v%02d*".formatted(world.cluster().env(), number % GROUPS);
            driver.key = world.keys(group).getFirst();
        }
    }

    @Override
    void work(Scenario scenario) {
        scenario.operation("driver: position", 4, random -> report(drivers.get(random.nextInt(DRIVERS))))
                .operation("driver: search", 2, random -> search())
                .operation("driver: claim", 2, this::claim);
    }

    private Outcome report(Driver driver) {
        driver.turn.lock();
        try {
            double lat = driver.nextLat();
            var seen = ask(() -> service.send(
                    "PATCH",
                    "/drivers/" + driver.id + "/location",
                    String.format(Locale.ROOT, "{\"lat\": %.4f, \"lon\": %s}", lat, LON)));
            if (isRecorded(seen)) {
                driver.perhaps.clear();
                driver.acknowledged = lat;
                driver.acknowledgedAt = seen.span();
            } else if (seen.isUnanswered()) {
                driver.late.add(lat);
            } else {
                driver.perhaps.add(lat);
            }
            return seen.isAcked() && !isRecorded(seen) ? Outcome.REFUSED : seen.outcome();
        } finally {
            driver.turn.unlock();
        }
    }

    /** A report is a sign of life also where its point is not taken, and the answer says so. */
    private static boolean isRecorded(Seen seen) {
        return seen.isAcked() && seen.answer().body().path("verdict").asText().equals("recorded");
    }

    private Outcome search() {
        return ask(
                        () -> service.get("/drivers/available?radius=5&limit=10&lat=%s&lon=%s".formatted(LAT, LON)),
                        answer -> answer.body().path("stale").asBoolean())
                .outcome();
    }

    private Outcome claim(RandomGenerator random) {
        var begun = Instant.now();
        var body = "{\"requestId\": \"%s\", \"ttl\": \"%s\"}".formatted(UUID.randomUUID(), TTL);
        var path = "/drivers/driver-" + random.nextInt(POPULAR) + "/claim";
        var seen = ask(() -> service.post(path, body));
        // Who has no answer asks again with the same request, or nobody would ever give the driver back.
        for (int again = 0; again < 3 && seen.outcome() == Outcome.UNKNOWN; again++) {
            seen = ask(() -> service.post(path, body));
        }
        if (seen.isAcked()) {
            hold(seen.answer().body(), begun.plus(TTL));
        }
        return seen.outcome();
    }

    private void hold(JsonNode claim, Instant end) {
        var driver = claim.path("driverId").asText();
        var id = claim.path("id").asText();
        var before = holders.putIfAbsent(driver, id);
        if (before != null && !before.equals(id)) {
            violation("%s was given to %s while %s had it".formatted(driver, id, before));
        }
        claims.put(id, false);
        search();
        // From the moment on in which it is asked for, it may be somebody else's.
        holders.remove(driver, id);
        for (int again = 0; again < 3; again++) {
            var seen = ask(() -> service.post(
                    "/drivers/claims/" + id + "/release",
                    "{\"token\": %s}".formatted(claim.path("token").asText())));
            if (seen.isAcked()) {
                claims.put(id, true);
            } else if (seen.outcome() == Outcome.REFUSED && seen.span().ended().isBefore(end)) {
                violation("%s was given to %s, which could not give it back: %s".formatted(driver, id, seen.answer()));
            }
            if (seen.outcome() != Outcome.UNKNOWN) {
                return;
            }
        }
    }

    @Override
    void expect(Fault fault) {
        super.expect(fault);
        lost = "nothing";
        holders.clear();
        claims.clear();
        drivers.forEach(driver -> driver.late.clear());
    }

    @Override
    void awaitWell() {
        allReport();
        for (var instance : world.instancesOf(app)) {
            await().atMost(patience()).ignoreExceptions().untilAsserted(() -> {
                var found = find(instance);
                assertThat(found.path("source").asText()).as(found.toString()).isEqualTo("redis");
                assertThat(found.path("complete").asBoolean()).isTrue();
            });
        }
    }

    /** A driver of whom nothing was heard for a while is none who can be had. */
    private void allReport() {
        for (var driver : drivers) {
            if (report(driver) != Outcome.ACKED) {
                await().atMost(patience()).until(() -> report(driver) == Outcome.ACKED);
            }
        }
    }

    private JsonNode find(PackagedService instance) throws IOException {
        return service.send(
                        instance, "GET", "/drivers/available?radius=5&limit=50&lat=%s&lon=%s".formatted(LAT, LON), null)
                .body();
    }

    /** What each has said last is what is shown. */
    @Override
    void compare(Fault fault) {
        long older = 0;
        for (var driver : drivers) {
            var shown = await().atMost(patience())
                    .ignoreExceptions()
                    .until(
                            () -> service.get("/drivers/" + driver.id + "/status"),
                            answer -> answer.isGood()
                                    && answer.body().path("position").has("lat"))
                    .body()
                    .path("position")
                    .path("lat")
                    .asDouble();
            var possible = Stream.concat(driver.perhaps.stream(), driver.late.stream());
            if (!isNear(shown, driver.acknowledged) && possible.noneMatch(lat -> isNear(shown, lat))) {
                older++;
                if (!world.losses().mayHold(driver.key, driver.acknowledgedAt)) {
                    violation("%s is shown at %s and was acknowledged at %s, asked for and answered %s"
                            .formatted(driver.id, shown, driver.acknowledged, driver.acknowledgedAt));
                }
            }
        }
        if (older > 0) {
            lost = "the last position of %d of %d drivers, until each reported again".formatted(older, DRIVERS);
        }
    }

    @Override
    void check(Fault fault) throws IOException {
        allReport();
        for (var instance : world.instancesOf(app)) {
            checkWhoIsFound(instance);
        }
        claims.forEach(this::check);
    }

    private void checkWhoIsFound(PackagedService instance) throws IOException {
        try {
            await().atMost(patience())
                    .ignoreExceptions()
                    .until(() -> notFound(instance).isEmpty());
        } catch (ConditionTimeoutException late) {
            violation("nobody finds %s, who can be had".formatted(notFound(instance)));
        }
    }

    /** Of those whom nobody ever claims. */
    private List<String> notFound(PackagedService instance) throws IOException {
        var found = find(instance).path("drivers").findValuesAsText("id");
        return drivers.stream()
                .skip(POPULAR)
                .map(driver -> driver.id)
                .filter(id -> !found.contains(id))
                .toList();
    }

    private void check(String claim, boolean isGivenBack) {
        var answer = await().atMost(patience())
                .ignoreExceptions()
                .until(() -> service.get("/drivers/claims/" + claim), seen -> !seen.isTrouble());
        if (!answer.isGood()
                || isGivenBack && !answer.body().path("state").asText().equals("released")) {
            violation("%s was acknowledged%s, and now there is %s"
                    .formatted(claim, isGivenBack ? ", then given back" : "", answer));
        }
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one - other) < STEP / 2;
    }

    @Override
    String lost() {
        return lost;
    }
}
