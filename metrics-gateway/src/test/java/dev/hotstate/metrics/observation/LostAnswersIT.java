package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One node takes what it is sent and says nothing. */
class LostAnswersIT {

    @RegisterExtension
    static final RedisClusterExtension redis =
            MetricsFixture.plan().replicasPerMaster(0).throughProxies().perClass();

    private static final int BATCH = 7;
    private static final Measurements MEASUREMENTS = Measurements.of(
            Collections.nCopies(BATCH, new Observation("shop-1", "GET /lost", 200, 1_500, Instant.now(), false)));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private MetricsFixture metrics;
    private Recording recording;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        cluster.flushAll();
        metrics = new MetricsFixture(cluster);
        recording = TestRecordings.of(metrics, TestRecording.USUAL.withDeadline(Duration.ofSeconds(2)), meters);
        await(recording.record(MEASUREMENTS));
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void what_a_silent_node_may_have_counted_is_unknown_to_who_told_it_and_in_the_metrics(RedisClusterHarness cluster) {
        var silent = cluster.route(cluster.masterOf(total()));
        silent.blackhole();
        try {
            assertThatThrownBy(() -> await(recording.record(MEASUREMENTS))).isInstanceOf(RedisTimedOut.class);
        } finally {
            silent.pass();
        }
        assertThat(outcome("unknown")).isEqualTo(BATCH);
        assertThat(outcome("recorded")).isEqualTo(BATCH);

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> await(recording.record(MEASUREMENTS)));
        assertThat(requests()).isGreaterThanOrEqualTo(2 * BATCH);
    }

    private String total() {
        return metrics.keys.requests("total").value();
    }

    private long requests() {
        return metrics.send(Command.of("GET").key(metrics.keys.requests("total")))
                .integer();
    }

    private double outcome(String outcome) {
        return meters.counter("metrics.recording.observations", "outcome", outcome)
                .count();
    }
}
