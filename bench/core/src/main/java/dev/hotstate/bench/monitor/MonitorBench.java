package dev.hotstate.bench.monitor;

import static java.time.Duration.ofSeconds;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.monitor.ScheduledChecks.Pace;
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

/**
 * Real HTTP checks over fresh connections, scheduled and stored, beside the same checks by blackbox_exporter; how late they are at half
 * of that rate; and a large schedule by itself.
 */
public final class MonitorBench implements Bench {

    /** More than two cores can check in a second. */
    private static final int MORE_THAN_ALL = 14_000;

    private static final Duration EACH_SECOND = ofSeconds(1);

    /**
     * A schedule grows by monitors, not by checks: about as many checks in each second, whatever the size. Fewer in a second would not
     * tell an uneven start from chance: of 170, the most in a minute are 1.2 times the mean.
     */
    private static final List<Schedule> SCHEDULES =
            List.of(new Schedule(1_600, 1), new Schedule(16_000, 10), new Schedule(100_000, 60));

    private static final List<Schedule> SCHEDULES_QUICK = List.of(new Schedule(500, 1), new Schedule(3_000, 6));

    private static final Comparison CHEAPNESS = new Comparison(CheckFigures.PER_CPU_SECOND, BlackboxExporter.NAME);
    private static final String FULL = "monitor-service, all it can";
    private static final String HALF = "monitor-service, half of that";

    private static final double CHEAPER_THAN_PEER = 3;
    private static final double LATE_AT_HALF_MS = 500;
    private static final double LATE_OF_MANY_MS = 1_000;
    private static final double PEAK_OVER_MEAN = 1.2;
    private static final double PAGE_MS = 20;

    private record Schedule(int monitors, int intervalSeconds) {}

    @Override
    public String name() {
        return "monitor";
    }

    @Override
    public String question() {
        return "What does a check cost from its claim to its stored result, and how late does it begin?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) throws IOException, InterruptedException {
        var quick = scope.quick();
        var target = scope.own(Target.start());
        var load = scope.own(LoadProcess.start());
        // The just-in-time compiler takes half of the CPU in the first minute.
        var pace = new Pace(ofSeconds(quick ? 20 : 60), ofSeconds(quick ? 3 : 4), ofSeconds(quick ? 4 : 12));
        var all = scope.own(new LateStage(() -> MonitorStage.startWith(scope, target, MORE_THAN_ALL, EACH_SECOND)));
        var full = new ScheduledChecks(FULL, all, pace);
        var some = scope.own(new LateStage(() -> {
            all.close();
            return MonitorStage.startWith(scope, target, full.mostPerSecond() / 2, EACH_SECOND);
        }));
        var half = new ScheduledChecks(
                HALF, some, new Pace(ofSeconds(quick ? 10 : 60), ofSeconds(quick ? 3 : 5), ofSeconds(quick ? 6 : 30)));
        var dry = scope.own(new LateStage(() -> {
            some.close();
            return MonitorStage.startDry(scope, target);
        }));
        var sizes = (quick ? SCHEDULES_QUICK : SCHEDULES)
                .stream()
                        .map(size -> new SteadyMonitors(
                                dry, size.monitors(), ofSeconds(size.intervalSeconds()), ofSeconds(quick ? 6 : 60)))
                        .toList();
        var large = new ManyMonitors(sizes.getLast(), load);

        var contestants = new ArrayList<Contestant>(List.of(full));
        var notes = new ArrayList<>(List.of(
                "All it can: %,d monitors with an interval of a second; who checks all of them might do more. Half of that: a"
                                .formatted(MORE_THAN_ALL)
                        + " service of its own with as many monitors as half of the checks in a second of the best turn. Lateness"
                        + " is the upper bound of its class in the histogram of the service.",
                "Charged to monitor-service: its process, three Redis masters that write to disk, Postgres. Charged to"
                        + " blackbox_exporter, which keeps nothing: its process alone, not who asks it. The target is"
                        + " charged to nobody.",
                "No-op probe: the schedule claims, runs a probe that asks nobody, and stores the result, at growing sizes"
                        + " in one service with about as many checks in a second. The cold"
                        + " start of the largest is the interval after a FLUSHALL on all nodes under a running service. Pages are read by"
                        + " another process over HTTP meanwhile: server is the upper bound of its class in the histogram of the"
                        + " service, from the head of a request to the end of its answer; reader is what that process waits, from"
                        + " when it was due to ask, on the same cores."));
        var versions = new LinkedHashMap<String, String>();
        versions.put("Redis", BenchBackends.redisVersion());
        versions.put("Quarkus", all.running().service().versionOf("io.quarkus.quarkus-core"));
        var program = BlackboxExporter.program();
        if (program.isPresent()) {
            versions.put(BlackboxExporter.NAME, BlackboxExporter.version(program.get()));
            contestants.add(BlackboxExporter.start(scope, program.get(), target, load, pace.turn()));
        } else {
            notes.add("prometheus-blackbox-exporter is not installed here, so the peer is missing.");
        }
        var races = new ArrayList<>(List.of(new Race(contestants, quick ? 2 : 5), Race.alone(half)));
        sizes.subList(0, sizes.size() - 1).forEach(size -> races.add(Race.alone(size)));
        races.add(Race.alone(large));
        return new LineUp(
                races,
                List.of(
                        CHEAPNESS,
                        new Comparison(SteadyMonitors.CPU, sizes.getFirst().name())),
                List.of(
                        Goal.atLeast(FULL, CHEAPNESS, CHEAPER_THAN_PEER),
                        Goal.atMost(HALF, ScheduledChecks.LATE_P99, LATE_AT_HALF_MS),
                        Goal.atMost(large.name(), SteadyMonitors.LATE_P99, LATE_OF_MANY_MS),
                        Goal.atMost(large.name(), ManyMonitors.PEAK, PEAK_OVER_MEAN),
                        Goal.atMost(large.name(), ManyMonitors.PAGE_SERVER_P99, PAGE_MS)),
                versions,
                notes);
    }
}
