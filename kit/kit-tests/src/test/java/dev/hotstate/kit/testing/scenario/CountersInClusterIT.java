package dev.hotstate.kit.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.testing.redis.FailoverMode;
import dev.hotstate.kit.testing.redis.HashSlot;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The runner and the harness together, on what Redis itself promises; also an example to start from. */
class CountersInClusterIT {

    private static final int COUNTERS = 8;

    @RegisterExtension
    static final RedisClusterExtension redis =
            RedisClusterHarness.plan().user("probe", "get", "incr").shared();

    @Test
    void counters_live_through_slot_moves_graceful_failovers_and_lost_connections(RedisClusterHarness cluster) {
        var counters = CounterChecker.reading(key -> Long.parseLong(valueOf(cluster, key)));

        var report = Scenario.named("counters in a moving cluster")
                .lasting(Duration.ofSeconds(4))
                .clients(2)
                .operation("increment", 1, random -> {
                    var key = key(random);
                    return counters.increment(key, 1, () -> increment(cluster, key), CountersInClusterIT::judge);
                })
                .strike("move a slot", random -> {
                    int slot = HashSlot.of(key(random));
                    cluster.moveSlot(slot, cluster.otherMaster(slot));
                })
                .strike("fail over", random -> {
                    var replicas = cluster.replicas();
                    cluster.failover(replicas.get(random.nextInt(replicas.size())), FailoverMode.GRACEFUL);
                })
                .strike("close connections", random -> cluster.killClients("probe"))
                .healing(cluster::heal)
                .checker(counters)
                .run();

        assertThat(report.count(Outcome.ACKED)).isGreaterThan(100);
        assertThat(report.strikes()).isNotEmpty();
    }

    private static long increment(RedisClusterHarness cluster, String key) {
        try (var client = cluster.connect(cluster.masterOf(key), "probe")) {
            return client.number("INCR", key);
        }
    }

    /** An error reply is a refusal; whatever happens to the connection may have happened after the increment. */
    private static Outcome judge(Throwable failure) {
        return switch (failure) {
            case RedisRefusal refusal -> Outcome.REFUSED;
            case BackendFailure lost -> Outcome.UNKNOWN;
            default -> throw new AssertionError(failure);
        };
    }

    private static String valueOf(RedisClusterHarness cluster, String key) {
        var value = cluster.masterOf(key).call("GET", key);
        return value.equals("null") ? "0" : value;
    }

    private static String key(RandomGenerator random) {
        return "test:probe:counter:" + random.nextInt(COUNTERS);
    }
}
