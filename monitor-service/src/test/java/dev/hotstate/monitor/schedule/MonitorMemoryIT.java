package dev.hotstate.monitor.schedule;

import static dev.hotstate.monitor.definition.TestMonitors.http;
import static dev.hotstate.monitor.definition.TestMonitors.randomId;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import dev.hotstate.monitor.result.ResultStore;
import dev.hotstate.monitor.schedule.ClaimOutcome.Claimed;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a monitor takes in Redis after an hour of checks, as Redis itself says. */
class MonitorMemoryIT {

    private static final Logger LOG = Logger.getLogger(MonitorMemoryIT.class);

    /** More than fit into the compact form of a hash or sorted set, as in a large installation. */
    private static final int MONITORS = 200;

    private static final int RESULTS = 60;

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared();

    @Test
    void a_monitor_takes_less_than_four_kilobytes(RedisClusterHarness harness) {
        try (var redis = new MonitorRedis(harness)) {
            var partition = redis.partitions.at(7);
            redis.build(partition);
            var store = new ScheduleStore(redis.scripts, redis.keys, redis.clock, TestConfig.usual());
            var results = new ResultStore(redis.scripts, redis.keys, redis.clock);
            var monitors = Stream.generate(() -> http(randomId()))
                    .filter(monitor -> redis.keys.partitionOf(monitor.id()).equals(partition))
                    .limit(MONITORS)
                    .toList();
            store.enroll(monitors, true).await().atMost(ofSeconds(15));
            var random = new Random(7);

            for (int round = 0; round < RESULTS; round++) {
                makeDue(redis, monitors);
                var claimed =
                        (Claimed) store.claimDue(partition, MONITORS).await().atMost(ofSeconds(15));
                var commits = claimed.claims().stream()
                        .map(claim -> results.commit(claim.monitor(), claim.fence(), 1, result(random)))
                        .toList();
                Uni.join().all(commits).andFailFast().await().atMost(ofSeconds(15));
            }

            var bytes = bytesPerEntity(harness);
            LOG.infof("Bytes per monitor: %s", bytes);
            assertThat(bytes.values().stream().mapToLong(Long::longValue).sum()).isBetween(500L, 4_000L);
        }
    }

    private static void makeDue(MonitorRedis redis, List<Monitor> monitors) {
        var schedule = Command.of("ZADD").key(redis.keys.schedule(redis.partitions.at(7)));
        monitors.forEach(monitor -> schedule.arg(1).arg(monitor.id()));
        redis.send(schedule);
    }

    private static ProbeResult result(Random random) {
        long latency = 80_000 + random.nextInt(60_000);
        var phases = new Phases(2_000, 12_000, 25_000, latency - 40_000, 1_000);
        return new ProbeResult(Verdict.UP, Reason.OK, 200, latency, phases, 60, "");
    }

    private static Map<String, Long> bytesPerEntity(RedisClusterHarness harness) {
        var total = new TreeMap<String, Long>();
        for (var node : harness.masters()) {
            try (var client = node.connect()) {
                for (var key : (List<?>) client.call("KEYS", "test:monitor:*")) {
                    long bytes = client.number("MEMORY", "USAGE", key.toString(), "SAMPLES", "0");
                    total.merge(key.toString().split(":")[2], bytes, Long::sum);
                }
            }
        }
        total.remove("epoch");
        total.replaceAll((entity, bytes) -> bytes / MONITORS);
        return total;
    }
}
