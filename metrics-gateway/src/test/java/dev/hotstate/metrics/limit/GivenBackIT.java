package dev.hotstate.metrics.limit;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What one policy counted and another refused is given back as if it had never been, whoever was let through in between. */
class GivenBackIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final long BEGIN = 1_700_000_000_000_000L;
    private static final long MS = 1_000;
    private static final int CALLS = 600;

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private MetricsFixture metrics;

    /** Some so short that windows pass while something waits to be given back. */
    static Stream<Limit> limits() {
        return Stream.of(ofMillis(200), ofSeconds(2))
                .flatMap(window -> Stream.concat(
                        Stream.of(Algorithm.values()).map(algorithm -> Limit.of(algorithm, 20, window)),
                        Stream.of(Limit.of(Algorithm.FIXED_WINDOW, 150, window))));
    }

    /** What has no memory of single hits, but of moments. */
    static Stream<Limit> moments() {
        return limits().filter(limit -> limit.algorithm() != Algorithm.FIXED_WINDOW);
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

    @Test
    void a_log_keeps_the_hit_of_him_who_was_let_through_in_between() {
        var limit = new LimitAtTime(metrics, Limit.of(Algorithm.SLIDING_LOG, 2, ofSeconds(10)));
        var refused = limit.take(BEGIN, 1).orElseThrow();
        assertThat(limit.admits(BEGIN + 40 * MS, 1)).isTrue();

        limit.giveBack(BEGIN + 45 * MS, 1, refused);

        long between = BEGIN + 10_020 * MS;
        assertThat(limit.ask(between, 0, 1).remaining()).isEqualTo(1);
        assertThat(limit.admits(between, 2)).isFalse();
        assertThat(limit.admits(between, 1)).isTrue();
    }

    @Test
    void a_ring_keeps_the_sub_window_of_him_who_was_let_through_in_between() {
        var limit = new LimitAtTime(
                metrics, Limit.of(Algorithm.SUB_WINDOW_RING, 2, ofSeconds(10)).withParts(10));
        var refused = limit.take(BEGIN + 990 * MS, 1).orElseThrow();
        assertThat(limit.admits(BEGIN + 1_010 * MS, 1)).isTrue();

        limit.giveBack(BEGIN + 1_020 * MS, 1, refused);

        // The first sub-window has passed, the second has not.
        assertThat(limit.ask(BEGIN + 11_500 * MS, 0, 1).remaining()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"TOKEN_BUCKET", "GCRA"})
    void a_bucket_gets_nothing_back_that_would_have_run_over(Algorithm algorithm) {
        // One comes in every 10 ms.
        var limit = new LimitAtTime(metrics, Limit.of(algorithm, 20, ofMillis(200)));
        var refused = limit.take(BEGIN, 3).orElseThrow();
        assertThat(limit.admits(BEGIN + 20 * MS, 19)).isTrue();

        limit.giveBack(BEGIN + 20 * MS, 3, refused);

        assertThat(limit.ask(BEGIN + 20 * MS, 0, 1).remaining()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("limits")
    void what_comes_when_its_window_has_passed_is_taken_from_nobody(Limit limit) {
        var asked = new LimitAtTime(metrics, limit);
        var refused = asked.take(BEGIN, 3).orElseThrow();
        long later = BEGIN + 2 * Traffic.windowUs(limit) + 10 * MS;
        assertThat(asked.admits(later, limit.hits())).isTrue();

        asked.giveBack(later, 3, refused);

        assertThat(asked.ask(later, 0, 1).remaining()).isZero();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void what_was_given_back_before_is_taken_from_nobody_else(Limit limit) {
        var asked = new LimitAtTime(metrics, limit);
        var refused = asked.take(BEGIN, 3).orElseThrow();
        asked.giveBack(BEGIN + 10 * MS, 3, refused);
        assertThat(asked.ask(BEGIN + 10 * MS, 0, 1).remaining()).isEqualTo(limit.hits());
    }

    @ParameterizedTest
    @MethodSource("limits")
    void of_those_who_were_counted_by_one_run_each_gives_back_his_own(Limit limit) {
        var asked = new LimitAtTime(metrics, limit);
        var first = asked.take(BEGIN, 6).orElseThrow();
        for (long ahead : List.of(4L, 0L, 2L)) {
            asked.giveBack(BEGIN, 2, new Counted(first.at(), ahead));
        }
        assertThat(asked.ask(BEGIN, 0, 1).remaining()).isEqualTo(limit.hits());
    }

    @ParameterizedTest
    @MethodSource("limits")
    void no_window_has_more_than_the_stated_bound_while_others_are_refused_elsewhere(Limit limit) {
        var race = new Race(limit);
        race.run(CALLS);
        assertThat(race.admitted.worst(Traffic.windowUs(limit)))
                .as("%s", limit)
                .isPositive()
                .isLessThanOrEqualTo((int) limit.bound());
    }

    @ParameterizedTest
    @MethodSource("moments")
    void others_find_what_they_would_have_found_without_it(Limit limit) {
        var race = new Race(limit);
        for (int round = 0; round < 60; round++) {
            race.run(10);
            race.giveAllBack();
            long left = race.asked.ask(race.us, 0, 1).remaining();
            long wanted = race.undisturbed.ask(race.us, 0, 1).remaining();
            if (limit.algorithm().hasBurst()) {
                // What came in while others took may count as having run over.
                assertThat(left).as("%s", limit).isLessThanOrEqualTo(wanted);
            } else {
                assertThat(left).as("%s", limit).isEqualTo(wanted);
            }
        }
    }

    /** Callers of whom every third is refused by another policy, a while after this one has let him through. */
    private final class Race {

        private record Refused(long us, long hits, Counted counted) {}

        private final Limit limit;
        private final LimitAtTime asked;
        /** The same without those who are refused elsewhere. */
        private final LimitAtTime undisturbed;

        private final ExactLog admitted = new ExactLog();
        private final ArrayDeque<Refused> waiting = new ArrayDeque<>();
        private final int waitingMax;
        private long us = BEGIN;

        Race(Limit limit) {
            this.limit = limit;
            this.asked = new LimitAtTime(metrics, limit);
            this.undisturbed = new LimitAtTime(metrics, limit);
            // Of a bucket only what one gives back at a time is exact.
            this.waitingMax = limit.algorithm().hasBurst() ? 1 : 4;
        }

        void run(int calls) {
            for (int call = 0; call < calls; call++) {
                us += random.nextLong(2 * Traffic.windowUs(limit) / limit.hits());
                while (!waiting.isEmpty() && waiting.getFirst().us() <= us) {
                    giveBack(waiting.removeFirst());
                }
                long hits = 1 + random.nextInt(3);
                if (random.nextInt(3) > 0) {
                    if (asked.admits(us, hits)) {
                        admitted.add(us, hits);
                        undisturbed.ask(us, hits, 1);
                    }
                } else if (waiting.size() < waitingMax) {
                    asked.take(us, hits).ifPresent(counted -> waiting.add(new Refused(us + later(), hits, counted)));
                }
            }
        }

        void giveAllBack() {
            waiting.forEach(this::giveBack);
            waiting.clear();
        }

        private long later() {
            return random.nextLong(random.nextInt(10) == 0 ? 2 * Traffic.windowUs(limit) : 50 * MS);
        }

        private void giveBack(Refused refused) {
            asked.giveBack(us, refused.hits(), refused.counted());
        }
    }
}
