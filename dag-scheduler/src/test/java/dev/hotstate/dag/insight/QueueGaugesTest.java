package dev.hotstate.dag.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.insight.QueueInsight.Depth;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueGaugesTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final QueueGauges gauges = new QueueGauges(meters);

    @Test
    void each_queue_tells_its_depth_and_age() {
        gauges.update(Map.of("mail", new Depth(3, 1_500L), "idle", new Depth(0, null)));

        assertThat(value("dag.queue.ready", "mail")).isEqualTo(3);
        assertThat(value("dag.queue.oldest", "mail")).isEqualTo(1.5);
        assertThat(value("dag.queue.oldest", "idle")).isZero();
    }

    @Test
    void more_queues_than_have_a_name_share_one() {
        var many = IntStream.range(0, QueueGauges.NAMED_MAX + 5)
                .boxed()
                .collect(Collectors.toMap("q%04d"::formatted, i -> new Depth(1, 1000L * i)));

        gauges.update(many);

        assertThat(meters.find("dag.queue.ready").gauges()).hasSize(QueueGauges.NAMED_MAX + 1);
        assertThat(value("dag.queue.ready", QueueGauges.OTHERS)).isEqualTo(5);
        assertThat(value("dag.queue.oldest", QueueGauges.OTHERS)).isEqualTo(104);
    }

    @Test
    void a_queue_that_is_gone_has_no_series_any_more() {
        gauges.update(Map.of("mail", new Depth(3, 1L)));
        gauges.update(Map.of());

        assertThat(meters.find("dag.queue.ready").gauges()).isEmpty();
    }

    private double value(String name, String queue) {
        return meters.get(name).tag("queue", queue).gauge().value();
    }
}
