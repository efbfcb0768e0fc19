package dev.hotstate.metrics.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hotstate.metrics.observation.LatencySketch;
import dev.hotstate.metrics.observation.Recorded;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GrowingMinuteTest {

    private static final String LONG_POLL = "POST /queues/{queue}/claims";
    private static final Recorded RECORDED = new Recorded(
            List.of(0L, 200L, 0L, 0L, 0L),
            Map.of(),
            Map.of("GET /products", requests(100, 12), LONG_POLL, requests(100, 20_000)));

    @Test
    void a_long_poll_counts_and_its_time_is_its_own() {
        var minute = new GrowingMinute(Set.of(LONG_POLL));

        minute.add(3, RECORDED);

        var seen = minute.sofar();
        var step = seen.steps().get(3);
        assertThat(step.requests()).isEqualTo(200);
        assertThat(step.times().millisAt(0.99)).isCloseTo(12.0, withinPercentage(2.1));
        assertThat(seen.endpoints().get(LONG_POLL).times().millisAt(0.5)).isCloseTo(20_000.0, withinPercentage(2.1));
    }

    @Test
    void what_nobody_has_named_is_as_slow_as_it_is() {
        var minute = new GrowingMinute(Set.of());

        minute.add(3, RECORDED);

        assertThat(minute.sofar().steps().get(3).times().millisAt(0.99)).isCloseTo(20_000.0, withinPercentage(2.1));
    }

    private static Recorded.OfEndpoint requests(long count, long millis) {
        long micros = millis * 1_000;
        return new Recorded.OfEndpoint(count, 0, 0, count * micros, Map.of(LatencySketch.bucketOf(micros), count));
    }
}
