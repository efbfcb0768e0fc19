package dev.hotstate.monitor.schedule;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.schedule.ClaimOutcome.Claimed;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several instances claim from the same queues as fast as they can. */
class ClaimRaceIT {

    private static final int MONITORS = 100_000;
    private static final int INSTANCES = 4;
    private static final int BATCH = 5_000;
    private static final Duration PATIENCE = ofSeconds(60);

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared();

    @Test
    void of_a_hundred_thousand_claims_by_four_instances_none_is_double(RedisClusterHarness harness) {
        claimByAll(harness, 1);
    }

    @Test
    @Tag("long")
    void of_a_million_claims_by_four_instances_none_is_double(RedisClusterHarness harness) {
        claimByAll(harness, 10);
    }

    /** @param rounds how often all monitors are claimed: after each they are given back, and due again */
    private static void claimByAll(RedisClusterHarness harness, int rounds) {
        var instances = IntStream.range(0, INSTANCES)
                .mapToObj(n -> new MonitorRedis(harness))
                .toList();
        try {
            var first = instances.getFirst();
            first.buildAll();
            store(first)
                    .enroll(
                            IntStream.range(0, MONITORS)
                                    .mapToObj(n -> http(randomId(), s -> s.timeout(ofSeconds(50))))
                                    .toList(),
                            true)
                    .await()
                    .atMost(PATIENCE);
            for (int round = 0; round < rounds; round++) {
                var claims = claimOnceByAll(instances);
                assertThat(claims).hasSize(MONITORS);
                assertThat(claims.values().stream().map(claim -> claim.partition() + claim.fence()))
                        .doesNotHaveDuplicates();
                giveBack(store(first), claims.values());
            }
        } finally {
            instances.forEach(MonitorRedis::close);
        }
    }

    private static Map<String, Claim> claimOnceByAll(List<MonitorRedis> instances) {
        Map<String, Claim> claims = new ConcurrentHashMap<>();
        var doubles = new AtomicLong();
        Uni.join()
                .all(instances.stream()
                        .map(instance -> claimAll(instance, claims, doubles))
                        .toList())
                .andFailFast()
                .await()
                .atMost(PATIENCE);
        assertThat(doubles).hasValue(0);
        return claims;
    }

    private static void giveBack(ScheduleStore store, Collection<Claim> claims) {
        var some = new ArrayList<Claim>();
        for (var claim : claims) {
            some.add(claim);
            if (some.size() == BATCH) {
                store.release(some, Duration.ZERO).await().atMost(PATIENCE);
                some.clear();
            }
        }
    }

    /** Each instance goes through the partitions in an order of its own, until all are empty. */
    private static Uni<Void> claimAll(MonitorRedis instance, Map<String, Claim> claims, AtomicLong doubles) {
        var store = store(instance);
        var partitions = new ArrayList<>(instance.partitions.all());
        Collections.shuffle(partitions, new Random(System.identityHashCode(instance)));
        return Multi.createFrom()
                .iterable(partitions)
                .onItem()
                .transformToUni(partition -> claimUntilEmpty(store, partition, claims, doubles))
                .merge(8)
                .collect()
                .last()
                .replaceWithVoid();
    }

    private static Uni<Void> claimUntilEmpty(
            ScheduleStore store, Partition partition, Map<String, Claim> claims, AtomicLong doubles) {
        return store.claimDue(partition, 50).chain(outcome -> {
            var claimed = ((Claimed) outcome).claims();
            for (var claim : claimed) {
                if (claims.put(claim.monitor(), claim) != null) {
                    doubles.incrementAndGet();
                }
            }
            return claimed.isEmpty() ? Uni.createFrom().voidItem() : claimUntilEmpty(store, partition, claims, doubles);
        });
    }

    private static ScheduleStore store(MonitorRedis redis) {
        return new ScheduleStore(redis.scripts, redis.keys, redis.clock, TestConfig.usual());
    }
}
