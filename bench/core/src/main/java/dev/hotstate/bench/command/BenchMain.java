package dev.hotstate.bench.command;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.dag.DagBench;
import dev.hotstate.bench.driver.DriverBench;
import dev.hotstate.bench.limits.LimitsBench;
import dev.hotstate.bench.memory.MemoryBench;
import dev.hotstate.bench.metrics.MetricsBench;
import dev.hotstate.bench.monitor.MonitorBench;
import dev.hotstate.bench.result.ResultTable;
import dev.hotstate.bench.startup.StartupBench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code [name] [--quick]}: runs one benchmark, or all, from anywhere inside a built checkout. */
public final class BenchMain {

    private static final List<Bench> BENCHES = List.of(
            new LimitsBench(),
            new MonitorBench(),
            new DriverBench(),
            new DagBench(),
            new MetricsBench(),
            new MemoryBench(),
            new StartupBench());

    private static final String QUICK = "--quick";
    private static final String HELP = "--help";
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_USAGE = 2;

    private BenchMain() {}

    public static void main(String[] args) throws Exception {
        var words = List.of(args);
        if (words.contains(HELP)) {
            System.out.println(usage());
            return;
        }
        var names = words.stream().filter(word -> !word.equals(QUICK)).toList();
        var chosen = BENCHES.stream()
                .filter(bench -> names.isEmpty() || names.contains(bench.name()))
                .toList();
        if (chosen.size() < names.size()) {
            System.err.println(usage());
            System.exit(EXIT_USAGE);
        }
        var checkout = checkout();
        boolean quick = words.contains(QUICK);
        // A coarse answer never replaces a careful one.
        var results = checkout.resolve(quick ? "bench/results/quick" : "bench/results");
        long begin = System.nanoTime();
        var failed = new ArrayList<String>();
        for (var bench : chosen) {
            try {
                run(bench, checkout, results, quick);
            } catch (InterruptedException stopped) {
                throw stopped;
            } catch (Exception broken) {
                // The others have nothing to do with it.
                System.err.println(bench.name() + " failed");
                broken.printStackTrace();
                failed.add(bench.name());
            }
        }
        if (chosen.size() > 1) {
            System.out.printf(
                    "All %d took %d s%n", chosen.size(), TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
        }
        if (!failed.isEmpty()) {
            System.err.println("failed: " + String.join(", ", failed));
            System.exit(EXIT_FAILED);
        }
    }

    private static void run(Bench bench, Path checkout, Path results, boolean quick) throws Exception {
        var result = new BenchRun(bench, checkout, quick)
                .call(progress -> System.out.println(bench.name() + ": " + progress));
        result.write(results);
        System.out.println("\n" + new ResultTable(result).markdown());
    }

    /** In the order in which they run. */
    static List<String> names() {
        return BENCHES.stream().map(Bench::name).toList();
    }

    private static String usage() {
        return "usage: bench [name] [--quick]   where name is one of " + String.join(", ", names());
    }

    private static Path checkout() {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("bench/core/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("Run this inside a checkout of Hotstate");
    }
}
