package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
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
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration STALL = TestRouter.DEADLINE.multipliedBy(2);
    private static final int LOOPS = 2;

    /** Redis is at it for some hundredths of a second: the answer comes when the loops stand still. */
    private static final String SLOW = "for i = 1, 5000000 do end return 'done'";

    private final Queue<NetSocket> doors = new ConcurrentLinkedQueue<>();
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
    void what_was_answered_while_the_process_stood_still_is_no_failure_of_the_node() {
        // Given
        standStillAtAWord();
        // When
        var answer =
                test.router().send(Command.of("EVAL").arg(SLOW).arg(1).key(KEY)).subscribeAsCompletionStage();
        await().pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .atMost(PATIENCE)
                .until(() -> test.router().inFlight() > 0 || answer.isDone());
        doors.forEach(door -> door.write("now"));
        // Then
        assertThat(answer.join().text()).isEqualTo("done");
    }

    /** Each loop does while it reads, as whatever keeps it from its other sockets does. */
    private void standStillAtAWord() {
        NetServer house = test.vertx()
                .createNetServer()
                .connectHandler(doors::add)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        test.vertx()
                .deployVerticle(
                        () -> new AbstractVerticle() {
                            @Override
                            public void start(Promise<Void> started) {
                                vertx.createNetClient()
                                        .connect(house.actualPort(), "127.0.0.1")
                                        .onSuccess(socket -> socket.handler(word -> standStill()))
                                        .<Void>mapEmpty()
                                        .onComplete(started);
                            }
                        },
                        new DeploymentOptions().setInstances(LOOPS))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        await().atMost(PATIENCE).until(() -> doors.size() == LOOPS);
    }

    private static void standStill() {
        long end = System.nanoTime() + STALL.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
