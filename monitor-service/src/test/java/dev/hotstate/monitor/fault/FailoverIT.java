package dev.hotstate.monitor.fault;

import static dev.hotstate.monitor.fault.FaultWorld.watched;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real instance on a cluster with replicas, one of whose masters dies. */
class FailoverIT {

    private static final Duration PATIENCE = ofSeconds(60);
    private static final List<String> PATHS =
            IntStream.range(0, 20).mapToObj(n -> "/page-" + n).toList();

    @TempDir
    Path folder;

    private final Target target = new Target();

    /** Long enough to outlive the change of masters, and so short that it ends before. */
    @ParameterizedTest
    @ValueSource(strings = {"10s", "1s"})
    void partitions_under_a_new_master_are_built_again_and_checks_go_on(String lease) {
        try (var redis = RedisClusterHarness.plan().env("local").start();
                var postgres = Postgres.start(
                        PostgresSpec.in(folder.resolve("postgres")).durable(false));
                var instance = start(redis, postgres, lease);
                target) {
            instance.awaitReady();
            FaultWorld.monitors(
                    instance,
                    FaultWorld.tag(),
                    PATHS.stream().map(path -> watched(path, target.url(path))).toList());
            await().atMost(PATIENCE).until(() -> allVisitedAfter(Instant.EPOCH) && hasBuiltAll(instance));
            double built = built(instance);

            redis.killAndAwaitPromotion(redis.masters().getFirst());
            var promoted = Instant.now();

            await().atMost(PATIENCE).until(() -> built(instance) > built && hasBuiltAll(instance));
            await().atMost(PATIENCE).until(() -> allVisitedAfter(promoted));
        }
    }

    /** The job was told that it was heard, and would say so again only at its next run. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_report_holds_when_its_master_comes_back_in_its_place_without_it(boolean empty) {
        try (var redis = RedisClusterHarness.plan().env("local").start();
                var postgres = Postgres.start(
                        PostgresSpec.in(folder.resolve("postgres")).durable(false));
                var instance = start(redis, postgres, "10s")) {
            instance.awaitReady();
            await().atMost(PATIENCE).until(() -> hasBuiltAll(instance));
            var job = FaultWorld.job(instance, FaultWorld.tag());
            var ping = job.get("reportTo").get("ping").asText();
            await().atMost(PATIENCE)
                    .until(() -> instance.anybody().get(ping + "/start").statusCode() == 200);
            var master = redis.masterOf(FaultWorld.scheduleOf(job));
            redis.replicaOf(master).call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
            master.call("CONFIG", "SET", "appendonly", empty ? "yes" : "no");
            assertThat(instance.anybody().get(ping).statusCode()).isEqualTo(200);
            double built = built(instance);

            if (empty) {
                master.call("FLUSHALL");
            }
            master.kill();
            master.restart();

            await().atMost(PATIENCE).until(() -> instance.metric("monitor_report_total", "signal", "again") == 1);
            assertThat(FaultWorld.state(instance, job.get("id").asText())).isEqualTo("up");
            await().atMost(PATIENCE).until(() -> built(instance) > built && hasBuiltAll(instance));
        }
    }

    /** As when a machine loses its power: no instance lives that has seen the process before. */
    @Test
    void what_a_master_forgot_is_built_again_by_instances_that_have_not_seen_it_before() {
        try (var redis = RedisClusterHarness.plan().env("local").start();
                var postgres = Postgres.start(
                        PostgresSpec.in(folder.resolve("postgres")).durable(false));
                var instance = start(redis, postgres, "1s", Map.of("MONITOR_RECOVERY_COMPARE_EVERY", "1h"));
                target) {
            instance.awaitReady();
            await().atMost(PATIENCE).until(() -> hasBuiltAll(instance));
            var masters = redis.masters();
            masters.forEach(master -> {
                redis.replicaOf(master).call("CONFIG", "SET", "cluster-replica-no-failover", "yes");
                master.call("CONFIG", "SET", "appendonly", "no");
            });
            FaultWorld.monitors(
                    instance,
                    FaultWorld.tag(),
                    PATHS.stream().map(path -> watched(path, target.url(path))).toList());
            await().atMost(PATIENCE).until(() -> allVisitedAfter(Instant.EPOCH));

            instance.kill();
            masters.forEach(RedisNode::kill);
            masters.forEach(RedisNode::restart);
            instance.startAgain();
            instance.awaitReady();
            var back = Instant.now();

            await().atMost(PATIENCE).until(() -> allVisitedAfter(back));
        }
    }

    private PackagedService start(RedisClusterHarness redis, Postgres postgres, String lease) {
        return start(redis, postgres, lease, Map.of());
    }

    private PackagedService start(
            RedisClusterHarness redis, Postgres postgres, String lease, Map<String, String> settings) {
        var service = ServicePackage.ofModule(Path.of(""));
        var access = service.admitTo(Backends.describe(folder, redis.admin(), postgres.admin()), redis.env());
        var variables = new HashMap<>(settings);
        variables.put("MONITOR_DEFINITION_INTERVAL_MIN", "1s");
        variables.put("HOTSTATE_OWNERSHIP_LEASE", lease);
        return PackagedService.start("failover", folder, service, access, variables);
    }

    private boolean allVisitedAfter(Instant time) {
        return PATHS.stream().allMatch(path -> target.wasVisitedAfter(path, time));
    }

    /** It takes one after the other, and until then knows of no other. */
    private static boolean hasBuiltAll(PackagedService instance) {
        return instance.metric("hotstate_partition_owned") == 64 && unbuilt(instance) == 0;
    }

    private static double built(PackagedService instance) {
        return instance.metric("monitor_recovery_build_seconds_count");
    }

    private static double unbuilt(PackagedService instance) {
        return instance.metric("monitor_recovery_unbuilt");
    }
}
