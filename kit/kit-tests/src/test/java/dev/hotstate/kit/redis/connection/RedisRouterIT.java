package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.key.HashSlot;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.redis.FailoverMode;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisRouterIT {

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().shared();

    private TestRouter test;
    private RedisRouter router;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        test = TestRouter.of(cluster, options -> options.withDeadline(TestRouter.UNHURRIED));
        router = test.router();
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void a_command_reaches_the_master_of_its_key() {
        // When
        List<Reply> replies = keys(50).stream()
                .map(key -> test.send(Command.of("SET").key(key).arg(key.value())))
                .toList();
        // Then
        assertThat(replies).allMatch(reply -> reply.text().equals("OK"));
        assertThat(keys(50))
                .allMatch(key -> test.send(Command.of("GET").key(key)).text().equals(key.value()));
        assertThat(router.stats().moved.sum()).isZero();
    }

    @Test
    void every_kind_of_word_and_reply_survives_the_journey() {
        // Given
        RedisKey key = key("words");
        byte[] binary = {0, '\r', '\n', (byte) 0xff};
        // When
        test.send(Command.of("HSET")
                .key(key)
                .arg("text")
                .arg("žluťoučký kůň")
                .arg("number")
                .arg(Long.MIN_VALUE));
        test.send(Command.of("HSET")
                .key(key)
                .arg("binary")
                .arg(binary)
                .arg("empty")
                .arg(""));
        Reply all = test.send(Command.of("EVAL")
                .arg("return {redis.call('HMGET', KEYS[1], 'text', 'number', 'binary', 'empty', 'absent'), 7, {}}")
                .arg(1)
                .key(key));
        // Then
        assertThat(all.get(0).get(0).text()).isEqualTo("žluťoučký kůň");
        assertThat(all.get(0).get(1).integer()).isEqualTo(Long.MIN_VALUE);
        assertThat(all.get(0).get(2).bytes()).isEqualTo(binary);
        assertThat(all.get(0).get(3).text()).isEmpty();
        assertThat(all.get(0).get(4).isNil()).isTrue();
        assertThat(all.get(1).integer()).isEqualTo(7);
        assertThat(all.get(2).list()).isEmpty();
    }

    @Test
    void a_large_value_is_read_across_many_chunks() {
        // Given
        RedisKey key = key("large");
        byte[] large = new byte[3_000_000];
        large[large.length - 1] = 7;
        test.send(Command.of("SET").key(key).arg(large), Duration.ofSeconds(5));
        // When
        Reply reply = test.send(Command.of("GET").key(key), Duration.ofSeconds(5));
        // Then
        assertThat(reply.bytes()).isEqualTo(large);
    }

    @Test
    void an_error_reply_is_a_refusal_with_its_code() {
        // Given
        RedisKey key = key("typed");
        test.send(Command.of("SET").key(key).arg("text"));
        // When, Then
        assertThatThrownBy(() -> test.send(Command.of("HSET").key(key).arg("a").arg("b")))
                .isInstanceOfSatisfying(
                        RedisRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo("WRONGTYPE"));
    }

    @Test
    void a_pipeline_over_all_masters_has_one_outcome_per_command_in_order() {
        // Given
        List<Command> commands = new ArrayList<>();
        keys(2000).forEach(key -> commands.add(Command.of("SET").key(key).arg(key.value())));
        commands.set(700, Command.of("HSET").key(key("n1")).arg("not a hash").arg("x"));
        commands.set(701, Command.of("NOSUCHCOMMAND").key(key("n2")));
        // When
        List<Outcome> outcomes =
                router.sendAll(commands, Duration.ofSeconds(5)).await().indefinitely();
        // Then
        assertThat(outcomes).hasSize(2000);
        assertThat(outcomes.get(700)).isInstanceOf(Outcome.Failed.class);
        assertThat(outcomes.get(701)).isInstanceOf(Outcome.Failed.class);
        assertThat(outcomes.stream().filter(Outcome.Replied.class::isInstance)).hasSize(1998);
        List<Outcome> read = router.sendAll(keys(600).stream()
                        .map(key -> Command.of("GET").key(key))
                        .toList())
                .await()
                .indefinitely();
        assertThat(IntStream.range(0, 600))
                .allMatch(i -> read.get(i).orThrow().text().equals("test:probe:counter:n" + i));
    }

    @Test
    void an_empty_pipeline_is_done_at_once() {
        assertThat(router.sendAll(List.of()).await().indefinitely()).isEmpty();
    }

    @Test
    void nothing_is_sent_before_the_subscription_and_once_for_each() {
        // Given
        Uni<Reply> increment = router.send(Command.of("INCR").key(key("lazy")));
        // When
        increment.await().indefinitely();
        long second = increment.await().indefinitely().integer();
        // Then
        assertThat(second).isEqualTo(2);
    }

    @Test
    void the_reply_arrives_on_the_context_of_the_caller() throws Exception {
        // Given
        ContextInternal duplicated = ((ContextInternal) test.vertx().getOrCreateContext()).duplicate();
        CompletableFuture<List<Context>> seen = new CompletableFuture<>();
        // When
        duplicated.runOnContext(start -> Uni.join()
                .all(keys(20).stream()
                        .map(key -> router.send(Command.of("INCR").key(key)).map(reply -> Vertx.currentContext()))
                        .toList())
                .andFailFast()
                .subscribe()
                .with(seen::complete));
        // Then
        assertThat(seen.get(20, TimeUnit.SECONDS)).hasSize(20).allMatch(context -> context == duplicated);
    }

    @Test
    void cancelled_commands_leak_nothing_and_mix_up_no_replies() {
        // Given
        RedisKey key = key("cancelled");
        // When
        for (int i = 0; i < 10_000; i++) {
            router.send(Command.of("INCR").key(key))
                    .subscribe()
                    .with(reply -> {})
                    .cancel();
        }
        // Then
        await().atMost(Duration.ofSeconds(20)).until(() -> router.inFlight() == 0);
        RedisKey other = key("after");
        test.send(Command.of("SET").key(other).arg("mine"));
        assertThat(test.send(Command.of("GET").key(other)).text()).isEqualTo("mine");
    }

    @Test
    void too_much_in_flight_is_refused_instead_of_queued(RedisClusterHarness cluster) {
        // Given
        try (TestRouter narrow =
                TestRouter.of(cluster, options -> options.withInFlightMax(16).withDeadline(TestRouter.UNHURRIED))) {
            List<Command> many = IntStream.range(0, 500)
                    .mapToObj(i -> Command.of("INCR").key(key("narrow")))
                    .toList();
            // When
            List<Outcome> outcomes = narrow.router().sendAll(many).await().indefinitely();
            // Then
            long applied =
                    outcomes.stream().filter(Outcome.Replied.class::isInstance).count();
            assertThat(applied).isBetween(16L, 499L);
            assertThat(outcomes)
                    .filteredOn(Outcome.Failed.class::isInstance)
                    .allMatch(outcome -> ((Outcome.Failed) outcome).failure() instanceof RedisUnavailable unavailable
                            && unavailable.reason() == RedisUnavailable.Reason.OVERLOADED);
            assertThat(narrow.send(Command.of("GET").key(key("narrow"))).integer())
                    .isEqualTo(applied);
        }
    }

    @Test
    void a_secret_that_cannot_be_read_leaves_no_connection_behind(RedisClusterHarness cluster) {
        // Given
        AtomicInteger asked = new AtomicInteger();
        Credentials.Source unreadable = () -> {
            asked.incrementAndGet();
            throw new UncheckedIOException(new IOException("the file is being replaced"));
        };
        int before = clients(cluster);
        try (TestRouter locked = TestRouter.unready(TestRouter.options(cluster).withCredentials(unreadable))) {
            // When
            await().atMost(Duration.ofSeconds(30)).until(() -> asked.get() > 40);
            // Then
            assertThat(clients(cluster)).isLessThan(before + 20);
            assertThat(locked.router().connections()).isZero();
        }
    }

    private static int clients(RedisClusterHarness cluster) {
        return cluster.nodes().stream()
                .mapToInt(node -> (int) node.call("CLIENT", "LIST").lines().count())
                .sum();
    }

    @Test
    void a_blocking_command_on_its_own_connection_delays_nobody() {
        // Given
        RedisKey queue = key("queue");
        DedicatedConnection own = router.dedicated(queue.slot()).await().indefinitely();
        CompletableFuture<Reply> popped = own.send(
                        Command.of("BLPOP").key(queue).arg(20), Duration.ofSeconds(21))
                .subscribeAsCompletionStage();
        // When
        test.send(Command.of("RPUSH").key(queue).arg("task"));
        // Then
        assertThat(popped.orTimeout(20, TimeUnit.SECONDS).join().get(1).text()).isEqualTo("task");
        own.close();
        await().atMost(Duration.ofSeconds(20)).until(() -> !own.isOpen());
    }

    @Test
    void a_sharded_subscription_outlives_its_connection_and_its_master(RedisClusterHarness cluster) {
        // Given
        RedisKey channel = key("channel");
        List<String> heard = new CopyOnWriteArrayList<>();
        try (RedisRouter.Subscription subscription = router.subscribe(
                channel, payload -> heard.add(new String(payload, StandardCharsets.UTF_8)), () -> heard.add("gap"))) {
            await().atMost(Duration.ofSeconds(20)).until(() -> heard.contains("gap"));
            // When
            cluster.moveSlot(channel.slot(), cluster.otherMaster(channel.slot()));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> heard.stream().filter("gap"::equals).count() >= 2);
            // Then: as long as the nodes tell different stories of the slot, it may have to begin once more.
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                test.send(Command.of("SPUBLISH").key(channel).arg("moved"));
                return heard.contains("moved");
            });
        }
    }

    @Test
    void five_to_twenty_connections_are_spread_over_the_masters(RedisClusterHarness cluster) {
        // The router is ready as soon as each master can be reached; the other connections follow.
        await().atMost(Duration.ofSeconds(20)).until(() -> router.connections() >= 5);
        assertThat(router.connections()).isLessThanOrEqualTo(20);
        assertThat(router.masters()).hasSize(3);
        assertThat(router.slotMap().covered()).isEqualTo(HashSlot.COUNT);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> router.slotMap().nodes().size() == 6);
    }

    @Test
    void another_services_keys_are_out_of_reach() {
        // Given
        RedisKey foreign = RedisKey.of("test:other:counter:n1");
        // When, Then
        assertThatThrownBy(() -> test.send(Command.of("GET").key(foreign)))
                .isInstanceOfSatisfying(
                        RedisRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo("NOPERM"));
        assertThatThrownBy(() -> test.send(Command.of("SET").key(foreign).arg("x")))
                .isInstanceOfSatisfying(
                        RedisRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo("NOPERM"));
    }

    /** Which of them it was told of makes no difference: the others are logged in to as well. */
    @Test
    void nodes_that_were_discovered_are_logged_in_to_like_the_seeds(RedisClusterHarness cluster) {
        // Given
        List<NodeAddress> oneSeed = TestRouter.seeds(cluster).subList(0, 1);
        RouterOptions options = RouterOptions.of(
                        oneSeed, new Credentials(TestRouter.USER, cluster.password(TestRouter.USER)))
                .withDeadline(TestRouter.UNHURRIED);
        try (TestRouter told = TestRouter.unready(options)) {
            told.router().ready(Duration.ofSeconds(20)).await().indefinitely();
            // When
            cluster.failover(cluster.replicas().getFirst(), FailoverMode.GRACEFUL);
            List<Long> counted = keys(50).stream()
                    .map(key -> told.send(Command.of("INCR").key(key)).integer())
                    .toList();
            // Then
            assertThat(counted).containsOnly(1L);
            assertThat(keys(50).stream()
                            .map(key -> cluster.masterOf(key.value()))
                            .distinct())
                    .hasSize(3);
        }
    }

    private static List<RedisKey> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> key("n" + i)).toList();
    }

    private static RedisKey key(String id) {
        return RedisKey.of("test:probe:counter:" + id);
    }
}
