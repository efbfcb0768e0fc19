package dev.hotstate.metrics.adaptive;

import static dev.hotstate.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HoldTightenedScriptIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final Duration HOLD = Duration.ofHours(1);

    private final String policy = "p-" + UUID.randomUUID().toString().substring(0, 12);
    private MetricsFixture metrics;
    private AdaptiveStore store;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        store = new AdaptiveStore(metrics.router, metrics.scripts, metrics.keys);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void usual_is_what_nobody_has_tightened_and_keeping_or_looking_begins_nothing() {
        assertThat(await(store.look(policy))).isEmpty();
        assertThat(await(store.hold(policy, HOLD, false))).isEmpty();
        assertThat(await(store.look(policy))).isEmpty();
    }

    @Test
    void tightened_lasts_as_long_as_it_is_held_and_remembers_since_when() {
        var begun = await(store.hold(policy, HOLD, true)).orElseThrow();
        assertThat(begun.left()).isPositive().isLessThanOrEqualTo(HOLD);
        var longer = await(store.hold(policy, HOLD.multipliedBy(2), false)).orElseThrow();
        assertThat(longer.since()).isEqualTo(begun.since());
        assertThat(longer.left()).isGreaterThan(HOLD);
        assertThat(ttl())
                .as("looking changes nothing")
                .isLessThanOrEqualTo(longer.left().toMillis());
        assertThat(await(store.look(policy)).orElseThrow().left()).isLessThanOrEqualTo(longer.left());
    }

    @Test
    void instances_that_begin_at_once_agree_since_when() {
        var all = IntStream.range(0, 20)
                .mapToObj(each -> store.hold(policy, HOLD, true).subscribeAsCompletionStage())
                .toList();
        assertThat(all.stream().map(each -> each.join().orElseThrow().since()).distinct())
                .hasSize(1);
    }

    private long ttl() {
        return metrics.send(Command.of("PTTL").key(metrics.keys.tightened(policy)))
                .integer();
    }
}
