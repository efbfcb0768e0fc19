package dev.hotstate.dag.fault;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.recovery.ComparedPartitions;
import dev.hotstate.dag.recovery.LostWrites;
import dev.hotstate.dag.recovery.OwnBackends;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Masters lose their newest writes again and again, while jobs run and grow, are held, let go on, stopped and run again: what was answered and
 * Postgres knew holds, every job ends, and no task is lost.
 */
@QuarkusTest
@WithTestResource(LossesIT.ForgettingBackends.class)
class LossesIT {

    /** Each loss remembers a partition as a whole: what has ended long ago would make the next ones ever slower. */
    public static final class ForgettingBackends extends OwnBackends {
        @Override
        public Map<String, String> start() {
            var configuration = new HashMap<>(super.start());
            configuration.put("dag.job.kept-after-end", "20s");
            return configuration;
        }
    }

    private static final int WORKERS = 6;
    /** What a master has not written yet, or a replica not heard of, is rarely older. */
    private static final int OLDEST_MS = 400;

    @TestHTTPResource
    URI api;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Partitions partitions;

    RedisClusterHarness cluster;
    Postgres postgres;

    private final String name = "loss-" + DagFixture.newJob();

    @Test
    void what_postgres_knows_holds_through_a_few_losses() throws SQLException {
        lose(4);
    }

    @Test
    @Tag("long")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void what_postgres_knows_holds_through_hundreds_of_losses() throws SQLException {
        lose(300);
    }

    private void lose(int times) throws SQLException {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        System.out.println(name + ": -Dhotstate.seed=" + seed);
        var random = new Random(seed);
        var service = new Instances(ServiceContract.ADMIN_KEY, List.of(api));
        var truth = new Truth(postgres.admin()::connect, name + "-");
        awaitCompared();
        try (var world = new JobWorld(service, postgres.admin()::connect, name, seed).work(WORKERS);
                var growing = new GrowingJobs(service, postgres.admin()::connect, name + "g", random.nextLong())) {
            var controls = new Controls(service, world::unfinished, job -> isHeld(truth, job), random);
            try (controls) {
                for (int i = 0; i < times; i++) {
                    lose(world.awaitProgress(20), random);
                }
            }
            letGo(service, truth);
            growing.awaitAllEnded();
            world.awaitAllEnded();
            world.assertHolds(false, controls.stopped());
            assertThat(controls.violations(world.notes())).isEmpty();
            growing.assertHolds();
        }
    }

    /**
     * All partitions of a master, each for itself: no script writes to two. Not while one of them is compared: that is for one process, and this
     * one only looks like another.
     */
    private void lose(String job, Random random) {
        awaitCompared();
        var master = cluster.masterOf(keys.job(job).value());
        var lost = partitions.all().stream()
                .filter(partition -> cluster.masterOf(epoch(partition)).equals(master))
                .map(partition -> LostWrites.since(cluster, keys, partition))
                .toList();
        LockSupport.parkNanos(ofMillis(random.nextInt(OLDEST_MS)).toNanos());
        lost.forEach(LostWrites::happen);
    }

    private void awaitCompared() {
        await().atMost(ofSeconds(30))
                .ignoreExceptions()
                .until(new ComparedPartitions(cluster, router, keys, partitions)::areAll);
    }

    private String epoch(Partition partition) {
        return keys.epoch(partition).value();
    }

    /** Soon, or Redis has lost it before Postgres knew. */
    private static boolean isHeld(Truth truth, String job) {
        try {
            await().atMost(ofSeconds(1))
                    .pollInterval(ofMillis(20))
                    .until(() -> truth.heldJobs().contains(job));
            return true;
        } catch (ConditionTimeoutException lost) {
            return false;
        }
    }

    /** Also those that Redis has lost that they were to go on, before Postgres knew. */
    private static void letGo(Instances service, Truth truth) {
        await().atMost(ofSeconds(30)).pollInterval(ofMillis(200)).until(() -> {
            for (var job : truth.unfinishedJobs()) {
                service.post("/jobs/" + job + "/resume", "");
            }
            return truth.heldJobs().isEmpty();
        });
    }
}
