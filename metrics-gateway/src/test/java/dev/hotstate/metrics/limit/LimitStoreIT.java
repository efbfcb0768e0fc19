package dev.hotstate.metrics.limit;

import static dev.hotstate.metrics.MetricsFixture.DEADLINE;
import static dev.hotstate.metrics.MetricsFixture.await;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import dev.hotstate.metrics.limit.LimitStore.Form;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits by the clock of Redis: the fixed window, whose clock is a TTL, and what all have in common. */
class LimitStoreIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SLOW_MACHINE = ofMinutes(5);

    private final KeyId caller = MetricsFixture.newCaller();
    private MetricsFixture metrics;
    private LimitStore store;

    /** So long that nothing flows back while a test runs. */
    static Stream<Limit> windows() {
        return Stream.of(fixed(20, DAY), fixed(200, DAY));
    }

    static Stream<Limit> all() {
        return Stream.concat(
                windows(),
                Stream.of(Algorithm.values())
                        .filter(algorithm -> algorithm != Algorithm.FIXED_WINDOW)
                        .map(algorithm -> Limit.of(algorithm, 100, DAY)));
    }

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        store = new LimitStore(metrics.router, metrics.scripts, metrics.keys, DEADLINE);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @ParameterizedTest
    @MethodSource("windows")
    void a_window_has_its_limit_and_then_begins_anew(Limit limit) {
        var brief = new Limit(limit.algorithm(), limit.hits(), ofMillis(400), limit.burst(), limit.parts());
        assertThat(ask(brief, 1, limit.hits()).granted()).isEqualTo(limit.hits());

        Awaitility.await()
                .atMost(ofSeconds(15))
                .pollInterval(ofMillis(20))
                .until(() -> ask(brief, limit.hits(), 1).isAllowed());
    }

    @ParameterizedTest
    @MethodSource("windows")
    void a_refusal_says_when_the_window_ends(Limit limit) {
        ask(limit, 1, limit.hits());
        var refused = ask(limit, 1, 1);
        assertThat(refused.isAllowed()).isFalse();
        assertThat(refused.retry().orElseThrow())
                .isEqualTo(refused.reset())
                .isPositive()
                .isLessThanOrEqualTo(limit.window());
    }

    @ParameterizedTest
    @MethodSource("windows")
    void what_is_given_back_can_be_had_again(Limit limit) {
        ask(limit, 1, limit.hits());
        assertThat(ask(limit, -3, 1).remaining()).isEqualTo(3);
        assertThat(ask(limit, 1, 5).granted()).isEqualTo(3);
        assertThat(ask(limit, -1_000, 1).remaining()).isEqualTo(limit.hits());
    }

    @ParameterizedTest
    @MethodSource("windows")
    void a_wrong_ttl_heals(Limit limit) {
        ask(limit, 1, 1);
        metrics.send(Command.of("PEXPIRE").key(keyOf(limit)).arg(2 * DAY.toMillis()));

        ask(limit, 0, 1);

        assertThat(ttl(limit)).isBetween(1L, limit.window().toMillis());
    }

    @ParameterizedTest
    @MethodSource("windows")
    void a_shorter_window_holds_at_once(Limit limit) {
        ask(limit, 1, 1);
        var shorter = new Limit(limit.algorithm(), limit.hits(), ofMinutes(1), limit.burst(), limit.parts());
        assertThat(ask(shorter, 1, 1).reset()).isPositive().isLessThanOrEqualTo(ofMinutes(1));
    }

    @ParameterizedTest
    @MethodSource("all")
    void of_64_callers_at_once_exactly_as_many_as_allowed_pass(Limit limit) {
        // As many instances: what one of them is asked by several callers travels together.
        var instances = IntStream.range(0, 16)
                .mapToObj(each -> new LimitStore(metrics.router, metrics.scripts, metrics.keys, DEADLINE))
                .toList();

        var asked = IntStream.range(0, 64)
                .mapToObj(each -> instances
                        .get(each % instances.size())
                        .decide(Collections.nCopies(8, new LimitQuestion(limit, caller, 1, 1))))
                .toList();

        long granted = await(Uni.join().all(asked).andFailFast()).stream()
                .flatMap(List::stream)
                .mapToLong(answer -> decided(answer).granted())
                .sum();

        assertThat(granted).isEqualTo(limit.hits());
    }

    @ParameterizedTest
    @MethodSource("all")
    void who_wants_to_know_where_he_was_counted_gives_back_there(Limit limit) {
        var together = Collections.nCopies(8, new LimitQuestion(limit, caller, 2, 1, Counted.ASKED));
        var counted = await(store.decide(together)).stream()
                .map(answer -> Objects.requireNonNull(decided(answer).counted()))
                .toList();
        assertThat(counted).extracting(Counted::ahead).containsExactly(0L, 2L, 4L, 6L, 8L, 10L, 12L, 14L);
        assertThat(ask(limit, 1, 1).counted()).isNull();

        await(store.decide(Stream.of(7, 0, 3)
                .map(each -> new LimitQuestion(limit, caller, -2, 1, counted.get(each)))
                .toList()));

        assertThat(ask(limit, 0, 1).remaining()).isEqualTo(limit.callMax() - 11);
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_key_lives_as_long_as_it_matters_and_a_refusal_leaves_none(Limit limit) {
        assertThat(ask(limit, limit.callMax() + 1, 1).isAllowed()).isFalse();
        assertThat(exists(limit)).isFalse();
        ask(limit, 0, 1);
        assertThat(exists(limit)).isFalse();

        assertThat(ttlBehind(ask(limit, 1, 3), limit)).isBetween(Duration.ZERO, SLOW_MACHINE);
        assertThat(ttlBehind(ask(limit, 1, 2 * limit.hits()), limit)).isBetween(Duration.ZERO, SLOW_MACHINE);

        await(store.reset(limit, caller));
        assertThat(exists(limit)).isFalse();
        assertThat(ask(limit, 0, 1).remaining()).isEqualTo(limit.callMax());
    }

    private Decision ask(Limit limit, long hits, long calls) {
        return decided(await(store.decide(List.of(new LimitQuestion(limit, caller, hits, calls))))
                .getFirst());
    }

    private static Decision decided(LimitAnswer answer) {
        return ((LimitAnswer.Decided) answer).decision();
    }

    private Duration ttlBehind(Decision decision, Limit limit) {
        return decision.reset().minusMillis(ttl(limit));
    }

    private long ttl(Limit limit) {
        return metrics.send(Command.of("PTTL").key(keyOf(limit))).integer();
    }

    private boolean exists(Limit limit) {
        return metrics.send(Command.of("EXISTS").key(keyOf(limit))).integer() == 1;
    }

    private RedisKey keyOf(Limit limit) {
        return Form.of(limit.affordable()).key(metrics.keys, caller);
    }

    private static Limit fixed(long hits, Duration window) {
        return Limit.of(Algorithm.FIXED_WINDOW, hits, window);
    }
}
