package dev.hotstate.metrics.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.decision.Asked;
import dev.hotstate.metrics.policy.Subject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnSampleTest {

    private static final int ASKED = 3_000;

    @Test
    void who_sends_much_with_each_request_does_not_fill_the_memory() {
        var own = new OwnSample(Clock.systemUTC());
        var large = "x".repeat(10_000);
        for (int i = 0; i < ASKED; i++) {
            own.asked(new Asked(new Subject(null, null, null, null, Map.of()), List.of("p"), large + i, 1));
        }
        var samples = own.take().values();
        long kept = samples.stream()
                .flatMap(sample -> sample.requests().stream())
                .mapToLong(Sampled::calls)
                .sum();
        long missed = samples.stream().mapToLong(Sample::missed).sum();
        assertThat(kept).isBetween(1L, OwnSample.NOTED_CHARS_MAX / large.length() + 1);
        assertThat(kept + missed).isEqualTo(ASKED);
        assertThat(own.take()).isEmpty();
    }
}
