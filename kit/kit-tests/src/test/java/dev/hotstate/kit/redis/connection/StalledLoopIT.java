package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The event loops stand still for longer than a deadline, as in a long pause of the garbage collector. */
class StalledLoopIT {

    @RegisterExtension
    static final RedisClusterExtension redis =
            TestRouter.plan().replicasPerMaster(0).shared();

    private static final RedisKey KEY = RedisKey.of("test:probe:counter:{stall}1");
    private static final RedisKey OTHER = RedisKey.of("test:probe:counter:{stall}2");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration STALL = TestRouter.DEADLINE.multipliedBy(2);
    private static final int LOOPS = 2;

    /** Redis is at it for some hundredths of a second: the answer comes when the loops stand still. */
    private static final String SLOW = "for i = 1, 5000000 do end return 'done'";

    private final List<Socket> doors = new ArrayList<>();
    private final CountDownLatch standing = new CountDownLatch(LOOPS);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private TestRouter test;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        test = TestRouter.of(cluster);
    }

    @AfterEach
    void close() throws IOException {
        goOn.countDown();
        test.close();
        for (Socket door : doors) {
            door.close();
        }
    }

    @Test
    void what_was_answered_while_the_process_stood_still_is_no_failure_of_the_node() throws IOException {
        // Given
        standStillAtAWord();
        // When
        var answer =
                test.router().send(Command.of("EVAL").arg(SLOW).arg(1).key(KEY)).subscribeAsCompletionStage();
        await().pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(() -> test.router().inFlight() > 0 || answer.isDone());
        standStill();
        awaitPassed(STALL);
        goOn.countDown();
        // Then
        assertThat(answer.join().text()).isEqualTo("done");
    }

    @Test
    void what_was_handed_over_while_the_process_stood_still_is_not_sent_after_its_deadline() throws IOException {
        // Given
        standStillAtAWord();
        standStill();
        // When
        var alone = test.router()
                .send(Command.of("INCR").key(KEY), TestRouter.DEADLINE)
                .subscribeAsCompletionStage();
        var together = test.router()
                .sendAll(List.of(Command.of("INCR").key(KEY), Command.of("INCR").key(OTHER)), TestRouter.DEADLINE)
                .subscribeAsCompletionStage();
        awaitPassed(TestRouter.DEADLINE);
        goOn.countDown();
        // Then
        assertThat(alone)
                .failsWithin(PATIENCE)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .satisfies(StalledLoopIT::assertTooLate);
        assertThat(together)
                .succeedsWithin(PATIENCE)
                .asInstanceOf(InstanceOfAssertFactories.list(Outcome.class))
                .hasSize(2)
                .allSatisfy(outcome -> assertTooLate(((Outcome.Failed) outcome).failure()));
        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .until(() -> test.send(Command.of("MGET").key(KEY).key(OTHER), TestRouter.UNHURRIED).stream()
                        .allMatch(Reply::isNil));
    }

    private static void assertTooLate(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RedisUnavailable.class,
                        unavailable -> assertThat(unavailable.reason()).isEqualTo(RedisUnavailable.Reason.TOO_LATE));
    }

    private static void awaitPassed(Duration time) {
        long begin = System.nanoTime();
        await().pollInterval(Duration.ofMillis(10))
                .atMost(PATIENCE)
                .until(() -> System.nanoTime() - begin > time.toNanos());
    }

    private void standStill() throws IOException {
        for (Socket door : doors) {
            door.getOutputStream().write('!');
        }
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(() -> standing.getCount() == 0);
    }

    /** Each loop does while it reads, as whatever keeps it from its other sockets does. */
    private void standStillAtAWord() throws IOException {
        try (ServerSocket house = new ServerSocket(0, LOOPS, InetAddress.getByName("127.0.0.1"))) {
            test.vertx()
                    .deployVerticle(
                            () -> new AbstractVerticle() {
                                @Override
                                public void start(Promise<Void> started) {
                                    vertx.createNetClient()
                                            .connect(house.getLocalPort(), "127.0.0.1")
                                            .onSuccess(socket -> socket.handler(word -> waitUntilAllGoOn()))
                                            .<Void>mapEmpty()
                                            .onComplete(started);
                                }
                            },
                            new DeploymentOptions().setInstances(LOOPS))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
            while (doors.size() < LOOPS) {
                doors.add(house.accept());
            }
        }
    }

    private void waitUntilAllGoOn() {
        standing.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
