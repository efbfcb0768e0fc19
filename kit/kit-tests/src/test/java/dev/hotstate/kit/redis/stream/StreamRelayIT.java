package dev.hotstate.kit.redis.stream;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.ownership.ProbeInstance;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamRelayIT {

    private static final String GROUP = "postgres";

    private static final Duration PATIENCE = ofSeconds(30);

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** What the handlers of all instances have handled, by partition, in order. */
    private final Map<Partition, List<String>> handled = new ConcurrentHashMap<>();

    @AfterEach
    void close() throws Exception {
        for (var one : opened.reversed()) {
            one.close();
        }
    }

    @Test
    void each_entry_of_each_partition_is_handled_once_and_in_order(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        relay(a, this::note);
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        // When
        for (int i = 0; i < 20; i++) {
            for (var partition : a.partitions.all()) {
                append(a, partition, Integer.toString(i));
            }
        }
        // Then
        var expected = numbers(0, 20);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(handled)
                        .hasSize(64)
                        .allSatisfy((partition, values) -> assertThat(values).isEqualTo(expected)));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(a.partitions.all())
                        .allSatisfy(
                                partition -> assertThat(pending(a, partition)).isZero()));
        KeyScan.strict().permanent(key -> key.contains(":events:")).assertClean(cluster.admin());
    }

    @Test
    void a_nudge_brings_an_entry_at_once(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var relay = relay(a, this::note);
        awaitIdle(a);
        var took = new ArrayList<Duration>();
        for (var partition : a.partitions.all().subList(0, 21)) {
            // When
            long begun = System.nanoTime();
            append(a, partition, "0");
            relay.nudge(partition);
            await().pollInterval(ofMillis(1)).atMost(PATIENCE).until(() -> handled.containsKey(partition));
            took.add(Duration.ofNanos(System.nanoTime() - begun));
        }
        // Then
        assertThat(took.stream().sorted().toList().get(10))
                .as("half of what it takes to be found without a nudge, at the median")
                .isLessThan(ofMillis(250));
    }

    @Test
    void a_handler_that_fails_is_asked_again_in_order_and_nothing_is_acknowledged_early(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var partition = a.partitions.at(12);
        var other = a.partitions.at(13);
        var attempts = new AtomicInteger();
        var pendingAtFailure = new CopyOnWriteArrayList<Long>();
        relay(a, (of, entries) -> {
            if (of.equals(partition) && attempts.incrementAndGet() <= 3) {
                return Uni.createFrom()
                        .voidItem()
                        .chain(() -> a.service.router.send(
                                Command.of("XPENDING").key(stream(a, of)).arg(GROUP)))
                        .invoke(reply -> pendingAtFailure.add(reply.get(0).integer()))
                        .chain(() -> Uni.createFrom().failure(new IllegalStateException("Postgres is away")));
            }
            return note(of, entries);
        });
        // When
        for (int i = 0; i < 5; i++) {
            append(a, partition, Integer.toString(i));
        }
        append(a, other, "0");
        // Then
        await().atMost(PATIENCE).until(() -> numbers(0, 5).equals(handled.get(partition)));
        await().atMost(PATIENCE).until(() -> numbers(0, 1).equals(handled.get(other)));
        assertThat(attempts).hasValueGreaterThanOrEqualTo(4);
        assertThat(pendingAtFailure).hasSize(3).allMatch(count -> count >= 1);
    }

    @Test
    void what_a_killed_consumer_left_pending_its_successor_gets_first(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a", 2);
        var partition = a.partitions.at(14);
        relay(a, (of, entries) -> Uni.createFrom().nothing());
        append(a, partition, "0");
        append(a, partition, "1");
        await().atMost(PATIENCE).until(() -> pending(a, partition) > 0);
        // When
        a.close();
        var b = started(cluster, "b");
        append(b, partition, "2");
        relay(b, this::note);
        // Then
        await().atMost(PATIENCE).until(() -> numbers(0, 3).equals(handled.get(partition)));
        await().atMost(PATIENCE).until(() -> pending(b, partition) == 0);
    }

    @Test
    void an_owner_that_wakes_up_late_acknowledges_nothing_of_its_successor(RedisClusterHarness cluster) {
        // Given
        var a = ProbeInstance.waiting(cluster, "a", ofSeconds(4)).tick();
        opened.add(a);
        var partition = a.partitions.at(15);
        var frozen = new CopyOnWriteArrayList<UniEmitter<? super Void>>();
        relay(a, (of, entries) -> Uni.createFrom().emitter(frozen::add));
        append(a, partition, "0");
        await().atMost(PATIENCE).until(() -> frozen.size() == 1);
        // When
        var b = started(cluster, "b");
        var held = new CopyOnWriteArrayList<UniEmitter<? super Void>>();
        relay(b, (of, entries) -> Uni.createFrom().emitter(held::add));
        await().atMost(PATIENCE).until(() -> held.size() == 1);
        frozen.getFirst().complete(null);
        append(b, partition, "1");
        // Then
        await().during(ofMillis(600)).atMost(PATIENCE).until(() -> pending(b, partition) == 1);
        assertThat(frozen).hasSize(1);
        held.getFirst().complete(null);
        await().atMost(PATIENCE).until(() -> held.size() == 2);
    }

    @Test
    void a_handover_in_order_handles_nothing_twice(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        relay(a, this::note);
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        var counts = new HashMap<Partition, Integer>();
        appendToAll(a, counts, 10);
        // When
        var b = started(cluster, "b");
        relay(b, this::note);
        while (b.owned() < 32) {
            appendToAll(a, counts, 1);
        }
        a.leave();
        while (b.owned() < 64) {
            appendToAll(b, counts, 1);
        }
        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(handled)
                        .hasSize(64)
                        .allSatisfy((partition, values) ->
                                assertThat(values).isEqualTo(numbers(0, counts.get(partition)))));
    }

    @Test
    void after_flushall_new_entries_are_handled(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        relay(a, this::note);
        var partition = a.partitions.at(16);
        append(a, partition, "0");
        await().atMost(PATIENCE).until(() -> numbers(0, 1).equals(handled.get(partition)));
        // When
        cluster.flushAll();
        append(a, partition, "1");
        // Then
        await().atMost(PATIENCE).until(() -> numbers(0, 2).equals(handled.get(partition)));
    }

    @Test
    void a_failover_loses_no_entry_that_the_new_master_has(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        relay(a, this::note);
        var partition = a.partitions.at(17);
        for (int i = 0; i < 50; i++) {
            append(a, partition, Integer.toString(i));
        }
        // When
        cluster.killAndAwaitPromotion(cluster.masterOf(stream(a, partition).value()));
        await().atMost(PATIENCE).ignoreExceptions().until(() -> append(a, partition, "last"));
        // Then
        await().atMost(PATIENCE)
                .until(() -> handled.getOrDefault(partition, List.of()).contains("last"));
        var kept = a
                .service
                .send(Command.of("XRANGE").key(stream(a, partition)).arg("-").arg("+"))
                .stream()
                .map(StreamEntry::fromReply)
                .map(entry -> entry.field("n"))
                .toList();
        assertThat(handled.get(partition)).containsAll(kept);
    }

    @Test
    void an_idle_relay_asks_once_per_partition_and_second(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        relay(a, this::note);
        awaitIdle(a);
        // When
        double before = rounds(a);
        long begun = System.nanoTime();
        await().atMost(PATIENCE).until(() -> rounds(a) - before >= 4 * 64);
        // Then
        double asked = rounds(a) - before;
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertThat(asked / 64)
                .as("per partition in %s seconds, which may begin just before a look", seconds)
                .isBetween(seconds / 3, seconds + 1);
    }

    @Test
    void a_new_lease_begins_only_when_the_batch_of_the_former_one_has_ended(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a", 3);
        var partition = a.partitions.at(18);
        var held = new CopyOnWriteArrayList<UniEmitter<? super Void>>();
        relay(a, (of, entries) -> Uni.createFrom().emitter(held::add));
        append(a, partition, "0");
        await().atMost(PATIENCE).until(() -> held.size() == 1);
        long fence = a.ownership.fence(partition);
        // When
        a.service.send(Command.of("DEL").key(a.keys.owner(partition)));
        await().atMost(PATIENCE).until(() -> a.ownership.fence(partition) > fence);
        // Then
        await().during(ofMillis(1_500)).atMost(PATIENCE).until(() -> held.size() == 1);
        held.getFirst().complete(null);
        await().atMost(PATIENCE).until(() -> held.size() == 2);
    }

    @Test
    void it_has_settled_when_a_round_has_ended_that_began_later(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var partition = a.partitions.at(21);
        var held = new CopyOnWriteArrayList<UniEmitter<? super Void>>();
        var relay = relay(a, (of, entries) -> Uni.createFrom().emitter(held::add));
        append(a, partition, "0");
        await().atMost(PATIENCE).until(() -> held.size() == 1);
        append(a, partition, "1");
        // When
        var settled = relay.settle(partition).subscribeAsCompletionStage();
        held.getFirst().complete(null);
        // Then
        await().atMost(PATIENCE).until(() -> held.size() == 2);
        assertThat(settled).isNotDone();
        held.get(1).complete(null);
        await().atMost(PATIENCE).until(settled::isDone);
        assertThat(settled).isCompleted();
    }

    @Test
    void what_is_not_ours_never_settles(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var relay = relay(a, this::note);
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        a.leave();
        // When
        var settled = relay.settle(a.partitions.at(22)).subscribeAsCompletionStage();
        // Then
        await().atMost(PATIENCE).until(settled::isCompletedExceptionally);
    }

    @Test
    void who_hears_of_one_lease_twice_begins_once(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var partition = a.partitions.at(19);
        var held = new CopyOnWriteArrayList<UniEmitter<? super Void>>();
        var relay = relay(a, (of, entries) -> Uni.createFrom().emitter(held::add));
        append(a, partition, "0");
        await().atMost(PATIENCE).until(() -> held.size() == 1);
        // When
        relay.begin(partition);
        // Then
        await().during(ofMillis(500)).atMost(PATIENCE).until(() -> held.size() == 1);
    }

    @Test
    void a_handler_that_never_ends_is_asked_again(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var partition = a.partitions.at(20);
        var attempts = new AtomicInteger();
        relay(
                a,
                spec -> spec.withPatience(ofMillis(500)),
                (of, entries) ->
                        attempts.incrementAndGet() == 1 ? Uni.createFrom().nothing() : note(of, entries));
        // When
        append(a, partition, "0");
        // Then
        await().atMost(PATIENCE).until(() -> numbers(0, 1).equals(handled.get(partition)));
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private ProbeInstance started(RedisClusterHarness cluster, String name) {
        return started(cluster, name, 10);
    }

    private ProbeInstance started(RedisClusterHarness cluster, String name, int leaseSeconds) {
        var instance = ProbeInstance.started(cluster, name, ofSeconds(leaseSeconds));
        opened.add(instance);
        return instance;
    }

    private StreamRelay relay(ProbeInstance instance, StreamHandler handler) {
        return relay(instance, UnaryOperator.identity(), handler);
    }

    private StreamRelay relay(ProbeInstance instance, UnaryOperator<StreamSpec> change, StreamHandler handler) {
        var spec = change.apply(StreamSpec.of("events", GROUP, partition -> stream(instance, partition)));
        var relay = new StreamRelay(
                instance.service.vertx,
                instance.service.scripts,
                instance.ownership,
                instance.keys,
                spec,
                handler,
                new RelayMetrics(new SimpleMeterRegistry(), spec));
        opened.add(relay);
        return relay;
    }

    private Uni<Void> note(Partition partition, List<StreamEntry> entries) {
        var values = handled.computeIfAbsent(partition, key -> new CopyOnWriteArrayList<>());
        entries.forEach(entry -> values.add(entry.field("n")));
        return Uni.createFrom().voidItem();
    }

    private static void appendToAll(ProbeInstance instance, Map<Partition, Integer> counts, int times) {
        for (int i = 0; i < times; i++) {
            for (var partition : instance.partitions.all()) {
                append(instance, partition, Integer.toString(counts.merge(partition, 1, Integer::sum) - 1));
            }
        }
    }

    private static boolean append(ProbeInstance instance, Partition partition, String value) {
        var entry = Command.of("XADD")
                .key(stream(instance, partition))
                .arg("*")
                .arg("n")
                .arg(value);
        instance.service.router.send(entry).await().indefinitely();
        return true;
    }

    private static RedisKey stream(ProbeInstance instance, Partition partition) {
        return instance.service.keys.key("events", partition.tag().id());
    }

    private static long pending(ProbeInstance instance, Partition partition) {
        var key = stream(instance, partition);
        if (instance.service.send(Command.of("XINFO").arg("GROUPS").key(key)).size() == 0) {
            return 0;
        }
        return instance.service
                .send(Command.of("XPENDING").key(key).arg(GROUP))
                .get(0)
                .integer();
    }

    /** All are ours, and have been asked so often that the pauses have grown to their longest. */
    private static void awaitIdle(ProbeInstance instance) {
        await().atMost(PATIENCE).until(() -> instance.owned() == 64);
        await().atMost(PATIENCE).until(() -> rounds(instance) >= 7 * 64);
    }

    private static double rounds(ProbeInstance instance) {
        return instance.service.registry.find("hotstate.script").tag("script", "relay_entries").timers().stream()
                .mapToDouble(timer -> timer.count())
                .sum();
    }

    private static List<String> numbers(int from, int to) {
        var numbers = new ArrayList<String>();
        for (int i = from; i < to; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }
}
