package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.MetricsFixture.DEADLINE;
import static dev.hotstate.metrics.MetricsFixture.await;
import static java.time.Duration.ofDays;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.limit.Algorithm;
import dev.hotstate.metrics.limit.LimitStore;
import dev.hotstate.metrics.policy.LimitPolicies;
import dev.hotstate.metrics.policy.LimitPolicy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two instances and several policies. */
class LimiterIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final LimitPolicy LOG = LimitPolicies.by(Algorithm.SLIDING_LOG, "log", 2, ofDays(1));
    private static final LimitPolicy TIGHT = LimitPolicies.enforced("tight", 1, ofDays(1));

    private MetricsFixture one;
    private MetricsFixture other;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        one = new MetricsFixture(cluster);
        other = new MetricsFixture(cluster);
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    @Test
    void who_is_let_through_while_another_is_refused_elsewhere_stays_counted() {
        var caller = MetricsFixture.newCaller();
        var tight = new Demand(TIGHT, MetricsFixture.newCaller(), 1);
        var log = new Demand(LOG, caller, 1);
        var elsewhere = limiter(other, List.of());
        await(elsewhere.decide(List.of(List.of(tight))));
        var entries = new ArrayList<List<String>>();
        // Between the refusal and what it gives back; not on its thread, which must not wait.
        var limiter = limiter(
                one,
                List.of(decided -> CompletableFuture.runAsync(() -> {
                            entries.add(entries(log));
                            await(elsewhere.decide(List.of(List.of(log))));
                            entries.add(entries(log));
                        })
                        .join()));

        var verdict = await(limiter.decide(List.of(List.of(log, tight)))).getFirst();

        assertThat(verdict.allowed()).isFalse();
        var refused = entries.get(0);
        var both = entries.get(1);
        assertThat(refused).hasSize(1);
        assertThat(both).hasSize(2).containsAll(refused);
        assertThat(entries(log)).hasSize(1).doesNotContainAnyElementsOf(refused);
    }

    private List<String> entries(Demand demand) {
        return other
                .send(Command.of("ZRANGE")
                        .key(other.keys.limit("sliding_limit", demand.caller()))
                        .arg(0)
                        .arg(-1))
                .list()
                .stream()
                .map(Reply::text)
                .toList();
    }

    private static Limiter limiter(MetricsFixture metrics, List<DecidedListener> listeners) {
        return new Limiter(
                new LimitStore(metrics.router, metrics.scripts, metrics.keys, DEADLINE),
                new DenyCache(Duration.ZERO, 100, System::nanoTime),
                new LocalShare(100, System::nanoTime),
                () -> 1,
                new DecisionMetrics(new SimpleMeterRegistry(), listeners));
    }
}
