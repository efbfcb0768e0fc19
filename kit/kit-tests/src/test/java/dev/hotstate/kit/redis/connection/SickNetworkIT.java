package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.fault.FaultRoute;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.time.RunningClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SickNetworkIT {

    @RegisterExtension
    static final RedisClusterExtension redis =
            TestRouter.plan().replicasPerMaster(0).throughProxies().shared();

    private static final RedisKey KEY = RedisKey.of("test:probe:counter:{net}1");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private TestRouter test;
    private FaultRoute route;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        test = TestRouter.of(cluster);
        route = cluster.route(cluster.masterOf(KEY.value()));
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void a_black_hole_is_left_by_closing_the_connections_and_harms_only_its_node(RedisClusterHarness cluster) {
        // Given
        RedisKey elsewhere = IntStream.range(0, 100)
                .mapToObj(i -> RedisKey.of("test:probe:counter:" + i))
                .filter(key -> cluster.masterOf(key.value()) != cluster.masterOf(KEY.value()))
                .findFirst()
                .orElseThrow();
        route.blackhole();
        // When
        long began = System.nanoTime();
        long beganRunning = RunningClock.nanos();
        RedisFailure failure = catchThrowableOfType(
                RedisFailure.class, () -> test.send(Command.of("INCR").key(KEY)));
        Duration ran = RunningClock.since(beganRunning);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        // Then
        assertThat(failure).isInstanceOf(RedisTimedOut.class);
        assertThat(took).isGreaterThanOrEqualTo(TestRouter.DEADLINE);
        assertThat(ran).isLessThan(TestRouter.DEADLINE.plus(TestRouter.SLACK));
        assertThat(test.send(Command.of("INCR").key(elsewhere), TestRouter.UNHURRIED)
                        .integer())
                .isEqualTo(1);
        await().atMost(PATIENCE)
                .until(() -> test.router().stats().connectionsLost.sum() > 0);
        // When
        route.pass();
        // Then
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RedisFailure.class)
                .until(() -> test.send(Command.of("INCR").key(KEY)).integer() > 0);
    }

    @Test
    void replies_that_come_after_the_deadline_are_dropped_and_the_next_ones_fit(RedisClusterHarness cluster) {
        // Given
        List<RedisKey> keys = IntStream.range(0, 20)
                .mapToObj(i -> RedisKey.of("test:probe:counter:{net}" + i))
                .toList();
        keys.forEach(key -> test.send(Command.of("SET").key(key).arg(key.value()), TestRouter.UNHURRIED));
        List<Command> reads =
                keys.stream().map(key -> Command.of("GET").key(key)).toList();
        route.slow(Duration.ofMillis(200));
        // When
        List<Outcome> hurried =
                test.router().sendAll(reads, Duration.ofMillis(90)).await().indefinitely();
        List<Outcome> patient =
                test.router().sendAll(reads, TestRouter.UNHURRIED).await().indefinitely();
        // Then
        assertThat(hurried)
                .allMatch(outcome ->
                        outcome instanceof Outcome.Failed failed && failed.failure() instanceof RedisTimedOut);
        assertThat(IntStream.range(0, keys.size()))
                .allMatch(
                        i -> patient.get(i).orThrow().text().equals(keys.get(i).value()));
        assertThat(test.router().stats().connectionsLost.sum()).isZero();
    }

    @Test
    void an_idempotent_command_is_sent_again_when_its_connection_breaks(RedisClusterHarness cluster) {
        // Given
        test.send(Command.of("SET").key(KEY).arg("1"), TestRouter.UNHURRIED);
        // Until then both are under way.
        route.slow(PATIENCE);
        var reading = test.router()
                .send(Command.of("GET").key(KEY).idempotent(), PATIENCE)
                .subscribeAsCompletionStage();
        var writing = test.router().send(Command.of("INCR").key(KEY), PATIENCE).subscribeAsCompletionStage();
        // When
        await().pollInterval(Duration.ofMillis(10))
                .atMost(PATIENCE)
                .until(() -> test.router().inFlight() >= 2);
        route.reset();
        route.pass();
        // Then
        assertThat(reading.join().text()).isIn("1", "2");
        assertThat(catchThrowableOfType(CompletionException.class, writing::join))
                .hasCauseInstanceOf(RedisTimedOut.class);
    }
}
