package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.connection.RedisUnavailable.Reason;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.time.RunningClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OutageIT {

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().shared();

    private static final int BREAKER_FAILURES = 5;
    private static final Duration RECOVERY = Duration.ofSeconds(35);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** A PING each 500 ms, a trial each second, and some for the machine. */
    private static final Duration WRITES_RETURN = Duration.ofSeconds(4);

    /** The most that a service may have, which are seven to a master. */
    private static final int CONNECTIONS_MAX = 20;

    private static final int LOOPS_OF_A_LARGE_MACHINE = 8;

    private static final RedisKey KEY = RedisKey.of("test:probe:counter:outage");

    private TestRouter test;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        test = TestRouter.of(cluster);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void with_all_nodes_down_calls_fail_in_time_then_at_once_and_all_is_well_after_they_return(
            RedisClusterHarness cluster) {
        // Given
        List<RedisKey> keys = oneKeyPerShard(cluster);
        cluster.killAll();
        // When
        assertBreakersOpenInTime(keys);
        keys.forEach(this::awaitCheapCalls);
        cluster.restartAll();
        // Then
        awaitServed(keys, RECOVERY);
    }

    @Test
    void with_all_nodes_frozen_calls_fail_in_time_then_at_once_and_all_is_well_after_they_go_on(
            RedisClusterHarness cluster) {
        // Given
        List<RedisKey> keys = oneKeyPerShard(cluster);
        cluster.pauseAll();
        // When
        assertBreakersOpenInTime(keys);
        keys.forEach(this::awaitCheapCalls);
        cluster.resumeAll();
        // Then
        awaitServed(keys, RECOVERY);
        cluster.awaitHealthy();
    }

    @Test
    void a_router_that_starts_without_redis_works_once_redis_is_there(RedisClusterHarness cluster) {
        // Given
        cluster.killAll();
        try (TestRouter early = TestRouter.unready(TestRouter.options(cluster))) {
            RedisUnavailable failure = catchThrowableOfType(
                    RedisUnavailable.class, () -> early.send(Command.of("INCR").key(KEY)));
            assertThat(failure.reason()).isEqualTo(Reason.NO_MASTER);
            // When
            cluster.restartAll();
            // Then
            early.router().ready(RECOVERY).await().indefinitely();
            await().atMost(RECOVERY)
                    .ignoreExceptionsInstanceOf(RedisFailure.class)
                    .until(() -> early.send(Command.of("INCR").key(KEY)).integer() > 0);
        }
    }

    @Test
    void late_replies_never_reach_the_wrong_caller(RedisClusterHarness cluster) {
        // Given
        RedisNode master = cluster.masterOf(KEY.value());
        RedisKey other = RedisKey.of("test:probe:counter:{" + "test:probe:counter:outage" + "}other");
        test.send(Command.of("SET").key(KEY).arg("mine"), TestRouter.UNHURRIED);
        test.send(Command.of("SET").key(other).arg("other"), TestRouter.UNHURRIED);
        // When
        master.pause();
        List<RedisFailure> timeouts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            timeouts.add(catchThrowableOfType(
                    RedisFailure.class, () -> test.send(Command.of("GET").key(KEY), Duration.ofMillis(50))));
        }
        master.resume();
        // Then
        assertThat(timeouts).allMatch(RedisTimedOut.class::isInstance);
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RedisFailure.class)
                .until(() -> test.send(Command.of("GET").key(other)).text().equals("other"));
    }

    @Test
    void full_memory_refuses_writes_and_leaves_reads_alone(RedisClusterHarness cluster) {
        // Given
        test.send(Command.of("SET").key(KEY).arg("1"), TestRouter.UNHURRIED);
        cluster.fillMemory(cluster.masterOf(KEY.value()));
        // When
        List<RedisFailure> failures = new ArrayList<>();
        while (failures.isEmpty() || !isOpenBreaker(failures.get(failures.size() - 1))) {
            failures.add(catchThrowableOfType(
                    RedisFailure.class,
                    () -> test.send(Command.of("SET").key(KEY).arg("2"), TestRouter.UNHURRIED)));
        }
        // Then
        assertThat(failures.get(0))
                .isInstanceOfSatisfying(
                        RedisRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo("OOM"));
        assertThat(test.send(Command.of("GET").key(KEY), TestRouter.UNHURRIED).text())
                .isEqualTo("1");
    }

    @Test
    void writes_are_back_soon_after_a_full_node_has_room_again(RedisClusterHarness cluster) {
        // Given
        RedisNode master = cluster.masterOf(KEY.value());
        cluster.fillMemory(master);
        await().pollDelay(Duration.ZERO).atMost(PATIENCE).until(() -> isOpenBreaker(increment(KEY)));
        // When
        cluster.maxMemory(master, 0);
        long since = RunningClock.nanos();
        awaitServed(List.of(KEY), RECOVERY);
        // Then
        assertThat(RunningClock.since(since)).isLessThan(WRITES_RETURN);
    }

    @Test
    void a_rotated_password_is_picked_up_without_a_wrong_or_lost_write(RedisClusterHarness cluster) {
        // Given
        try (TestRouter rotating = TestRouter.of(
                        cluster,
                        options -> options.withCredentials(
                                () -> new Credentials(TestRouter.USER, cluster.password(TestRouter.USER))));
                CounterLoad load = CounterLoad.on(rotating.router(), 9)) {
            await().atMost(PATIENCE).until(() -> load.tries().size() > 200);
            // When
            cluster.rotatePassword(TestRouter.USER);
            cluster.killClients(TestRouter.USER);
            long killedAt = RunningClock.nanos();
            await("hundreds of commands under the new password")
                    .atMost(PATIENCE)
                    .until(() -> {
                        List<CounterLoad.Try> tries = load.tries();
                        List<CounterLoad.Try> last = tries.subList(Math.max(0, tries.size() - 500), tries.size());
                        return last.getFirst().startedAt() > killedAt
                                && last.stream().noneMatch(CounterLoad.Try::failed);
                    });
            load.close();
            // Then
            assertThat(load.counters()).allMatch(counter -> counter.wrongReply == null);
            assertThat(load.counters()).allMatch(counter -> {
                long stored = rotating.send(Command.of("GET").key(counter.key), TestRouter.UNHURRIED)
                        .integer();
                return stored >= counter.acknowledged && stored <= counter.acknowledged + counter.unknown;
            });
        }
    }

    @Test
    void who_hangs_up_on_all_connections_at_once_opens_no_breaker(RedisClusterHarness cluster) {
        // Given
        try (TestRouter many = TestRouter.of(
                        cluster,
                        LOOPS_OF_A_LARGE_MACHINE,
                        options -> options.withConnectionsMax(CONNECTIONS_MAX).withDeadline(TestRouter.UNHURRIED));
                CounterLoad load = CounterLoad.on(many.router(), 9)) {
            // When
            for (int i = 1; i <= 5; i++) {
                awaitAllConnections(many);
                int before = load.tries().size();
                await().atMost(PATIENCE).until(() -> load.tries().size() > before + 200);
                cluster.killClients(TestRouter.USER);
                long lost = (long) i * CONNECTIONS_MAX;
                await().atMost(PATIENCE)
                        .until(() -> many.router().stats().connectionsLost.sum() >= lost);
            }
            awaitAllConnections(many);
            load.close();
            // Then
            assertThat(load.tries())
                    .extracting(CounterLoad.Try::failure)
                    .filteredOn(Objects::nonNull)
                    .noneMatch(OutageIT::isOpenBreaker);
        }
    }

    private static void awaitAllConnections(TestRouter router) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(router.router().connections()).isGreaterThanOrEqualTo(CONNECTIONS_MAX));
    }

    private static boolean isOpenBreaker(RedisFailure failure) {
        return failure instanceof RedisUnavailable unavailable && unavailable.reason() == Reason.BREAKER_OPEN;
    }

    private static List<RedisKey> oneKeyPerShard(RedisClusterHarness cluster) {
        return IntStream.range(0, 100)
                .mapToObj(i -> RedisKey.of("test:probe:counter:outage" + i))
                .collect(Collectors.toMap(key -> cluster.masterOf(key.value()), key -> key, (one, other) -> one))
                .values()
                .stream()
                .toList();
    }

    private void assertBreakersOpenInTime(List<RedisKey> keys) {
        List<List<Duration>> failures = keys.stream()
                .map(key -> CompletableFuture.supplyAsync(() -> failuresUntilOpen(key), Thread::startVirtualThread))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(failures)
                .allSatisfy(ofOneShard -> assertThat(ofOneShard).hasSizeLessThanOrEqualTo(BREAKER_FAILURES));
        TestRouter.assertInTime(failures.stream().flatMap(List::stream).toList());
    }

    /** How long each call took that failed before the breaker did. */
    private List<Duration> failuresUntilOpen(RedisKey key) {
        List<Duration> took = new ArrayList<>();
        while (true) {
            long began = RunningClock.nanos();
            RedisFailure failure = increment(key);
            if (isOpenBreaker(failure)) {
                return took;
            }
            took.add(RunningClock.since(began));
        }
    }

    private RedisFailure increment(RedisKey key) {
        return catchThrowableOfType(
                RedisFailure.class, () -> test.send(Command.of("INCR").key(key)));
    }

    private void awaitServed(List<RedisKey> keys, Duration patience) {
        await().atMost(patience)
                .ignoreExceptionsInstanceOf(RedisFailure.class)
                .until(() -> keys.stream()
                        .allMatch(key -> test.send(Command.of("INCR").key(key)).integer() > 0));
    }

    /** What a call costs shows where nobody else wants the processor: the best of some rounds, each at its median. */
    private void awaitCheapCalls(RedisKey key) {
        await("a call at an open breaker costs less than 1 ms")
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(() -> medianOfOpenCalls(key).compareTo(Duration.ofMillis(1)) < 0);
    }

    private Duration medianOfOpenCalls(RedisKey key) {
        List<Duration> took = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            long began = System.nanoTime();
            assertThat(isOpenBreaker(increment(key))).isTrue();
            took.add(Duration.ofNanos(System.nanoTime() - began));
        }
        Collections.sort(took);
        return took.get(50);
    }
}
