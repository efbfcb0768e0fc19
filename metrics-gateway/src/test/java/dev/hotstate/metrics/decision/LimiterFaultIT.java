package dev.hotstate.metrics.decision;

import static dev.hotstate.metrics.MetricsFixture.await;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.guard.NodeBreakers;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.limit.LimitStore;
import dev.hotstate.metrics.policy.FailMode;
import dev.hotstate.metrics.policy.LimitPolicies;
import dev.hotstate.metrics.policy.LimitPolicy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Redis falls silent: who asks is answered all the same, as the policy wants it. The breakers need a running Quarkus; the
 * cluster is the test's own.
 */
@QuarkusTest
class LimiterFaultIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().perClass();

    private static final Duration DEADLINE = ofMillis(40);
    private static final Duration SILENCE = ofSeconds(10);
    private static final Duration PROMISED = ofMillis(50);
    /** A crowded machine takes longer now and then. */
    private static final Duration PROMPT = ofMillis(250);

    private static final Duration PATIENCE = ofSeconds(90);
    private static final int INSTANCES = 4;

    private static final LimitPolicy OPEN = failing(FailMode.OPEN);
    private static final LimitPolicy CLOSED = failing(FailMode.CLOSED);
    private static final LimitPolicy SHARED = failing(FailMode.LOCAL_SHARE);

    private final KeyId caller = MetricsFixture.newCaller();
    private MetricsFixture metrics;
    private Limiter limiter;
    /** For what a crowded machine may take longer over. */
    private Limiter patient;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster, new NodeBreakers(new SimpleMeterRegistry()));
        limiter = limiter(DEADLINE);
        patient = limiter(ofSeconds(1));
    }

    private Limiter limiter(Duration deadline) {
        return new Limiter(
                new LimitStore(metrics.router, metrics.scripts, metrics.keys, deadline),
                new DenyCache(Duration.ZERO, 100, System::nanoTime),
                new LocalShare(100, System::nanoTime),
                () -> INSTANCES,
                new DecisionMetrics(new SimpleMeterRegistry(), List.of()));
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void each_fail_mode_answers_promptly_while_redis_is_silent_and_redis_decides_again_afterwards(
            RedisClusterHarness cluster) {
        awaitDecisionsOfRedis();

        cluster.pauseAll();
        var took = new ArrayList<Duration>();
        var shared = new ArrayList<Ruling>();
        long begun = System.nanoTime();
        for (int round = 0; round < 40 || System.nanoTime() - begun < SILENCE.toNanos(); round++) {
            took.add(timed(() -> assertThat(decide(OPEN)).satisfies(ruling -> {
                assertThat(ruling.allowed()).isTrue();
                assertThat(ruling.source()).isEqualTo(Source.FAIL_OPEN);
            })));
            took.add(timed(() -> assertThat(decide(CLOSED)).satisfies(ruling -> {
                assertThat(ruling.allowed()).isFalse();
                assertThat(ruling.source()).isEqualTo(Source.FAIL_CLOSED);
                assertThat(ruling.retryAfter()).isNotNull();
            })));
            took.add(timed(() -> shared.add(decide(SHARED))));
        }
        assertThat(shared).extracting(Ruling::source).containsOnly(Source.LOCAL_SHARE);
        assertThat(shared.stream().filter(Ruling::allowed).count())
                .isEqualTo(SHARED.limit().hits() / INSTANCES);
        assertThat(took.stream().sorted().toList().get(took.size() / 2)).isLessThan(PROMISED);
        assertThat(took.stream().sorted().toList().get(took.size() * 9 / 10)).isLessThan(PROMPT);

        cluster.resumeAll();
        awaitDecisionsOfRedis();
    }

    private void awaitDecisionsOfRedis() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> IntStream.range(0, 10)
                        .mapToObj(each -> decide(patient, OPEN, MetricsFixture.newCaller()))
                        .allMatch(ruling -> ruling.source() == Source.REDIS));
    }

    private Ruling decide(LimitPolicy policy) {
        return decide(limiter, policy, caller);
    }

    private static Ruling decide(Limiter limiter, LimitPolicy policy, KeyId who) {
        return await(limiter.decide(List.of(List.of(new Demand(policy, who, 1)))))
                .getFirst()
                .rulings()
                .getFirst();
    }

    private static Duration timed(Runnable work) {
        long begun = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private static LimitPolicy failing(FailMode mode) {
        return LimitPolicies.failing(mode, mode.word().replace('_', '-'), 20, ofMinutes(60));
    }
}
