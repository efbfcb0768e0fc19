package dev.hotstate.metrics.limit;

import static dev.hotstate.metrics.MetricsFixture.DEADLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions that travel together are answered as an exact log answers them one by one. Nothing flows back in the windows here. */
class HotKeysIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final Duration WINDOW = Duration.ofDays(31);
    private static final int ROUNDS = 12;
    private static final int QUESTIONS = 60;

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private MetricsFixture metrics;
    private LimitStore store;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        System.out.println("-Dhotstate.seed=" + seed);
        metrics = new MetricsFixture(cluster);
        store = new LimitStore(metrics.router, metrics.scripts, metrics.keys, DEADLINE);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void in_the_order_of_arrival_each_gets_what_the_exact_log_gives(Algorithm algorithm) {
        for (int round = 0; round < ROUNDS; round++) {
            var limit = Limit.of(algorithm, 1 + random.nextInt(60), WINDOW);
            var caller = MetricsFixture.newCaller();
            var asked = new ArrayList<CompletableFuture<List<LimitAnswer>>>();
            var wanted = new ArrayList<Long>();
            int kinds = 1 + random.nextInt(3);
            for (int i = 0; i < QUESTIONS; i++) {
                long hits = random.nextInt(10) == 0 ? -random.nextInt(3) : 1 + random.nextInt(kinds);
                wanted.add(hits);
                asked.add(store.decide(List.of(new LimitQuestion(limit, caller, hits, 1)))
                        .subscribeAsCompletionStage());
            }
            long used = 0;
            for (int i = 0; i < QUESTIONS; i++) {
                long hits = wanted.get(i);
                boolean fits = hits <= 0 || used + hits <= limit.hits();
                used = fits ? Math.max(0, used + hits) : used;
                var decision = decided(await(asked.get(i)));
                assertThat(decision.isAllowed())
                        .as("question %d of %s, %s", i, limit, wanted)
                        .isEqualTo(fits);
                // Looks and gifts of one run are answered by its end.
                if (hits > 0) {
                    assertThat(decision.remaining())
                            .as("remaining at %d of %s, %s", i, limit, wanted)
                            .isEqualTo(limit.hits() - used);
                }
                assertThat(decision.retry().isPresent()).isEqualTo(!fits && hits <= limit.hits());
            }
        }
        assertThat(store.spared()).as("questions that travelled with others").isPositive();
    }

    @Test
    void callers_on_many_threads_get_exactly_the_limit_and_cost_few_runs() throws Exception {
        var limit = Limit.of(Algorithm.SUB_WINDOW_RING, 1_000, WINDOW);
        var caller = MetricsFixture.newCaller();
        try (var threads = Executors.newFixedThreadPool(8)) {
            var granted = IntStream.range(0, 64)
                    .mapToObj(each -> threads.submit(() -> grantedOf(limit, caller, 50)))
                    .toList();
            assertThat(sum(granted)).isEqualTo(1_000);
        }
        assertThat(store.spared()).isGreaterThan(64 * 50 / 2);
    }

    @Test
    void one_batch_about_few_callers_needs_one_run_for_each() {
        var limit = Limit.of(Algorithm.GCRA, 3, WINDOW);
        var callers = IntStream.range(0, 5)
                .mapToObj(each -> MetricsFixture.newCaller())
                .toList();
        var answers = MetricsFixture.await(store.decide(IntStream.range(0, 100)
                .mapToObj(i -> new LimitQuestion(limit, callers.get(i % 5), 1, 1))
                .toList()));
        for (int i = 0; i < 100; i++) {
            assertThat(decided(answers.subList(i, i + 1)).isAllowed()).isEqualTo(i < 15);
        }
        assertThat(store.spared()).isEqualTo(95);
    }

    private long grantedOf(Limit limit, KeyId caller, int questions) {
        var asked = IntStream.range(0, questions)
                .mapToObj(each -> store.decide(List.of(new LimitQuestion(limit, caller, 1, 1)))
                        .subscribeAsCompletionStage())
                .toList();
        return asked.stream()
                .filter(answer -> decided(answer.join()).isAllowed())
                .count();
    }

    private static long sum(List<Future<Long>> parts) throws Exception {
        long sum = 0;
        for (var part : parts) {
            sum += part.get();
        }
        return sum;
    }

    private static Decision decided(List<LimitAnswer> answers) {
        return ((LimitAnswer.Decided) answers.getFirst()).decision();
    }

    private static <T> T await(CompletableFuture<T> future) {
        return future.orTimeout(20, TimeUnit.SECONDS).join();
    }
}
