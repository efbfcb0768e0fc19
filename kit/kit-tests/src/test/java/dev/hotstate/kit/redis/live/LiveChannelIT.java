package dev.hotstate.kit.redis.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.connection.TestRouter;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.FailoverMode;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.time.RunningClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One instance learns, another one is watched; the news is the newest number of a name, the state all of them. */
class LiveChannelIT {

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().perClass();

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final AtomicInteger CHANNELS = new AtomicInteger();

    private final RedisKey channel = RedisKey.of("test:probe:live:n" + CHANNELS.incrementAndGet());
    private final Map<String, Integer> state = new ConcurrentHashMap<>();
    private final AtomicInteger encoded = new AtomicInteger();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private TestRouter router;
    private TestRouter elsewhere;
    private LiveChannel<String, News> source;

    private record News(String name, int number) {

        static News later(News one, News other) {
            return one.number() > other.number() ? one : other;
        }
    }

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        router = TestRouter.of(cluster);
        elsewhere = TestRouter.of(cluster);
        source = new LiveChannel<>(spec(Duration.ZERO), new Page(state), elsewhere.router(), elsewhere.vertx(), meters)
                .start();
    }

    @AfterEach
    void close() {
        source.close();
        router.close();
        elsewhere.close();
    }

    @Test
    void what_nobody_watches_is_neither_encoded_nor_listened_to(RedisClusterHarness cluster) {
        // When
        learn("a", 1);
        learn("b", 1);
        await().atMost(PATIENCE).until(() -> news("unheard") == 2);
        // Then
        assertThat(encoded).hasValue(0);
        assertThat(listeners(cluster)).isZero();
    }

    @Test
    void a_watcher_is_told_and_after_the_last_one_it_is_quiet_again(RedisClusterHarness cluster) {
        // Given
        learn("a", 1);
        try (var visit = visit()) {
            assertThat(visit.page.seen).isEqualTo(Map.of("a", 1));
            // When
            learn("a", 2);
            // Then
            await().atMost(PATIENCE).until(() -> visit.page.seen.equals(Map.of("a", 2)));
            assertThat(listeners(cluster)).isEqualTo(1);
            // When
            visit.page.watched = false;
            await().atMost(PATIENCE).until(() -> listeners(cluster) == 0);
        }
        learn("a", 3);
        await().atMost(PATIENCE).until(() -> news("unheard") >= 1);
        int told = encoded.get();
        learn("a", 4);
        await().atMost(PATIENCE).until(() -> news("unheard") >= 2);
        assertThat(encoded).hasValue(told);
    }

    /** Who comes reads once, at a moment when the source may or may not have noticed it. */
    @Test
    void nobody_who_comes_misses_any_whatever_happens_to_the_channel(RedisClusterHarness cluster) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int round = 1; round <= 40; round++) {
            if (round == 10) {
                cluster.moveSlot(channel.slot(), cluster.otherMaster(channel.slot()));
            } else if (round == 20) {
                cluster.failover(cluster.replicaOf(cluster.masterOfSlot(channel.slot())), FailoverMode.GRACEFUL);
            } else if (round == 30) {
                cluster.killAndAwaitPromotion(cluster.masterOfSlot(channel.slot()));
            }
            learnSome(random, round);
            try (var visit = visit()) {
                learnSome(random, round);
                await("round " + round + " of seed " + seed)
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(visit.page.seen).isEqualTo(state));
            }
        }
    }

    @Test
    void a_watcher_who_was_there_hears_of_all_after_its_master_has_died(RedisClusterHarness cluster) {
        var random = new Random(7);
        try (var visit = visit()) {
            learnSome(random, 1);
            // When
            cluster.killAndAwaitPromotion(cluster.masterOfSlot(channel.slot()));
            learnSome(random, 2);
            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(visit.page.seen).isEqualTo(state));
        }
    }

    @Test
    void news_is_kept_until_the_state_can_be_read() {
        // Given
        source.close();
        source = new LiveChannel<>(
                        spec(Duration.ofSeconds(20)), new Page(state), elsewhere.router(), elsewhere.vertx(), meters)
                .start();
        source.add("a", new News("a", 1));
        source.add("a", new News("a", 2));
        for (int asked = 0; asked < 5; asked++) {
            source.tick().await().atMost(PATIENCE);
        }
        // When
        try (var visit = visit()) {
            // Then
            assertThat(state).isEmpty();
            await().atMost(PATIENCE).until(() -> visit.page.seen.equals(Map.of("a", 2)));
        }
    }

    @Test
    void news_of_a_key_may_be_put_together() {
        // Given
        source.close();
        var summed = new LiveSpec<String, News>(
                channel,
                PERIOD,
                Duration.ofSeconds(20),
                1000,
                5,
                (one, other) -> new News(one.name(), one.number() + other.number()),
                this::encode);
        source = new LiveChannel<>(summed, new Page(state), elsewhere.router(), elsewhere.vertx(), meters).start();
        source.add("a", new News("a", 2));
        source.add("a", new News("a", 1));
        // When
        try (var visit = visit()) {
            // Then
            await().atMost(PATIENCE).until(() -> visit.page.seen.equals(Map.of("a", 3)));
        }
    }

    @Test
    void while_redis_is_away_nobody_waits_for_long_and_reads_again_later(RedisClusterHarness cluster) {
        // Given
        cluster.pauseAll();
        try (var visit = new Visit()) {
            // When
            long began = System.nanoTime();
            long beganRunning = RunningClock.nanos();
            visit.channel.follow().await().atMost(PATIENCE);
            var ran = RunningClock.since(beganRunning);
            var waited = Duration.ofNanos(System.nanoTime() - began);
            // Then
            assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(400));
            assertThat(ran).isLessThan(Duration.ofSeconds(5));
            learn("a", 1);
            cluster.resumeAll();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(visit.page.seen).isEqualTo(state));
            assertThat(visit.channel.isFollowing()).isTrue();
        } finally {
            cluster.resumeAll();
            cluster.awaitHealthy();
        }
    }

    private void learnSome(Random random, int round) {
        for (int i = 0; i < 20; i++) {
            learn("n" + random.nextInt(8), round * 1000 + i);
            if (random.nextInt(4) == 0) {
                Thread.yield();
            }
        }
    }

    private void learn(String name, int number) {
        state.merge(name, number, Math::max);
        source.add(name, new News(name, number));
    }

    private Visit visit() {
        var visit = new Visit();
        visit.channel.follow().await().atMost(PATIENCE);
        visit.page.read();
        return visit;
    }

    private long news(String outcome) {
        return (long) meters.get("hotstate.live.news")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private int listeners(RedisClusterHarness cluster) {
        var answer = cluster.masterOfSlot(channel.slot()).call("PUBSUB", "SHARDNUMSUB", channel.value());
        return Integer.parseInt(answer.replaceAll("\\D+$", "").replaceAll("(?s).*\\D", ""));
    }

    private LiveSpec<String, News> spec(Duration readableAfter) {
        return new LiveSpec<>(channel, PERIOD, readableAfter, 1000, 5, News::later, this::encode);
    }

    private byte[] encode(List<News> news) {
        encoded.addAndGet(news.size());
        return news.stream()
                .map(each -> each.name() + "=" + each.number())
                .collect(Collectors.joining(","))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** An instance that is watched. */
    private final class Visit implements AutoCloseable {

        private final Page page = new Page(state);
        private final LiveChannel<String, News> channel = new LiveChannel<>(
                        spec(Duration.ZERO), page, router.router(), router.vertx(), new SimpleMeterRegistry())
                .start();

        @Override
        public void close() {
            channel.close();
        }
    }

    private static final class Page implements LiveListener {

        private final Map<String, Integer> state;
        private final Map<String, Integer> seen = new ConcurrentHashMap<>();
        private volatile boolean watched = true;

        Page(Map<String, Integer> state) {
            this.state = state;
        }

        void read() {
            state.forEach((name, number) -> seen.merge(name, number, Math::max));
        }

        @Override
        public boolean isWatched() {
            return watched;
        }

        @Override
        public void received(byte[] message) {
            Stream.of(new String(message, StandardCharsets.UTF_8).split(","))
                    .map(each -> each.split("="))
                    .forEach(each -> seen.merge(each[0], Integer.valueOf(each[1]), Math::max));
        }

        @Override
        public void mayHaveMissedSome() {
            read();
        }
    }
}
