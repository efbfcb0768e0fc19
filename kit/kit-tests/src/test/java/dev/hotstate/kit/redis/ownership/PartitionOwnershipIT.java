package dev.hotstate.kit.redis.ownership;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.log.LogCapture;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.time.RunningClock;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PartitionOwnershipIT {

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private static final String OWNERS = "test:probe:instances:owners";
    private static final Duration PATIENCE = ofSeconds(30);

    /** No stall of a crowded machine lasts so long; for tests in which no lease shall end. */
    private static final Duration LONG_LEASE = ofSeconds(10);

    private final List<ProbeInstance> instances = new ArrayList<>();

    /** Who works on which partition, and those on which two did at once. */
    private final Map<Partition, ProbeInstance> working = new ConcurrentHashMap<>();

    private final Set<Partition> overlaps = ConcurrentHashMap.newKeySet();

    @AfterEach
    void close() {
        instances.forEach(ProbeInstance::close);
    }

    @Test
    void one_alone_owns_all(RedisClusterHarness cluster) {
        var a = started(cluster, "a");
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        assertThat(a.partitions.all())
                .allMatch(a.ownership::owns)
                .allMatch(partition -> a.ownership.fence(partition) > 0);
        KeyScan.strict().assertClean(cluster.admin());
    }

    @Test
    void who_joins_gets_a_fair_share_and_no_partition_is_ever_with_two(RedisClusterHarness cluster) {
        // Given
        var a = watched(cluster, "a");
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        // When
        var b = watched(cluster, "b");
        // Then
        awaitShares(List.of(32, 32), a, b);
        var c = watched(cluster, "c");
        awaitShares(List.of(22, 21, 21), a, b, c);
        await("the listeners of the last ones").atMost(PATIENCE).until(() -> working.size() == 64);
        assertThat(overlaps).isEmpty();
    }

    @Test
    void who_leaves_in_order_is_succeeded_before_its_leases_would_end(RedisClusterHarness cluster) {
        // Given
        var longLease = ofSeconds(20);
        var a = add(ProbeInstance.started(cluster, "a", longLease));
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        var b = add(ProbeInstance.started(cluster, "b", longLease));
        await().atMost(PATIENCE).until(() -> a.owned() == 32 && b.owned() == 32);
        // When
        long left = RunningClock.nanos();
        a.leave();
        // Then
        assertThat(a.owned()).isZero();
        await().atMost(PATIENCE).until(() -> b.owned() == 64);
        assertThat(RunningClock.since(left)).isLessThan(longLease);
    }

    @Test
    void who_dies_is_succeeded_when_its_leases_end(RedisClusterHarness cluster) {
        // Given
        var a = started(cluster, "a");
        var b = started(cluster, "b");
        awaitShares(List.of(32, 32), a, b);
        // When
        a.close();
        // Then
        await().atMost(PATIENCE).until(() -> b.owned() == 64);
    }

    @Test
    void who_sleeps_through_its_leases_knows_it_and_its_successors_fences_are_larger(RedisClusterHarness cluster) {
        // Given
        var a = waiting(cluster, "a").tick();
        var partition = a.partitions.at(3);
        long fence = a.ownership.fence(partition);
        assertThat(a.owned()).isEqualTo(64);
        // When
        var b = started(cluster, "b");
        await().atMost(PATIENCE).until(() -> b.owned() == 64);
        // Then
        assertThat(a.owned()).isZero();
        assertThat(b.ownership.fence(partition)).isGreaterThan(fence);
        a.tick();
        assertThat(a.owned()).isZero();
    }

    @Test
    void flushall_makes_new_leases_of_which_everybody_hears(RedisClusterHarness cluster) {
        // Given
        var a = add(ProbeInstance.started(cluster, "a", ofSeconds(6)));
        var events = new CopyOnWriteArrayList<String>();
        var partition = a.partitions.at(5);
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        long fence = a.ownership.fence(partition);
        a.ownership.onLost(lost -> {
            note(events, lost, partition, "lost");
            return Uni.createFrom().voidItem();
        });
        a.ownership.onGained(gained -> note(events, gained, partition, "gained"));
        assertThat(events).containsExactly("gained");
        // When
        cluster.flushAll();
        // Then
        await().atMost(PATIENCE).until(() -> events.equals(List.of("gained", "lost", "gained")));
        assertThat(a.ownership.fence(partition)).isGreaterThan(fence);
    }

    @Test
    void a_partition_is_free_only_when_its_listeners_are_done(RedisClusterHarness cluster) {
        // Given
        var a = add(ProbeInstance.started(cluster, "a", LONG_LEASE));
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        a.partitions.all().forEach(partition -> working.put(partition, a));
        a.ownership.onLost(lost ->
                Uni.createFrom().voidItem().onItem().delayIt().by(ofMillis(300)).invoke(() -> working.remove(lost)));
        var b = add(ProbeInstance.waiting(cluster, "b", LONG_LEASE));
        b.ownership.onGained(gained -> {
            if (working.containsKey(gained)) {
                overlaps.add(gained);
            }
        });
        // When
        b.ownership.start();
        await().atMost(PATIENCE).until(() -> b.owned() == 32);
        // Then
        assertThat(overlaps).isEmpty();
    }

    @Test
    void the_shard_that_knows_the_living_may_be_away_for_longer_than_a_lease(RedisClusterHarness cluster) {
        // Given
        var lease = ofSeconds(4);
        var a = add(ProbeInstance.started(cluster, "a", lease));
        var b = add(ProbeInstance.started(cluster, "b", lease));
        awaitShares(List.of(32, 32), a, b);
        var shard = cluster.masterOf(OWNERS);
        var elsewhere = a.partitions.all().stream()
                .filter(partition -> cluster.masterOf(a.keys.owner(partition).value()) != shard)
                .collect(toSet());
        var lost = ConcurrentHashMap.<Partition>newKeySet();
        for (var instance : List.of(a, b)) {
            instance.ownership.onLost(partition -> {
                lost.add(partition);
                return Uni.createFrom().voidItem();
            });
        }
        // When
        cluster.replicaOf(shard).kill();
        shard.kill();
        // Then
        await("those of that shard, and no others, are lost")
                .during(lease.dividedBy(2))
                .atMost(PATIENCE)
                .until(() -> ownedBy(a, b).equals(elsewhere) && lost.size() == 64 - elsewhere.size());
        // When
        a.close();
        // Then
        await("the one that is left has all of them")
                .atMost(PATIENCE)
                .until(() -> ownedBy(b).equals(elsewhere));
    }

    @Test
    void who_leaves_while_a_shard_is_away_counts_no_longer_among_the_living(RedisClusterHarness cluster) {
        // Given
        var a = add(ProbeInstance.started(cluster, "a", LONG_LEASE));
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        var living = cluster.masterOf(OWNERS);
        var shard = cluster.masters().stream()
                .filter(master -> master != living)
                .findFirst()
                .orElseThrow();
        cluster.replicaOf(shard).kill();
        shard.kill();
        // When
        a.ownership.leave().onFailure().recoverWithNull().await().atMost(PATIENCE);
        // Then
        assertThat(living.call("EXISTS", OWNERS)).isEqualTo("0");
    }

    @Test
    void two_of_one_name_are_told(RedisClusterHarness cluster) {
        // Given
        var lease = ofSeconds(6);
        var one = add(ProbeInstance.waiting(cluster, "twin", lease)).tick();
        cluster.flushAll();
        add(ProbeInstance.waiting(cluster, "twin", lease)).tick();
        // When
        try (var log = LogCapture.start()) {
            // Then
            await().atMost(PATIENCE).until(() -> {
                one.tick();
                return log.text().contains("Another process seems to call itself twin");
            });
        }
    }

    @Test
    void a_failover_moves_nothing(RedisClusterHarness cluster) {
        // Given
        var lease = ofSeconds(12);
        var a = add(ProbeInstance.started(cluster, "a", lease));
        await().atMost(PATIENCE).until(() -> a.owned() == 64);
        var lost = new CopyOnWriteArrayList<Partition>();
        a.ownership.onLost(partition -> {
            lost.add(partition);
            return Uni.createFrom().voidItem();
        });
        // When
        cluster.killAndAwaitPromotion(cluster.masters().getFirst());
        // Then
        await("beyond the next renewal of all leases")
                .during(lease.dividedBy(3))
                .atMost(PATIENCE)
                .until(() -> a.owned() == 64);
        assertThat(lost).isEmpty();
    }

    private static void note(List<String> events, Partition happened, Partition watched, String what) {
        if (happened.equals(watched)) {
            events.add(what);
        }
    }

    private static void awaitShares(List<Integer> shares, ProbeInstance... instances) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var owned = Stream.of(instances)
                    .map(instance -> instance.ownership.owned())
                    .toList();
            assertThat(owned.stream().map(Set::size).toList()).isEqualTo(shares);
            var all = new HashSet<Partition>();
            owned.forEach(all::addAll);
            assertThat(all).hasSize(64);
        });
    }

    private static Set<Partition> ownedBy(ProbeInstance... instances) {
        return Stream.of(instances)
                .flatMap(instance -> instance.ownership.owned().stream())
                .collect(toSet());
    }

    private ProbeInstance watched(RedisClusterHarness cluster, String name) {
        var instance = add(ProbeInstance.waiting(cluster, name, LONG_LEASE));
        instance.ownership.onGained(gained -> {
            if (working.put(gained, instance) != null) {
                overlaps.add(gained);
            }
        });
        instance.ownership.onLost(lost -> {
            working.remove(lost, instance);
            return Uni.createFrom().voidItem();
        });
        instance.ownership.start();
        return instance;
    }

    private ProbeInstance started(RedisClusterHarness cluster, String name) {
        return add(ProbeInstance.started(cluster, name));
    }

    private ProbeInstance waiting(RedisClusterHarness cluster, String name) {
        return add(ProbeInstance.waiting(cluster, name));
    }

    private ProbeInstance add(ProbeInstance instance) {
        instances.add(instance);
        return instance;
    }
}
