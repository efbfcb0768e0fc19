package dev.hotstate.metrics.limit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.limit.LimitAtTime.Said;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each algorithm beside an exact log, on a clock that the test sets. */
class AlgorithmsIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final int HITS = 2_000;
    private static final long SECOND_US = 1_000_000;

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private MetricsFixture metrics;

    static Stream<Limit> limits() {
        return Stream.of(
                Limit.of(Algorithm.FIXED_WINDOW, 50, ofSeconds(10)),
                Limit.of(Algorithm.FIXED_WINDOW, 150, ofSeconds(10)),
                Limit.of(Algorithm.SLIDING_LOG, 50, ofSeconds(10)),
                Limit.of(Algorithm.SUB_WINDOW_RING, 50, ofSeconds(10)).withParts(10),
                Limit.of(Algorithm.SUB_WINDOW_RING, 7, ofMillis(950)).withParts(60),
                Limit.of(Algorithm.SLIDING_COUNTER, 50, ofSeconds(10)),
                Limit.of(Algorithm.TOKEN_BUCKET, 50, ofSeconds(10)),
                Limit.of(Algorithm.TOKEN_BUCKET, 50, ofSeconds(10)).withBurst(20),
                Limit.of(Algorithm.GCRA, 50, ofSeconds(10)),
                Limit.of(Algorithm.GCRA, 7, ofSeconds(60)).withBurst(3));
    }

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        System.out.println("-Dhotstate.seed=" + seed);
        metrics = new MetricsFixture(cluster);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void no_window_ever_has_more_than_the_stated_bound(Limit limit) {
        for (var traffic : Traffic.values()) {
            for (double demand : new double[] {0.8, 5}) {
                var asked = new LimitAtTime(metrics, limit);
                var admitted = new ExactLog();
                for (long at : traffic.draw(random, limit, demand, HITS / 4)) {
                    long hits = 1 + random.nextInt(2);
                    if (asked.admits(at, hits)) {
                        admitted.add(at, hits);
                    }
                }
                assertThat(admitted.worst(Traffic.windowUs(limit)))
                        .as("%s of %s at %s", traffic, limit, demand)
                        .isPositive()
                        .isLessThanOrEqualTo((int) limit.bound());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("limits")
    void clocks_that_are_behind_after_failovers_let_nothing_more_pass(Limit limit) {
        for (var traffic : Traffic.values()) {
            var asked = new LimitAtTime(metrics, limit);
            var admitted = new ExactLog();
            long behind = 0;
            for (long at : traffic.draw(random, limit, 3, HITS / 4)) {
                if (random.nextInt(100) == 0) {
                    behind += random.nextLong(30 * SECOND_US);
                }
                if (asked.admits(at - behind, 1)) {
                    admitted.add(at, 1);
                }
            }
            assertThat(admitted.worst(Traffic.windowUs(limit)))
                    .as("%s of %s", traffic, limit)
                    .isPositive()
                    .isLessThanOrEqualTo((int) limit.bound());
        }
    }

    @ParameterizedTest
    @MethodSource("limits")
    void each_decision_is_the_one_that_the_definition_asks_for(Limit limit) {
        for (var traffic : Traffic.values()) {
            var asked = new LimitAtTime(metrics, limit);
            var wanted = ReferenceLimit.of(limit);
            for (long at : traffic.draw(random, limit, 1.5, HITS / 4)) {
                long hits = 1 + random.nextInt(3);
                boolean admitted = asked.admits(at, hits);
                wanted.judge(at, hits)
                        .ifPresent(expected -> assertThat(admitted)
                                .as("%s of %s", traffic, limit)
                                .isEqualTo(expected));
                if (admitted) {
                    wanted.admit(at, hits);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("limits")
    void calls_that_ask_together_get_what_they_get_one_after_the_other(Limit limit) {
        var together = new LimitAtTime(metrics, limit);
        var apart = new LimitAtTime(metrics, limit);
        for (long at : Traffic.RANDOM.draw(random, limit, 0.5, HITS / 20)) {
            long hits = 1 + random.nextInt(3);
            int calls = 1 + random.nextInt(8);
            long one = IntStream.range(0, calls)
                    .filter(call -> apart.admits(at, hits))
                    .count();
            assertThat(together.ask(at, hits, calls).granted()).isEqualTo(one);
        }
    }

    @ParameterizedTest
    @MethodSource("limits")
    void who_is_refused_is_told_when_to_come_again(Limit limit) {
        for (int round = 0; round < 30; round++) {
            var asked = new LimitAtTime(metrics, limit);
            long hits = 1 + random.nextInt((int) Math.min(3, limit.callMax()));
            long at = 1_700_000_000_000_000L + random.nextLong(Traffic.windowUs(limit));
            Said refused = asked.ask(at, hits, 1);
            while (refused.granted() == 1) {
                at += random.nextLong(Traffic.windowUs(limit) / limit.hits() / 2);
                refused = asked.ask(at, hits, 1);
            }
            assertThat(refused.retryMs()).isPositive();
            long retry = at + refused.retryMs() * 1_000;
            if (refused.retryMs() > 2) {
                assertThat(asked.admits(retry - 2_000, hits))
                        .as("%s early", limit)
                        .isFalse();
            }
            assertThat(asked.admits(retry, hits)).as("%s in time", limit).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("limits")
    void what_is_given_back_can_be_had_again(Limit limit) {
        var asked = new LimitAtTime(metrics, limit);
        long at = 1_700_000_000_000_000L;
        long all = limit.callMax();
        assertThat(asked.admits(at, all)).isTrue();
        assertThat(asked.admits(at, 1)).isFalse();

        assertThat(asked.ask(at, -2, 1).remaining()).isEqualTo(2);
        assertThat(asked.admits(at, 3)).isFalse();
        assertThat(asked.admits(at, 2)).isTrue();
        assertThat(asked.ask(at, -10 * all, 1).remaining()).isEqualTo(all);
        assertThat(asked.ask(at, 0, 1).resetMs()).isZero();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void looking_takes_nothing_and_what_can_never_fit_is_said_to(Limit limit) {
        var asked = new LimitAtTime(metrics, limit);
        long at = 1_700_000_000_000_000L;
        assertThat(asked.ask(at, limit.callMax() + 1, 1)).isEqualTo(new Said(0, limit.callMax(), 0, -1));
        for (int i = 0; i < 5; i++) {
            assertThat(asked.ask(at, 0, 1)).isEqualTo(new Said(1, limit.callMax(), 0, 0));
        }
        assertThat(asked.admits(at, limit.callMax())).isTrue();
        assertThat(asked.ask(at, 0, 1).remaining()).isZero();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void another_limit_holds_with_the_next_call(Limit limit) {
        var asked = new LimitAtTime(metrics, limit);
        long at = 1_700_000_000_000_000L;
        long all = limit.callMax();
        assertThat(asked.admits(at, all)).isTrue();

        // Kept as before, whatever the number: see Limit.counted.
        boolean counted = limit.counted();
        var more = asked.changedTo(
                new Limit(limit.algorithm(), 2 * limit.hits(), limit.window(), 2 * all, limit.parts(), counted));
        if (limit.algorithm().hasBurst()) {
            // A larger bucket is not a fuller one, but it fills faster.
            long gapMs = limit.window().toMillis() / (2 * limit.hits());
            assertThat(more.ask(at, 1, 1).retryMs()).isLessThanOrEqualTo(gapMs + 1);
        } else {
            assertThat(more.admits(at, 1)).isTrue();
        }
        var less = asked.changedTo(new Limit(limit.algorithm(), 2, limit.window(), 2, limit.parts(), counted));
        assertThat(less.admits(at, 2)).isFalse();
    }
}
