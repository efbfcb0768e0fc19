package dev.hotstate.bench.driver;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.peer.PlainRedis;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.result.Comparison;
import dev.hotstate.bench.result.Goal;
import dev.hotstate.bench.stage.BenchBackends;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Searches at the densest place, updates by the batch, memory, geofences, and what is left without Redis. */
public final class DriverBench implements Bench {

    private static final String FENCED = "driver-service, 1,000 geofences";
    private static final int FENCES = 1_000;

    private static final double QUERY_MICROS = 60;
    private static final double OF_THE_SEED = 1 / 50.0;
    private static final double UPDATE_MICROS = 35;
    private static final double OF_BARE_UPDATES = 3;
    private static final double POINTS_PER_SECOND = 20_000;
    private static final double BYTES_PER_DRIVER = 350;

    private record Pace(
            List<Integer> sizes, int rounds, Duration searches, int seedSearches, int postgisSearches, int points) {

        int largest() {
            return sizes.getLast();
        }
    }

    private static final Pace THOROUGH =
            new Pace(List.of(10_000, 100_000, 1_000_000), 3, Duration.ofSeconds(4), 300, 2_000, 50_000);
    private static final Pace QUICK = new Pace(List.of(10_000, 100_000), 2, Duration.ofSeconds(1), 40, 200, 10_000);

    @Override
    public String name() {
        return "driver";
    }

    @Override
    public String question() {
        return "What do a search at the densest place and an update of a driver cost, and how much memory does a driver take?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) throws IOException {
        var pace = scope.quick() ? QUICK : THOROUGH;
        var stage = DriverStage.start(scope);
        var seed = new SeedRedis(PlainRedis.start(scope));
        var load = scope.own(LoadProcess.start());
        var postgis = DebianPostgres.start(scope);
        var races = new ArrayList<Race>();
        for (int size : pace.sizes()) {
            races.add(Race.alone(new Loading(stage, size)));
            races.add(new Race(searches(stage, seed, load, postgis, pace, size), pace.rounds()));
            races.add(new Race(updates(stage, seed, pace, size), pace.rounds()));
        }
        races.add(new Race(List.of(new Updates(stage, FENCED, pace.points(), FENCES)), pace.rounds()));
        races.add(Race.alone(new FallbackSearches(stage, load, pace.largest(), pace.searches())));
        boolean hasPostgis = postgis.isPresent();
        var versions = versions(stage);
        if (hasPostgis) {
            versions.put("PostGIS", postgis.get().version());
        }
        return new LineUp(races, comparisons(pace, hasPostgis), goals(pace, hasPostgis), versions, notes(postgis));
    }

    private static List<Contestant> searches(
            DriverStage stage,
            SeedRedis seed,
            LoadProcess load,
            Optional<DebianPostgres> postgis,
            Pace pace,
            int size) {
        var contestants = new ArrayList<Contestant>(List.of(
                new Searches(stage, load, Searches.name(size), pace.searches()),
                new SeedSearches(stage, seed, size, pace.seedSearches())));
        if (size == pace.largest()) {
            // Once more than there are rounds: for the rehearsal.
            contestants.add(new ColdSearches(stage, size, pace.rounds() + 1));
            postgis.ifPresent(
                    server -> contestants.add(new PostgisSearches(stage, server, size, pace.postgisSearches())));
        }
        return contestants;
    }

    /** Nobody moves twice in a turn: two batches under way never share a driver. */
    private static List<Contestant> updates(DriverStage stage, SeedRedis seed, Pace pace, int size) {
        int points = Math.min(pace.points(), size);
        return List.of(new Updates(stage, Updates.name(size), points, 0), new SeedUpdates(stage, seed, size, points));
    }

    private static Comparison bySeed(int size) {
        return new Comparison(Searches.REDIS_MICROS, SeedSearches.name(size));
    }

    private static Comparison byBareUpdates(int size) {
        return new Comparison(Updates.REDIS_MICROS, SeedUpdates.name(size));
    }

    private static Comparison byPostgis(int size) {
        return new Comparison(Searches.PER_CPU_SECOND, PostgisSearches.name(size));
    }

    private static List<Comparison> comparisons(Pace pace, boolean hasPostgis) {
        int smallest = pace.sizes().getFirst();
        var comparisons = new ArrayList<>(List.of(
                bySeed(pace.largest()),
                byBareUpdates(pace.largest()),
                new Comparison(Searches.REDIS_MICROS, Searches.name(smallest)),
                new Comparison(Updates.REDIS_MICROS, Updates.name(smallest))));
        if (hasPostgis) {
            comparisons.add(byPostgis(pace.largest()));
        }
        return comparisons;
    }

    private static List<Goal> goals(Pace pace, boolean hasPostgis) {
        int size = pace.largest();
        var goals = new ArrayList<>(List.of(
                Goal.atMost(Searches.name(size), Searches.REDIS_MICROS, QUERY_MICROS),
                Goal.atMost(Searches.name(size), bySeed(size), OF_THE_SEED),
                Goal.atMost(Updates.name(size), Updates.REDIS_MICROS, UPDATE_MICROS),
                Goal.atMost(Updates.name(size), byBareUpdates(size), OF_BARE_UPDATES),
                Goal.atLeast(Updates.name(size), Updates.PER_SECOND, POINTS_PER_SECOND),
                Goal.atLeast(FENCED, Updates.PER_SECOND, POINTS_PER_SECOND),
                Goal.atMost(Loading.name(size), Loading.BYTES, BYTES_PER_DRIVER)));
        if (hasPostgis) {
            goals.add(Goal.atLeast(Searches.name(size), byPostgis(size), 1));
        }
        return goals;
    }

    private static List<String> notes(Optional<DebianPostgres> postgis) {
        var notes = new ArrayList<>(List.of(
                "Data: 200 cities whose sizes follow Zipf's law (0.7), 60 % of the drivers within a sigma of 4 km, 40 % of 15 km; all"
                        + " available. Searches: the 50 nearest within 5 km, around the middle of the largest city.",
                "Of driver-service all processes are charged that take part: the service, three Redis masters that write to disk, Postgres;"
                        + " not the load generator. The rows beside it are spoken to without HTTP and charged for their server alone, which favours them.",
                "An update is guarded (order, clock, jumps), moves the driver between cells, reaches Postgres and the live map. The bare"
                        + " row writes the last position that comes.",
                "Memory is what all three masters use more after the drivers have come, divided by their number."));
        if (postgis.isEmpty()) {
            notes.add("PostGIS is not installed here (" + DebianPostgres.PACKAGE
                    + "), so it is missing; see the row without Redis" + " for what our own Postgres does.");
        }
        return notes;
    }

    private static Map<String, String> versions(DriverStage stage) {
        var versions = new LinkedHashMap<String, String>();
        versions.put("Redis", BenchBackends.redisVersion());
        versions.put("Quarkus", stage.service().versionOf("io.quarkus.quarkus-core"));
        return versions;
    }
}
