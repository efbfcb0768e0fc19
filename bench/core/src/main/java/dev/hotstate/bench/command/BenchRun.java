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
import java.util.function.Consumer;

/** One run of a benchmark: start everything, race, stop everything, and say under which circumstances it was. */
record BenchRun(Bench bench, Path checkout, boolean quick) {

    BenchResult call(Consumer<String> progress) throws Exception {
        double busyBefore = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        try (var scope = new BenchScope(checkout, quick)) {
            // Ctrl-C closes in good order, too.
            Runtime.getRuntime().addShutdownHook(new Thread(scope::close));
            var lineUp = bench.lineUp(scope);
            var turns = new ArrayList<Turn>();
            for (var race : lineUp.races()) {
                turns.addAll(race.run(progress));
            }
            return new BenchResult(
                    bench.name(),
                    bench.question(),
                    LocalDate.now().toString(),
                    quick,
                    Machine.here(busyBefore),
                    lineUp.versions(),
                    lineUp.notes(),
                    lineUp.comparisons(),
                    lineUp.goals(),
                    turns);
        }
    }
}
