package dev.hotstate.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hotstate.bench.race.Sample;
import dev.hotstate.bench.race.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchResultTest {

    private static final Comparison CPU = new Comparison("service µs/op", "raw");

    @TempDir
    Path folder;

    @Test
    void a_ratio_is_taken_within_rounds_so_that_a_slow_minute_cancels_out() {
        // Given: the machine was three times slower in round 2
        var result = result(turn(1, "raw", 10), turn(1, "kit", 11), turn(2, "raw", 30), turn(2, "kit", 33));
        // When
        var ratio = result.ratio(CPU, "kit").orElseThrow();
        // Then
        assertThat(ratio.median()).isEqualTo(1.1, within(1e-9));
        assertThat(ratio.min()).isEqualTo(ratio.max(), within(1e-9));
    }

    @Test
    void a_contestant_without_the_metric_has_no_ratio() {
        // Given
        var result = result(turn(1, "raw", 10), new Turn(1, "peer", Sample.of("ops/s", 5)));
        // When, Then
        assertThat(result.ratio(CPU, "peer")).isEmpty();
    }

    @Test
    void survives_its_own_json() throws IOException {
        // Given
        var result = result(turn(1, "raw", 10), turn(1, "kit", 11.25));
        // When
        result.write(folder);
        // Then
        assertThat(BenchResult.read(folder.resolve("tiny.json"))).isEqualTo(result);
    }

    @Test
    void the_page_shows_medians_extremes_ratios_and_whether_the_goal_is_met() throws IOException {
        // Given
        var result = result(
                turn(1, "raw", 10),
                turn(1, "kit", 11),
                turn(2, "raw", 12),
                turn(2, "kit", 12),
                turn(3, "raw", 20),
                turn(3, "kit", 23.4));
        // When
        result.write(folder);
        // Then
        assertThat(Files.readString(folder.resolve("tiny.md")))
                .contains(
                        "| contestant | service µs/op | service µs/op ÷ raw |",
                        "| kit | 12.0 (11.0..23.4) | 1.10 (1.00..1.17) |",
                        "Goal: service µs/op of kit at most 1.15 times that of raw: **met**, 1.10 (1.00..1.17)",
                        "2026-11-18, quick, 83 s: 2 cores (Some CPU), 8 GB, Linux 6.1, JDK Vendor 25, load average 0.500 before the run, 1,200 connections followed after it; redis 7.0.15");
    }

    @Test
    void a_goal_is_judged_by_the_median_and_may_be_missed() throws IOException {
        // Given
        var result = result(turn(1, "raw", 10), turn(1, "kit", 12));
        // When
        result.write(folder);
        // Then
        assertThat(Files.readString(folder.resolve("tiny.md"))).contains("**missed**, 1.20\n");
    }

    @Test
    void what_has_no_figure_in_common_stands_in_tables_of_its_own() throws IOException {
        // Given
        var result = result(turn(1, "raw", 10), new Turn(1, "start", Sample.of("seconds", 2)), turn(1, "kit", 12));
        // When
        result.write(folder);
        // Then
        assertThat(Files.readString(folder.resolve("tiny.md"))).contains("""
                | contestant | service µs/op | service µs/op ÷ raw |
                |---|---:|---:|
                | raw | 10.0 | 1.00 |
                | kit | 12.0 | 1.20 |

                | contestant | seconds |
                |---|---:|
                | start | 2.00 |
                """);
    }

    private static Turn turn(int round, String contestant, double serviceMicros) {
        return new Turn(round, contestant, Sample.of("service µs/op", serviceMicros));
    }

    private static BenchResult result(Turn... turns) {
        return new BenchResult(
                "tiny",
                "What does it cost?",
                "2026-11-18",
                true,
                83,
                new Machine(2, "Some CPU", 8, "Linux 6.1", "Vendor 25", 0.5, 1_200L),
                Map.of("redis", "7.0.15"),
                List.of("A note."),
                List.of(CPU),
                List.of(Goal.atMost("kit", CPU, 1.15)),
                new ArrayList<>(List.of(turns)));
    }
}
