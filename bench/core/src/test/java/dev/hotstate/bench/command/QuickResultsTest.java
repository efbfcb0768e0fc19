package dev.hotstate.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.bench.result.BenchResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is committed of {@code ./hotstate bench --quick}. */
class QuickResultsTest {

    private static final Path RESULTS = Path.of("../results/quick");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Test
    void every_name_was_measured_and_all_of_them_took_less_than_ten_minutes() throws IOException {
        long seconds = 0;
        for (var name : BenchMain.names()) {
            var result = BenchResult.read(RESULTS.resolve(name + ".json"));
            assertThat(result.quick()).as(name).isTrue();
            assertThat(result.turns()).as(name).isNotEmpty();
            assertThat(result.seconds()).as(name).isPositive();
            seconds += result.seconds();
        }
        assertThat(seconds).isLessThan(PATIENCE.toSeconds());
    }
}
