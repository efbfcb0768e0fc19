package dev.hotstate.bench.memory;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.dag.DoneTasks;
import dev.hotstate.bench.dag.WaitingTasks;
import dev.hotstate.bench.driver.Drivers;
import dev.hotstate.bench.monitor.Monitors;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.result.Goal;
import dev.hotstate.bench.stage.BenchBackends;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Memory of Redis by what is kept there, one service after the other, each at several sizes. */
public final class MemoryBench implements Bench {

    private static final String DRIVER = "driver, available";
    private static final double BYTES_PER_DRIVER = 350;
    private static final int ONE_RESULT = 1;
    private static final int ALL_RESULTS = 60;
    private static final int REQUESTS = 1_000;

    /** How many of each kind. */
    private record Sizes(
            List<Integer> drivers,
            List<Integer> monitors,
            List<Integer> watched,
            List<Integer> tasks,
            List<Integer> callers,
            List<Integer> endpoints,
            List<String> algorithms) {}

    private static final Sizes THOROUGH = new Sizes(
            List.of(10_000, 100_000, 1_000_000),
            List.of(1_000, 10_000, 50_000),
            List.of(1_000),
            List.of(1_000, 10_000, 100_000),
            List.of(1_000, 10_000, 100_000),
            List.of(10, 100, 1_000),
            List.of("fixed_window", "sliding_log", "sliding_counter", "sub_window_ring", "token_bucket", "gcra"));

    /** Most kinds take a cluster of their own; sixty results take a minute. */
    private static final Sizes QUICK = new Sizes(
            List.of(10_000),
            List.of(2_000),
            List.of(),
            List.of(5_000),
            List.of(5_000),
            List.of(50),
            List.of("sub_window_ring"));

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String question() {
        return "How much memory of Redis do a monitor, a driver, a task, a limited caller and an endpoint take?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) {
        var sizes = scope.quick() ? QUICK : THOROUGH;
        var races = new ArrayList<Race>();
        for (var census : censuses(scope, sizes)) {
            census.contestants().forEach(contestant -> races.add(Race.alone(contestant)));
        }
        var goals = sizes.drivers().stream()
                .map(size -> Goal.atMost(Census.name(DRIVER, size), Census.BYTES, BYTES_PER_DRIVER))
                .toList();
        return new LineUp(races, List.of(), goals, Map.of("Redis", BenchBackends.redisVersion()), notes(scope.quick()));
    }

    private static List<Census> censuses(BenchScope scope, Sizes sizes) {
        var censuses = new ArrayList<>(List.of(
                new Census(DRIVER, sizes.drivers(), () -> Drivers.start(scope)),
                new Census("monitor, first results", sizes.monitors(), () -> Monitors.start(scope, ONE_RESULT)),
                new Census("monitor, 60 results", sizes.watched(), () -> Monitors.start(scope, ALL_RESULTS)),
                new Census("task, waiting", sizes.tasks(), () -> WaitingTasks.start(scope)),
                new Census("task, done", sizes.tasks(), () -> DoneTasks.start(scope))));
        var gateway = new SharedGateway(scope);
        for (var algorithm : sizes.algorithms()) {
            censuses.add(new Census(
                    "limited caller, " + algorithm,
                    sizes.callers(),
                    () -> LimitedCallers.of(gateway.emptied(), algorithm)));
        }
        censuses.add(new Census(
                "endpoint, %,d requests".formatted(REQUESTS),
                sizes.endpoints(),
                () -> Endpoints.of(gateway.emptied(), REQUESTS)));
        return censuses;
    }

    private static List<String> notes(boolean quick) {
        var notes = new ArrayList<>(List.of(
                "Bytes: what all three masters hold more than without any, without the buffers of connections and of the append-only"
                        + " file, divided by the number of things. Each kind has a service, a cluster and a Postgres of its own, those of"
                        + " metrics-gateway one that is emptied before each; one after the other. A replica holds the same once more.",
                "Drivers are spread over 200 cities as in the benchmark of driver-service, each with a position, available. Monitors:"
                        + " their probe asks nobody; first results means one to three of each. Tasks: jobs of a hundred (done) or a"
                        + " thousand (waiting), each after two others, with the events that streams keep for ten minutes.",
                "Limited callers: ten hits of a limit of a hundred a day, callers hashed. Endpoints: a thousand requests each, of"
                        + " which the last thousand times are kept, and a sketch of all."));
        if (quick) {
            notes.add(
                    "Monitors with 60 results, the other five algorithms and other sizes are left to the thorough run.");
        }
        return notes;
    }
}
