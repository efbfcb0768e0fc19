package dev.hotstate.kit.redis.script;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.redis.key.HashTag;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.time.RunningClock;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScriptsIT {

    enum CountOutcome {
        FIRST,
        COUNTED
    }

    enum PairOutcome {
        COUNTED
    }

    enum EchoOutcome {
        ECHO,
        LOUD
    }

    private static final Script<CountOutcome> COUNT_CALL =
            Script.load("lua/fixture/count_call.lua", CountOutcome.class);
    private static final Script<EchoOutcome> ECHO_ARGS = Script.load("lua/fixture/echo_args.lua", EchoOutcome.class);
    private static final Script<PairOutcome> COUNT_PAIR = Script.load("lua/fixture/count_pair.lua", PairOutcome.class);

    private static final Duration PATIENCE = ofSeconds(20);

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private ProbeService service;
    private RedisKey counter;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        service = new ProbeService(cluster);
        counter = service.keys.key("calls", new HashTag("m07bt").id("a"));
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void a_script_that_no_node_knows_runs_once(RedisClusterHarness cluster) {
        cluster.flushScripts();
        assertThat(count().await().atMost(PATIENCE).status()).isEqualTo(CountOutcome.FIRST);
        var second = count().await().atMost(PATIENCE);
        assertThat(second.status()).isEqualTo(CountOutcome.COUNTED);
        assertThat(second.integer(0)).isEqualTo(2);
    }

    @Test
    void many_scripts_run_once_each_and_answer_in_their_order(RedisClusterHarness cluster) {
        cluster.flushScripts();
        var calls = IntStream.range(0, 20)
                .mapToObj(i -> service.keys.key("calls", "many-" + i % 10))
                .map(key -> service.scripts.run(COUNT_CALL, key).with())
                .toList();

        var outcomes =
                service.scripts.runAll(calls, ProbeService.UNHURRIED).await().atMost(PATIENCE);

        assertThat(outcomes).hasSize(20);
        assertThat(outcomes.subList(0, 10))
                .allSatisfy(outcome -> assertThat(wordOf(outcome)).isEqualTo(CountOutcome.FIRST));
        assertThat(outcomes.subList(10, 20))
                .allSatisfy(outcome -> assertThat(wordOf(outcome)).isEqualTo(CountOutcome.COUNTED));
    }

    private static <S extends Enum<S>> S wordOf(ScriptOutcome<S> outcome) {
        return ((ScriptOutcome.Replied<S>) outcome).reply().status();
    }

    @Test
    void arguments_arrive_as_they_are() {
        var reply = service.scripts
                .run(ECHO_ARGS, counter)
                .args("grün", 7, 8L, true, new byte[] {'x'})
                .await()
                .atMost(PATIENCE);
        assertThat(reply.is(EchoOutcome.ECHO)).isTrue();
        assertThat(reply.textsFrom(0)).containsExactly("grün", "7", "8", "1", "x");
    }

    @Test
    void an_argument_of_another_type_is_refused() {
        var call = service.scripts.run(ECHO_ARGS, counter);
        assertThatThrownBy(() -> call.args(1.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a script argument cannot be a Double");
    }

    @Test
    void a_word_that_the_header_does_not_list_is_a_failure() {
        var unlisted = service.scripts.run(ECHO_ARGS, counter).args("unlisted");
        assertThatThrownBy(() -> unlisted.await().atMost(PATIENCE)).hasMessageContaining("echo_args");
    }

    @Test
    void a_reply_without_a_word_is_a_failure() {
        var silent = service.scripts.run(ECHO_ARGS, counter).args("silent");
        assertThatThrownBy(() -> silent.await().atMost(PATIENCE)).hasMessageContaining("without a status word");
    }

    @Test
    void keys_of_two_slots_are_refused_before_anything_is_sent() {
        var other = service.keys.key("calls", new HashTag("m08lt").id("a"));
        assertThatThrownBy(() -> service.scripts.run(COUNT_CALL, counter, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("count_call", "two slots", "{m07bt}", "{m08lt}");
    }

    @Test
    void a_call_without_a_key_is_refused() {
        assertThatThrownBy(() -> service.scripts.run(COUNT_CALL)).hasMessageContaining("without a key");
    }

    @Test
    void runs_are_timed_by_script_and_outcome() {
        count().await().atMost(PATIENCE);
        count().await().atMost(PATIENCE);
        assertThat(service.registry
                        .get("hotstate.script")
                        .tags("script", "count_call", "outcome", "first")
                        .timer()
                        .count())
                .isOne();
        assertThat(service.registry
                        .get("hotstate.script")
                        .tags("script", "count_call", "outcome", "counted")
                        .timer()
                        .count())
                .isOne();
    }

    @Test
    void both_attempts_together_keep_the_deadline(RedisClusterHarness cluster) {
        cluster.masterOf(counter.value()).pause();
        long begun = RunningClock.nanos();
        assertThatThrownBy(() -> service.scripts
                        .run(COUNT_CALL, counter)
                        .within(ofMillis(300))
                        .args()
                        .await()
                        .atMost(PATIENCE))
                .isInstanceOf(RedisFailure.class);
        assertThat(RunningClock.since(begun)).isLessThan(ofSeconds(2));
    }

    @Test
    void nothing_is_lost_or_doubled_while_scripts_are_flushed(RedisClusterHarness cluster) {
        try (var load = new Load()) {
            for (int flush = 0; flush < 20; flush++) {
                long before = load.succeeded.get();
                cluster.flushScripts();
                await().atMost(PATIENCE).until(() -> load.succeeded.get() > before + 20);
            }
            load.stop();
            assertThat(load.timedOut).hasValue(0);
            assertThat(load.unavailable).hasValue(0);
            assertThat(total()).isEqualTo(load.succeeded.get());
        }
    }

    @Test
    void nothing_is_lost_or_doubled_while_the_slot_moves(RedisClusterHarness cluster) {
        try (var load = new Load()) {
            for (int move = 0; move < 3; move++) {
                long before = load.succeeded.get();
                cluster.moveSlot(counter.slot(), cluster.otherMaster(counter.slot()));
                await().atMost(PATIENCE).until(() -> load.succeeded.get() > before + 20);
            }
            load.stop();
            assertThat(load.timedOut).hasValue(0);
            assertThat(total()).isEqualTo(load.succeeded.get());
        }
    }

    /** One of its keys has moved and the other has not: all of the script happens, or nothing. */
    @Test
    void no_script_is_half_applied_while_the_slot_of_its_keys_moves(RedisClusterHarness cluster) {
        var other = service.keys.key("calls", new HashTag("m07bt").id("b"));
        try (var load = new Load(() -> service.scripts
                .run(COUNT_PAIR, counter, other)
                .within(ofMillis(300))
                .args())) {
            await().atMost(PATIENCE).until(() -> load.succeeded.get() > 20);
            try (var move = cluster.beginMove(counter.slot(), cluster.otherMaster(counter.slot()))) {
                move.migrateKeys(List.of(counter.value()));
                await().atMost(PATIENCE).until(() -> load.unavailable.get() > 20);
                long before = load.succeeded.get();
                move.finish();
                await().atMost(PATIENCE).until(() -> load.succeeded.get() > before + 20);
            }
            load.stop();
            assertThat(total(other)).isEqualTo(total(counter));
            assertThat(total(counter)).isBetween(load.succeeded.get(), load.succeeded.get() + load.timedOut.get());
        }
    }

    private Uni<ScriptReply<CountOutcome>> count() {
        return service.scripts.run(COUNT_CALL, counter).args();
    }

    private long total() {
        return total(counter);
    }

    private long total(RedisKey key) {
        return service.send(Command.of("GET").key(key)).integer();
    }

    /** Eight callers, one after the other each, that keep their own record of what was acknowledged. */
    private final class Load implements AutoCloseable {
        private static final int CALLERS = 8;

        final AtomicLong succeeded = new AtomicLong();
        final AtomicLong timedOut = new AtomicLong();
        final AtomicLong unavailable = new AtomicLong();
        private final AtomicLong running = new AtomicLong(CALLERS);
        private final AtomicBoolean stopping = new AtomicBoolean();

        private final Supplier<Uni<?>> call;

        Load() {
            this(ScriptsIT.this::count);
        }

        Load(Supplier<Uni<?>> call) {
            this.call = call;
            for (int caller = 0; caller < CALLERS; caller++) {
                next();
            }
        }

        private void next() {
            if (stopping.get()) {
                running.decrementAndGet();
                return;
            }
            call.get()
                    .subscribe()
                    .with(
                            reply -> {
                                succeeded.incrementAndGet();
                                service.vertx.runOnContext(ignored -> next());
                            },
                            failure -> {
                                (failure instanceof RedisTimedOut ? timedOut : unavailable).incrementAndGet();
                                assertThat(failure).isInstanceOfAny(RedisTimedOut.class, RedisUnavailable.class);
                                service.vertx.setTimer(5, ignored -> next());
                            });
        }

        void stop() {
            stopping.set(true);
            await().atMost(PATIENCE).until(() -> running.get() == 0);
        }

        @Override
        public void close() {
            stopping.set(true);
        }
    }
}
