package dev.hotstate.kit.redis.connection;

import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.redis.key.HashSlot;
import dev.hotstate.kit.testing.redis.FailoverMode;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.kit.testing.time.RunningClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FailoverIT {

    /** How soon after a promotion a shard works again. */
    private static final Duration HEALING = Duration.ofSeconds(2);

    /** A command that began before it is healed may take its deadline, and a crowded machine its time. */
    private static final Duration HEALING_OF_CROWDED = HEALING.plus(TestRouter.SLACK);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().shared();

    private TestRouter test;
    private CounterLoad load;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        test = TestRouter.of(cluster, options -> options.withDeadline(TestRouter.DEADLINE));
        load = CounterLoad.on(test.router(), 12);
        await().atMost(PATIENCE).until(() -> load.tries().size() > 200);
    }

    @AfterEach
    void close() {
        load.close();
        test.close();
    }

    @Test
    void a_dead_replica_is_not_noticed(RedisClusterHarness cluster) {
        // When
        cluster.replicas().get(0).kill();
        awaitTriesAfter(RunningClock.nanos(), 200);
        await("the cluster leaves it out of its map")
                .atMost(PATIENCE)
                .until(() -> test.router().slotMap().nodes().size() == 5);
        // Then
        awaitTriesAfter(RunningClock.nanos(), 1000);
        assertThat(load.failures()).isEmpty();
    }

    @Test
    void a_killed_master_costs_only_its_shard_and_only_until_its_replica_takes_over(RedisClusterHarness cluster) {
        // Given
        RedisNode victim = cluster.masters().get(0);
        List<String> affected = keysOf(cluster, victim);
        // When
        cluster.killAndAwaitPromotion(victim);
        // Then
        assertHeals(affected, RunningClock.nanos());
    }

    @Test
    void who_listens_hears_which_slots_a_new_master_serves(RedisClusterHarness cluster) {
        // Given
        RedisNode victim = cluster.masters().get(0);
        Successions successions = new Successions(cluster, victim);
        // When
        cluster.killAndAwaitPromotion(victim);
        // Then
        successions.awaitHeard();
    }

    /** It has another run id, and perhaps not the newest writes. */
    @Test
    void who_listens_hears_which_slots_a_master_serves_that_was_restarted_in_its_place(RedisClusterHarness cluster) {
        // Given
        RedisNode victim = cluster.masters().get(0);
        RedisNode replica = cluster.replicaOf(victim);
        Successions successions = new Successions(cluster, victim);
        replica.call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
        try {
            // When
            victim.kill();
            victim.restart();
            // Then
            successions.awaitHeard();
            assertThat(victim.isMaster()).isTrue();
        } finally {
            replica.call("CONFIG", "SET", "cluster-replica-no-failover", "no");
        }
    }

    /** What is told while one of the masters is in trouble. */
    private final class Successions {

        private final List<IntPredicate> heard = new CopyOnWriteArrayList<>();
        private final int affected;
        private final int unaffected;

        Successions(RedisClusterHarness cluster, RedisNode victim) {
            affected = HashSlot.of(keysOf(cluster, victim).getFirst());
            unaffected =
                    HashSlot.of(keysOf(cluster, cluster.otherMaster(affected)).getFirst());
            test.router().onSuccession(heard::add);
        }

        void awaitHeard() {
            await().atMost(PATIENCE).until(() -> heard.stream().anyMatch(slots -> slots.test(affected)));
            assertThat(heard).noneMatch(slots -> slots.test(unaffected));
        }
    }

    @Test
    void a_frozen_master_costs_only_its_shard_and_nothing_hangs(RedisClusterHarness cluster) {
        // Given
        RedisNode victim = cluster.masters().get(1);
        List<String> affected = keysOf(cluster, victim);
        // When
        cluster.pauseAndAwaitPromotion(victim);
        // Then
        assertHeals(affected, RunningClock.nanos());
    }

    @Test
    void a_frozen_first_seed_costs_only_its_shard_too(RedisClusterHarness cluster) {
        // Given
        RedisNode firstSeed = cluster.nodes().get(0);
        if (!firstSeed.isMaster()) {
            cluster.failover(firstSeed, FailoverMode.GRACEFUL);
            awaitQuiet();
        }
        List<String> affected = keysOf(cluster, firstSeed);
        // When
        cluster.pauseAndAwaitPromotion(firstSeed);
        // Then
        assertHeals(affected, RunningClock.nanos());
    }

    @Test
    void a_frozen_first_seed_does_not_delay_the_start(RedisClusterHarness cluster) {
        // Given
        RedisNode firstSeed = cluster.nodes().get(0);
        RedisNode victim = firstSeed.isMaster() ? firstSeed : cluster.masterOf(firstSeed);
        List<String> affected = keysOf(cluster, victim);
        firstSeed.pause();
        // When
        List<Duration> starts = List.of(startUp(cluster), startUp(cluster), startUp(cluster));
        // Then
        assertThat(Collections.min(starts)).isLessThan(Duration.ofSeconds(1));
        assertThat(load.failures()).allMatch(one -> affected.contains(one.key().value()));
    }

    private static Duration startUp(RedisClusterHarness cluster) {
        long began = RunningClock.nanos();
        try (TestRouter late = TestRouter.unready(TestRouter.options(cluster))) {
            await().pollInterval(Duration.ofMillis(10))
                    .atMost(PATIENCE)
                    .until(() -> late.router().masters().size() == 3);
            return RunningClock.since(began);
        }
    }

    @Test
    void a_planned_failover_is_not_noticed(RedisClusterHarness cluster) {
        // When
        cluster.failover(cluster.replicas().get(0), FailoverMode.GRACEFUL);
        // Then
        awaitTriesAfter(RunningClock.nanos(), 1000);
        assertThat(load.failures()).isEmpty();
    }

    /** Each time another master, since Redis votes for replicas of one master only once in two node timeouts. */
    @Test
    void five_failovers_in_a_row_cost_only_their_shards_and_each_heals_by_itself(RedisClusterHarness cluster) {
        // Given
        List<RedisNode> victims = new ArrayList<>(cluster.masters());
        List<Outage> outages = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            RedisNode victim = victims.get(i);
            boolean killed = i % 2 == 0;
            List<String> affected = keysOf(cluster, victim);
            long beganAt = RunningClock.nanos();
            // When
            victims.add(killed ? cluster.killAndAwaitPromotion(victim) : forceOut(cluster, victim));
            long promotedAt = RunningClock.nanos();
            awaitQuiet();
            outages.add(new Outage(affected, killed, beganAt, promotedAt, RunningClock.nanos()));
            if (killed) {
                victim.restart();
            }
            cluster.awaitHealthy();
        }
        // Then
        assertThat(outages)
                .filteredOn(Outage::killed)
                .noneMatch(outage -> outage.failures(load).isEmpty());
        assertThat(load.failures())
                .allMatch(one -> outages.stream().anyMatch(outage -> outage.explains(one)), "of a shard that was down");
        assertThat(load.tries()).allMatch(FailoverIT::endedInTime);
        assertMostRanOutInTime();
        assertThat(outages)
                .allSatisfy(outage -> assertThat(outage.healing(load)).isLessThan(HEALING_OF_CROWDED));
        assertThat(outages.stream()
                        .filter(Outage::killed)
                        .map(outage -> outage.healing(load))
                        .sorted()
                        .toList())
                .as("most of the killed were made good soon after the promotion, on a crowded machine too")
                .satisfies(times -> assertThat(times.get(times.size() / 2)).isLessThan(HEALING));
    }

    private static RedisNode forceOut(RedisClusterHarness cluster, RedisNode master) {
        RedisNode replica = cluster.replicaOf(master);
        cluster.failover(replica, FailoverMode.FORCE);
        return replica;
    }

    /** The keys of a shard, and from when until when their commands may fail. */
    private record Outage(List<String> keys, boolean killed, long beganAt, long promotedAt, long healedAt) {

        boolean explains(CounterLoad.Try failure) {
            return keys.contains(failure.key().value())
                    && failure.endedAt() >= beganAt
                    && failure.startedAt() <= healedAt;
        }

        List<CounterLoad.Try> failures(CounterLoad load) {
            return load.failures().stream().filter(this::explains).toList();
        }

        /** How long after the promotion the last command failed. */
        Duration healing(CounterLoad load) {
            return failures(load).stream()
                    .map(failure -> Duration.ofNanos(failure.endedAt() - promotedAt))
                    .max(naturalOrder())
                    .orElse(Duration.ZERO);
        }
    }

    private static boolean endedInTime(CounterLoad.Try one) {
        return one.took().compareTo(TestRouter.DEADLINE.plus(TestRouter.SLACK)) < 0;
    }

    private void assertMostRanOutInTime() {
        TestRouter.assertInTime(load.failures().stream()
                .filter(CounterLoad.Try::ranOut)
                .map(CounterLoad.Try::took)
                .toList());
    }

    private void assertHeals(List<String> affected, long promotedAt) {
        awaitQuiet();
        assertMostRanOutInTime();
        assertThat(load.failures())
                .isNotEmpty()
                .allMatch(one -> affected.contains(one.key().value()), "a key of the affected shard")
                .allMatch(FailoverIT::endedInTime, "within the deadline")
                .allMatch(one -> one.endedAt() - promotedAt < HEALING_OF_CROWDED.toNanos(), "soon after the promotion");
    }

    /** For half a second each key was incremented and nothing failed. */
    private void awaitQuiet() {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            List<CounterLoad.Try> last =
                    load.since(RunningClock.nanos() - Duration.ofMillis(500).toNanos());
            return last.stream().noneMatch(CounterLoad.Try::failed)
                    && last.stream().map(CounterLoad.Try::key).distinct().count()
                            == load.counters().size();
        });
    }

    private void awaitTriesAfter(long runningNanos, int count) {
        await().atMost(PATIENCE).until(() -> load.since(runningNanos).size() > count);
    }

    private List<String> keysOf(RedisClusterHarness cluster, RedisNode master) {
        return load.counters().stream()
                .map(counter -> counter.key.value())
                .filter(key -> cluster.masterOf(key) == master)
                .toList();
    }
}
