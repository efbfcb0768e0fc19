package dev.hotstate.bench.command;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.race.Turn;
import dev.hotstate.bench.result.BenchResult;
import dev.hotstate.bench.result.Machine;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One run of a benchmark: start everything, race, stop everything, and say under which circumstances it was. */
record BenchRun(Bench bench, Path checkout, boolean quick) {

    BenchResult call(Consumer<String> progress) throws Exception {
        double busyBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        long begun = System.nanoTime();
        var turns = new ArrayList<Turn>();
        var lineUp = race(turns, progress);
        return new BenchResult(
                bench.name(),
                bench.question(),
                LocalDate.now().toString(),
                quick,
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun),
                Machine.here(busyBefore),
                lineUp.versions(),
                lineUp.notes(),
                lineUp.comparisons(),
                lineUp.goals(),
                turns);
    }

    private Bench.LineUp race(List<Turn> turns, Consumer<String> progress) throws Exception {
        try (var scope = new BenchScope(checkout, quick)) {
            // Ctrl-C closes in good order, too.
            Runtime.getRuntime().addShutdownHook(new Thread(scope::close));
            var lineUp = bench.lineUp(scope);
            for (var race : lineUp.races()) {
                turns.addAll(race.run(progress));
            }
            return lineUp;
        }
    }
}
