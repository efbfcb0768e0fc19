package dev.hotstate.monitor.schedule;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.start.StartProblem;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.Verdict;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DryRunTest {

    @Test
    void says_up_and_that_nobody_was_asked() {
        // When
        var result = new DryRun()
                .run(http(randomId()).target(), ProbeSecrets.NONE, Duration.ofSeconds(1))
                .await()
                .indefinitely();
        // Then
        assertThat(result.verdict()).isEqualTo(Verdict.UP);
        assertThat(result.message()).startsWith("Dry run");
    }

    @Test
    void is_off_unless_asked_for_and_refused_where_it_could_be_taken_for_real() {
        assertThat(new DryRunStartCheck(TestConfig.usual()).problems()).isEmpty();
        assertThat(new DryRunStartCheck(TestConfig.of(Map.of("monitor.schedule.dry-run", "true"))).problems())
                .extracting(StartProblem::setting)
                .containsExactly("monitor.schedule.dry-run");
    }
}
