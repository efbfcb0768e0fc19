package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.MetricsFixture.await;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.limit.LimitStore;
import dev.hotstate.metrics.policy.FailMode;
import dev.hotstate.metrics.policy.LimitPolicies;
import dev.hotstate.metrics.policy.LimitPolicy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One node behind a network that is slower than a decision may be. */
class SlowNetworkIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan()
            .replicasPerMaster(0)
            .throughProxies()
            .perClass()
            .scanning(RecordedKeys.scan());

    private static final Duration DEADLINE = ofMillis(40);
    /** Each way. */
    private static final Duration SLOW = ofMillis(60);

    private static final Duration PATIENCE = ofSeconds(60);
    /** So many batches say how long one takes: a single one may meet a machine that stalls. */
    private static final int BATCHES = 15;

    private static final long LIMIT = 5;
    private static final LimitPolicy POLICY =
            LimitPolicies.failing(FailMode.OPEN, "slow-network", LIMIT, ofMinutes(60));

    private final List<KeyId> callers =
            IntStream.range(0, 60).mapToObj(each -> MetricsFixture.newCaller()).toList();
    private final Map<KeyId, Integer> allowedByRedis = new HashMap<>();
    private MetricsFixture metrics;
    private Limiter limiter;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        limiter = new Limiter(
                new LimitStore(metrics.router, metrics.scripts, metrics.keys, DEADLINE),
                new DenyCache(Duration.ZERO, 100, System::nanoTime),
                new LocalShare(100, System::nanoTime),
                () -> 1,
                new DecisionMetrics(new SimpleMeterRegistry(), List.of()));
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void callers_on_that_node_are_decided_by_the_fail_mode_in_time_and_the_others_by_redis(
            RedisClusterHarness cluster) {
        awaitAllByRedis();
        var sick = cluster.masters().getFirst();
        var onIt = callers.stream()
                .filter(caller -> cluster.masterOf(
                                metrics.keys.limit("sliding_count", caller, "p").value())
                        .equals(sick))
                .toList();
        assertThat(onIt).isNotEmpty().hasSizeLessThan(callers.size());

        cluster.route(sick).slow(SLOW);
        var took = new ArrayList<Duration>();
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> {
                long begun = System.nanoTime();
                var sources = decideAll();
                took.add(Duration.ofNanos(System.nanoTime() - begun));
                return took.size() >= BATCHES
                        && callers.stream()
                                .allMatch(caller -> (sources.get(caller) == Source.FAIL_OPEN) == onIt.contains(caller));
            });
        } finally {
            cluster.route(sick).pass();
        }

        assertThat(took.stream().sorted().toList().get(took.size() / 2)).isLessThan(ofMillis(250));
        awaitAllByRedis();
        // What timed out may have counted; never has more been allowed than there was.
        assertThat(allowedByRedis.values()).allMatch(allowed -> allowed <= LIMIT);
    }

    private void awaitAllByRedis() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> decideAll().values().stream().allMatch(Source.REDIS::equals));
    }

    /** All at once, as a batch. */
    private Map<KeyId, Source> decideAll() {
        var verdicts = await(limiter.decide(callers.stream()
                .map(caller -> List.of(new Demand(POLICY, caller, 1)))
                .toList()));
        var sources = new HashMap<KeyId, Source>();
        for (int i = 0; i < callers.size(); i++) {
            var ruling = verdicts.get(i).rulings().getFirst();
            sources.put(callers.get(i), ruling.source());
            if (ruling.allowed() && ruling.source() == Source.REDIS) {
                allowedByRedis.merge(callers.get(i), 1, Integer::sum);
            }
        }
        return sources;
    }
}
