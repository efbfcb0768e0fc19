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
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.limit.LimitStore;
import dev.hotstate.metrics.policy.FailMode;
import dev.hotstate.metrics.policy.LimitPolicies;
import dev.hotstate.metrics.policy.LimitPolicy;
import io.micrometer.core.instrument.Counter;
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
    static final RedisClusterExtension redis = MetricsFixture.plan().perClass().scanning(RecordedKeys.scan());

    private static final Duration DEADLINE = ofMillis(40);
    private static final Duration SILENCE = ofSeconds(10);
    private static final Duration PROMISED = ofMillis(50);
    /** A crowded machine takes longer now and then. */
    private static final Duration PROMPT = ofMillis(250);

    private static final Duration PATIENCE = ofSeconds(90);
    private static final int INSTANCES = 4;
    private static final long LIMIT = 20;

    /** So often it may have been the machine that was late. */
    private static final int SILENCES_MAX = 5;

    private final KeyId caller = MetricsFixture.newCaller();
    private List<Mode> modes;

    /** A fail mode, asked over connections and breakers of its own: what the first answers wait for is nothing but the deadline. */
    private final class Mode implements AutoCloseable {

        final LimitPolicy policy;
        final Source source;
        final List<Duration> took = new ArrayList<>();
        final List<Ruling> rulings = new ArrayList<>();
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final MetricsFixture metrics;
        private final Limiter limiter;
        /** For what a crowded machine may take longer over. */
        private final Limiter patient;

        Mode(RedisClusterHarness cluster, FailMode failMode, Source source) {
            this.policy = LimitPolicies.failing(failMode, failMode.word().replace('_', '-'), LIMIT, ofMinutes(60));
            this.source = source;
            this.metrics = new MetricsFixture(cluster, new NodeBreakers(new SimpleMeterRegistry()));
            this.limiter = limiter(DEADLINE, meters);
            this.patient = limiter(ofSeconds(1), new SimpleMeterRegistry());
        }

        private Limiter limiter(Duration deadline, SimpleMeterRegistry meters) {
            return new Limiter(
                    new LimitStore(metrics.router, metrics.scripts, metrics.keys, deadline),
                    new DenyCache(Duration.ZERO, 100, System::nanoTime),
                    new LocalShare(100, System::nanoTime),
                    () -> INSTANCES,
                    new DecisionMetrics(meters, List.of()));
        }

        Duration ask() {
            long begun = System.nanoTime();
            var ruling = decide(limiter, caller);
            var answered = Duration.ofNanos(System.nanoTime() - begun);
            took.add(answered);
            rulings.add(ruling);
            return answered;
        }

        void awaitDecisionsOfRedis() {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> IntStream.range(0, 10)
                            .mapToObj(each -> decide(patient, MetricsFixture.newCaller()))
                            .allMatch(ruling -> ruling.source() == Source.REDIS));
        }

        private Ruling decide(Limiter limiter, KeyId who) {
            return await(limiter.decide(List.of(List.of(new Demand(policy, who, 1)))))
                    .getFirst()
                    .rulings()
                    .getFirst();
        }

        Duration tookMostly(double part) {
            return took.stream().sorted().toList().get((int) (took.size() * part));
        }

        double counted() {
            return meters.find("metrics.limit.decided").tag("source", source.word()).counters().stream()
                    .mapToDouble(Counter::count)
                    .sum();
        }

        @Override
        public void close() {
            metrics.close();
        }
    }

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        modes = List.of(
                new Mode(cluster, FailMode.OPEN, Source.FAIL_OPEN),
                new Mode(cluster, FailMode.CLOSED, Source.FAIL_CLOSED),
                new Mode(cluster, FailMode.LOCAL_SHARE, Source.LOCAL_SHARE));
        modes.forEach(Mode::awaitDecisionsOfRedis);
    }

    @AfterEach
    void close() {
        modes.forEach(Mode::close);
    }

    @Test
    void each_fail_mode_answers_promptly_while_redis_is_silent_and_redis_decides_again_afterwards(
            RedisClusterHarness cluster) {
        cluster.pauseAll();
        long begun = System.nanoTime();
        for (int round = 0; round < 40 || System.nanoTime() - begun < SILENCE.toNanos(); round++) {
            modes.forEach(Mode::ask);
        }
        for (var mode : modes) {
            assertThat(mode.rulings).extracting(Ruling::source).containsOnly(mode.source);
            assertThat(mode.counted()).isEqualTo(mode.rulings.size());
            assertThat(mode.tookMostly(0.5)).as(mode.policy.id()).isLessThan(PROMISED);
            assertThat(mode.tookMostly(0.9)).as(mode.policy.id()).isLessThan(PROMPT);
        }
        assertThat(modes.get(0).rulings).allMatch(Ruling::allowed);
        assertThat(modes.get(1).rulings).noneMatch(Ruling::allowed).allMatch(ruling -> ruling.retryAfter() != null);
        assertThat(modes.get(2).rulings).filteredOn(Ruling::allowed).hasSize((int) (LIMIT / INSTANCES));

        cluster.resumeAll();
        modes.forEach(Mode::awaitDecisionsOfRedis);
    }

    /** Later ones are spared it by a breaker. */
    @Test
    void the_first_answer_without_redis_waits_for_the_deadline_and_no_longer(RedisClusterHarness cluster) {
        for (var mode : modes) {
            var shortest = PATIENCE;
            for (int silence = 0; silence < SILENCES_MAX && shortest.compareTo(PROMISED) >= 0; silence++) {
                mode.awaitDecisionsOfRedis();
                cluster.pauseAll();
                var first = mode.ask();
                cluster.resumeAll();
                assertThat(mode.rulings.getLast().source()).isEqualTo(mode.source);
                shortest = first.compareTo(shortest) < 0 ? first : shortest;
            }
            assertThat(shortest).as(mode.policy.id()).isBetween(DEADLINE.minusMillis(5), PROMISED);
        }
    }
}
