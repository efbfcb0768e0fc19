package dev.hotstate.monitor.schedule;

import static java.time.Duration.ofSeconds;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.platform.MonitorRedis;
import dev.hotstate.monitor.platform.PartitionBell;
import dev.hotstate.monitor.probe.Probe;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.result.ResultStore;
import dev.hotstate.monitor.result.Results;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A process that runs checks, with connections of its own; only its definitions come from the test. */
final class ScheduleInstance implements AutoCloseable {

    final MonitorRedis redis;
    final ScheduleStore store;
    final ScheduleWorker worker;
    final AnnouncedSchedule schedule;
    final SchedulePulse pulse;
    private final PartitionBell bell;
    private final Known source;
    private volatile boolean isFull;

    ScheduleInstance(RedisClusterHarness cluster, Map<String, Monitor> monitors, Probe probe, ScheduleConfig config) {
        redis = new MonitorRedis(cluster);
        store = new ScheduleStore(redis.scripts, redis.keys, redis.clock, config);
        bell = new PartitionBell(redis.router, new KeySpace(cluster.env(), "monitor"), redis.partitions);
        schedule = new AnnouncedSchedule(store, redis.keys, bell);
        pulse = new SchedulePulse(config);
        var results = Results.quiet(new ResultStore(redis.scripts, redis.keys, redis.clock), redis.clock, redis.meters);
        source = new Known(monitors);
        worker = new ScheduleWorker(
                redis.vertx,
                redis.partitions,
                store,
                source,
                new CheckRunner(probe, monitor -> Uni.createFrom().item(ProbeSecrets.NONE), results),
                config,
                new ScheduleMetrics(redis.meters),
                pulse,
                bell,
                partition -> isFull,
                List.of());
    }

    void start() {
        bell.listen();
        worker.start();
    }

    /** As kill -9 does it: nothing is given back, nothing is handed in any more. */
    void kill() {
        redis.close();
    }

    /** What is known is known; nothing else can be asked for. */
    void losePostgres() {
        source.postgresAway = true;
    }

    /** What the node says of its memory. */
    void memoryIsFull(boolean full) {
        isFull = full;
    }

    void leave() {
        worker.leave().await().atMost(ofSeconds(10));
    }

    long count(String meter, String... tags) {
        return (long) redis.meters.find(meter).tags(tags).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    /** All counters with outcomes, such as {@code monitor.claim claimed}. */
    Map<String, Long> counts() {
        var counts = new HashMap<String, Long>();
        for (var meter : redis.meters.getMeters()) {
            var outcome = meter.getId().getTag("outcome");
            if (outcome != null && meter instanceof Counter counter) {
                counts.merge(meter.getId().getName() + " " + outcome, (long) counter.count(), Long::sum);
            }
        }
        return counts;
    }

    Timer lateness() {
        return redis.meters.get("monitor.check.lateness").timer();
    }

    @Override
    public void close() {
        redis.close();
    }

    /** What all instances of a test know. */
    private static final class Known implements MonitorSource {

        private final Map<String, Monitor> monitors;
        private volatile boolean postgresAway;

        Known(Map<String, Monitor> monitors) {
            this.monitors = monitors;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public Optional<Monitor> known(String id, int version) {
            return Optional.ofNullable(monitors.get(id)).filter(monitor -> monitor.version() >= version);
        }

        @Override
        public Uni<Map<String, Monitor>> fetch(Collection<String> ids) {
            if (postgresAway) {
                return Uni.createFrom().failure(new PostgresUnavailable());
            }
            var found = new HashMap<>(monitors);
            found.keySet().retainAll(ids);
            return Uni.createFrom().item(found);
        }
    }

    static Map<String, Monitor> monitors(Collection<Monitor> monitors) {
        var byId = new ConcurrentHashMap<String, Monitor>();
        monitors.forEach(monitor -> byId.put(monitor.id(), monitor));
        return byId;
    }
}
