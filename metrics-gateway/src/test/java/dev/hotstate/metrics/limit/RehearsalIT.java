package dev.hotstate.metrics.limit;

import static dev.hotstate.metrics.MetricsFixture.DEADLINE;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import io.quarkus.runtime.StartupEvent;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RehearsalIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private MetricsFixture metrics;
    private Rehearsal rehearsal;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        rehearsal =
                new Rehearsal(new LimitStore(metrics.router, metrics.scripts, metrics.keys, DEADLINE), metrics.vertx);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void every_node_knows_every_limit_when_it_is_over_and_nothing_is_written(RedisClusterHarness cluster) {
        cluster.masters().forEach(node -> call(node, "SCRIPT", "FLUSH"));
        assertThat(rehearsal.call().getStatus()).isEqualTo(Status.DOWN);

        rehearsal.start(new StartupEvent());

        awaitOver();
        assertThat(cluster.masters()).allSatisfy(node -> {
            assertThat(scripts(node)).isEqualTo(Algorithm.values().length + 1);
            assertThat(call(node, "KEYS", "*rehearsal*")).asInstanceOf(LIST).isEmpty();
        });
    }

    @Test
    void who_starts_without_redis_is_ready_all_the_same(RedisClusterHarness cluster) {
        var masters = cluster.masters();
        masters.forEach(RedisNode::pause);
        try {
            rehearsal.start(new StartupEvent());
            awaitOver();
        } finally {
            masters.forEach(RedisNode::resume);
            cluster.awaitHealthy();
        }
    }

    private void awaitOver() {
        await().atMost(ofSeconds(30)).until(() -> rehearsal.call().getStatus() == Status.UP);
    }

    private static long scripts(RedisNode node) {
        try (var client = node.connect()) {
            return Long.parseLong(client.field("number_of_cached_scripts", "INFO", "memory"));
        }
    }

    private static Object call(RedisNode node, String... words) {
        try (var client = node.connect()) {
            return client.call(words);
        }
    }
}
