package dev.hotstate.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.load.ServedOperation;
import dev.hotstate.bench.load.ServedOperation.Loads;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.race.Turn;
import dev.hotstate.bench.result.BenchResult;
import dev.hotstate.bench.result.Comparison;
import dev.hotstate.bench.result.Goal;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.BenchService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark from end to end: real cluster, packaged service, load process, table. Short, so its figures say nothing. */
class TinyBenchIT {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final List<Long> PIDS = new ArrayList<>();

    @TempDir
    private static Path results;

    private static BenchResult result;

    @BeforeAll
    static void run() throws Exception {
        result = new BenchRun(new TinyBench(), CHECKOUT, true).call(progress -> {});
        result.write(results);
    }

    @Test
    void every_contestant_has_its_turn_in_every_round() {
        assertThat(result.turns())
                .extracting(turn -> turn.round() + " " + turn.contestant())
                .containsExactly("1 bare", "1 raw", "2 raw", "2 bare");
    }

    @Test
    void every_turn_did_operations_without_failure_and_charged_the_service_for_them() {
        assertThat(result.turns())
                .extracting(Turn::sample)
                .allSatisfy(sample -> assertThat(sample.values())
                        .containsEntry(ServedOperation.FAILED, 0.0)
                        .hasEntrySatisfying(
                                ServedOperation.THROUGHPUT,
                                perSecond -> assertThat(perSecond).isPositive())
                        .hasEntrySatisfying(
                                "service µs/op", micros -> assertThat(micros).isPositive())
                        .hasEntrySatisfying(
                                "p99 ms", millis -> assertThat(millis).isPositive()));
    }

    @Test
    void the_table_and_the_json_are_written() throws IOException {
        assertThat(Files.readString(results.resolve("tiny.md")))
                .contains("| bare |", "| raw |", "÷ raw", "Goal:", "Quarkus 3.");
        assertThat(BenchResult.read(results.resolve("tiny.json"))).isEqualTo(result);
    }

    @Test
    void nothing_that_was_started_is_left() {
        assertThat(PIDS).hasSize(5).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    }

    private static final class TinyBench implements Bench {

        @Override
        public String name() {
            return "tiny";
        }

        @Override
        public String question() {
            return "Does the benchmark itself work?";
        }

        @Override
        public LineUp lineUp(BenchScope scope) throws IOException {
            var backends = BenchBackends.start(scope);
            var service = BenchService.start(scope, "bench/app", backends.admit("bench/app"), "/bare");
            var load = scope.own(LoadProcess.start());
            PIDS.addAll(backends.redisPids());
            PIDS.addAll(List.of(service.pid(), load.pid()));
            var comparison = new Comparison("service µs/op", "raw");
            return new LineUp(
                    List.of(new Race(List.of(operation("bare", service, load), operation("raw", service, load)), 2)),
                    List.of(comparison),
                    List.of(Goal.atMost("bare", comparison, 1)),
                    Map.of("Quarkus", service.versionOf("io.quarkus.quarkus-core")),
                    List.of());
        }

        private static Contestant operation(String name, BenchService service, LoadProcess load) {
            var turn = Duration.ofMillis(1_000);
            return new ServedOperation(
                    name,
                    Operation.get(service.port(), "/" + name + "?n={n}", 100),
                    load,
                    new CpuMeter(Map.of(ServedOperation.SERVICE, List.of(service.pid()))),
                    new Loads(Load.closed(8, 1, turn), Load.closed(8, 1, turn), Load.open(8, 500, turn)));
        }
    }
}
