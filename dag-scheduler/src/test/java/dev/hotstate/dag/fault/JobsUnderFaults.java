package dev.hotstate.dag.fault;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.test.common.http.TestHTTPResource;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Jobs and workers over HTTP that go on while one fault after the other strikes, each while a job runs. */
abstract class JobsUnderFaults<F> {

    private static final int WORKERS = 8;
    private static final int PROGRESS = 60;

    @TestHTTPResource
    URI api;

    @Inject
    DagKeys keys;

    RedisClusterHarness cluster;
    Postgres postgres;

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private JobWorld world;

    @BeforeEach
    void begin() {
        var name = "fault-" + DagFixture.newJob();
        System.out.println(name + ": -Dhotstate.seed=" + seed);
        var service = new Instances(ServiceContract.ADMIN_KEY, List.of(api));
        world = new JobWorld(service, postgres.admin()::connect, name, seed).work(WORKERS);
    }

    @AfterEach
    void end() {
        world.close();
        cluster.heal();
    }

    /** @param job one that runs */
    abstract void strike(F fault, String job);

    /** Each of them once, in any order. */
    final void strikeEach(List<F> faults) {
        var order = new ArrayList<>(faults);
        Collections.shuffle(order, random);
        order.forEach(this::strikeAJob);
        world.awaitProgress(PROGRESS);
    }

    /** Any of them, for so long. */
    final void strikeAtRandom(List<F> faults, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            strikeAJob(faults.get(random.nextInt(faults.size())));
        }
    }

    /** @param redisKeepsAll whether nothing happened that may cost Redis what it had acknowledged */
    final void assertHolds(boolean redisKeepsAll) throws SQLException {
        world.awaitAllEnded();
        world.assertHolds(redisKeepsAll);
    }

    private void strikeAJob(F fault) {
        var job = world.awaitProgress(PROGRESS);
        System.out.println(fault + " while " + job + " runs");
        strike(fault, job);
    }
}
