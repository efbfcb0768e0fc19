package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.connection.RedisUnavailable.Reason;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.redis.SlotMove;
import dev.hotstate.kit.testing.time.RunningClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlotMoveIT {

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().shared();

    private static final RedisKey FIRST = RedisKey.of("test:probe:counter:{move}first");
    private static final RedisKey SECOND = RedisKey.of("test:probe:counter:{move}second");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private TestRouter test;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        test = TestRouter.of(cluster, options -> options.withDeadline(TestRouter.UNHURRIED));
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void commands_follow_a_slot_while_it_moves(RedisClusterHarness cluster) {
        // Given
        test.send(Command.of("SET").key(FIRST).arg("1"));
        try (SlotMove move = cluster.beginMove(FIRST.slot(), cluster.otherMaster(FIRST.slot()))) {
            move.migrateKeys(10);
            // When
            long moving = test.send(Command.of("INCR").key(FIRST)).integer();
            move.finish();
            long moved = test.send(Command.of("INCR").key(FIRST)).integer();
            // Then
            assertThat(moving).isEqualTo(2);
            assertThat(moved).isEqualTo(3);
            assertThat(test.router().stats().asked.sum()).isPositive();
        }
    }

    @Test
    void the_run_id_is_of_the_process_that_executes_a_command_wherever_it_was_sent_first(RedisClusterHarness cluster) {
        // Given
        var before = runIdAsSent();
        assertThat(before).isEqualTo(runIdOf(cluster.masterOfSlot(FIRST.slot())));
        // When
        cluster.moveSlot(FIRST.slot(), cluster.otherMaster(FIRST.slot()));
        // Then
        assertThat(runIdAsSent())
                .isEqualTo(runIdOf(cluster.masterOfSlot(FIRST.slot())))
                .isNotEqualTo(before);
    }

    private String runIdAsSent() {
        return test.send(Command.of("EVAL")
                        .arg("return ARGV[1]")
                        .arg(1)
                        .key(FIRST)
                        .arg(ServerWord.RUN_ID))
                .text();
    }

    private static String runIdOf(RedisNode node) {
        try (var client = node.connect()) {
            return client.field("run_id", "INFO", "server");
        }
    }

    @Test
    void slots_moved_under_load_lose_no_acknowledged_increment_and_mix_up_no_reply(RedisClusterHarness cluster) {
        try (CounterLoad load = CounterLoad.on(test.router(), 12)) {
            await().atMost(PATIENCE).until(() -> load.tries().size() > 200);
            // When
            load.counters().stream()
                    .limit(6)
                    .forEach(counter -> cluster.moveSlot(counter.key.slot(), cluster.otherMaster(counter.key.slot())));
            int before = load.tries().size();
            await().atMost(PATIENCE).until(() -> load.tries().size() > before + 200);
            load.close();
            // Then
            assertThat(load.failures()).isEmpty();
            assertThat(load.counters()).allMatch(counter -> counter.wrongReply == null);
            assertThat(load.counters())
                    .allMatch(counter ->
                            test.send(Command.of("GET").key(counter.key)).integer() == counter.acknowledged);
        }
    }

    @Test
    void a_pipeline_meets_a_moved_slot_and_each_command_still_gets_its_reply(RedisClusterHarness cluster) {
        // Given
        List<RedisKey> keys = IntStream.range(0, 100)
                .mapToObj(i -> RedisKey.of("test:probe:counter:{move}" + i))
                .toList();
        cluster.moveSlot(FIRST.slot(), cluster.otherMaster(FIRST.slot()));
        // When
        List<Outcome> outcomes = test.router()
                .sendAll(keys.stream()
                        .map(key -> Command.of("SET").key(key).arg(key.value()))
                        .toList())
                .await()
                .indefinitely();
        // Then
        assertThat(outcomes).allMatch(Outcome.Replied.class::isInstance);
    }

    /** The source sends it on, as it has neither key; the target has one only. */
    @Test
    void a_command_with_an_absent_key_waits_until_its_slot_has_moved(RedisClusterHarness cluster) {
        // Given
        test.send(Command.of("SET").key(FIRST).arg("there"), TestRouter.UNHURRIED);
        test.send(Command.of("DEL").key(SECOND), TestRouter.UNHURRIED);
        try (SlotMove move = cluster.beginMove(FIRST.slot(), cluster.otherMaster(FIRST.slot()))) {
            move.migrateKeys(List.of(FIRST.value()));
            // When
            var reading = test.router()
                    .send(Command.of("MGET").key(FIRST).key(SECOND), PATIENCE)
                    .subscribeAsCompletionStage();
            await().atMost(PATIENCE)
                    .until(() -> reading.isDone() || test.router().stats().asked.sum() > CallRouting.REDIRECTS_MAX);
            move.finish();
            // Then
            assertThat(reading.join().get(0).text()).isEqualTo("there");
            assertThat(reading.join().get(1).isNil()).isTrue();
        }
    }

    @Test
    void what_timed_out_while_redis_said_tryagain_is_never_applied_later(RedisClusterHarness cluster) {
        // Given
        test.send(Command.of("MSET").key(FIRST).arg("old").key(SECOND).arg("old"));
        try (SlotMove move = cluster.beginMove(FIRST.slot(), cluster.otherMaster(FIRST.slot()))) {
            move.migrateKeys(List.of(FIRST.value()));
            List<RedisFailure> failures = new ArrayList<>();
            List<Duration> took = new ArrayList<>();
            long until = System.nanoTime() + Duration.ofSeconds(5).toNanos();
            // When
            while (System.nanoTime() < until) {
                long began = RunningClock.nanos();
                RedisFailure failure = catchThrowableOfType(
                        RedisFailure.class,
                        () -> test.send(
                                Command.of("MSET")
                                        .key(FIRST)
                                        .arg("new")
                                        .key(SECOND)
                                        .arg("new"),
                                TestRouter.DEADLINE));
                assertThat(failure).isNotNull().isNotInstanceOf(RedisRefused.class);
                failures.add(failure);
                took.add(RunningClock.since(began));
            }
            TestRouter.assertInTime(took);
            assertThat(failures)
                    .filteredOn(RedisUnavailable.class::isInstance)
                    .extracting(failure -> ((RedisUnavailable) failure).reason())
                    .contains(Reason.SLOT_MOVING);
            move.finish();
        }
        // Then
        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(test.send(Command.of("MGET").key(FIRST).key(SECOND))
                                        .list())
                                .allMatch(reply -> reply.text().equals("old")));
    }
}
