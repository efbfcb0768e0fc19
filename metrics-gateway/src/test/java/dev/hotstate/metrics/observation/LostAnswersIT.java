package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The network between the service and Redis loses answers, or is slow. */
class LostAnswersIT {

    @RegisterExtension
    static final RedisClusterExtension redis =
            MetricsFixture.plan().replicasPerMaster(0).throughProxies().perClass();

    private static final int BATCH = 7;
    /** Each way. */
    private static final Duration FAR = Duration.ofMillis(100);

    private static final Duration TWO_ROUND_TRIPS = FAR.multipliedBy(4);
    /** So often it may have been the machine that was late. */
    private static final int TRIES = 10;

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

    @Test
    void what_comes_under_a_name_that_nobody_can_look_up_is_not_counted_and_said_to(RedisClusterHarness cluster) {
        var renamed = Measurements.of(Collections.nCopies(
                BATCH, new Observation("shop-1", "GET /renamed", 200, 1_500, Instant.now(), false)));
        var silent = cluster.route(
                cluster.masterOf(metrics.keys.labels(LabelKind.ENDPOINT.word()).value()));
        silent.blackhole();
        try {
            assertThatThrownBy(() -> await(recording.record(renamed))).isInstanceOf(RedisFailure.class);
        } finally {
            silent.pass();
        }
        assertThat(outcome("failed")).isEqualTo(BATCH);
        assertThat(outcome("unknown")).isZero();
    }

    /** The tries of the gateway are applied, by scripts that the node knows, and its answers come too late. */
    @Test
    void a_batch_of_which_nobody_heard_counts_once_when_it_is_told_again(RedisClusterHarness cluster) {
        var hasty = TestRecordings.of(metrics, TestRecording.USUAL.withDeadline(Duration.ofMillis(300)), meters);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> await(hasty.recordOnce("batch-before", MEASUREMENTS)));
        long before = requests();
        var late = cluster.masterOf(total());
        var batch = IntStream.range(0, 1_000)
                .mapToObj(i -> "batch-in-the-dark-" + i)
                .filter(id ->
                        !cluster.masterOf(metrics.keys.seenFirst(id).value()).equals(late))
                .findFirst()
                .orElseThrow();
        cluster.route(late).slow(Duration.ofMillis(250));
        try {
            assertThatThrownBy(() -> await(hasty.recordOnce(batch, MEASUREMENTS)))
                    .isInstanceOf(RedisTimedOut.class);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(seenByRedis(cluster)).isEqualTo(before + BATCH));
        } finally {
            cluster.route(late).pass();
        }

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .untilAsserted(() -> await(recording.recordOnce(batch, MEASUREMENTS)));
        assertThat(requests()).isEqualTo(before + BATCH);
    }

    @Test
    void all_that_a_flush_changes_takes_one_round_trip(RedisClusterHarness cluster) {
        cluster.masters().forEach(node -> cluster.route(node).slow(FAR));
        var quickest = TWO_ROUND_TRIPS;
        try {
            for (int i = 0; i < TRIES && quickest.compareTo(TWO_ROUND_TRIPS) >= 0; i++) {
                long begun = System.nanoTime();
                await(recording.record(MEASUREMENTS));
                var took = Duration.ofNanos(System.nanoTime() - begun);
                quickest = took.compareTo(quickest) < 0 ? took : quickest;
            }
        } finally {
            cluster.masters().forEach(node -> cluster.route(node).pass());
        }
        assertThat(quickest).isBetween(FAR.multipliedBy(2), TWO_ROUND_TRIPS.minusMillis(1));
    }

    /** Asked past the slow network. */
    private long seenByRedis(RedisClusterHarness cluster) {
        try (var client = cluster.masterOf(total()).connect()) {
            return Long.parseLong(client.text("GET", total()));
        }
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
