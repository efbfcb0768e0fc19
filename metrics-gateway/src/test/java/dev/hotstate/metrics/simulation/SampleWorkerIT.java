package dev.hotstate.metrics.simulation;

import static dev.hotstate.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.decision.Asked;
import dev.hotstate.metrics.minute.MinutePart;
import dev.hotstate.metrics.minute.MinuteWriter;
import dev.hotstate.metrics.policy.Subject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SampleWorkerIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().perClass().scanning(RecordedKeys.scan());

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OwnSample own = new OwnSample(Clock.systemUTC());
    private MetricsFixture metrics;
    private SampleStore store;
    private SampleWorker worker;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        store = new SampleStore(metrics.router, metrics.scripts, metrics.keys, new ObjectMapper());
        worker = new SampleWorker(own, store, new MinuteWriter(), metrics.vertx);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void what_redis_could_not_take_goes_with_the_next_look_though_nobody_has_asked_since(RedisClusterHarness cluster) {
        own.asked(new Asked(new Subject("/shop", "GET", "192.0.2.1", null, Map.of()), List.of(), null, 1));
        cluster.pauseAll();
        assertThatThrownBy(() -> await(worker.tick())).isInstanceOf(RuntimeException.class);
        cluster.resumeAll();

        Awaitility.await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            await(worker.tick());
            long minute = MinutePart.minuteOf(Clock.systemUTC().millis());
            assertThat(await(store.read(minute)).requests()).hasSize(1);
        });
    }
}
