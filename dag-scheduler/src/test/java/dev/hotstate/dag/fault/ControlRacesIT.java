package dev.hotstate.dag.fault;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that are held, let go and stopped at any moment while workers run their tasks. */
@QuarkusTest
class ControlRacesIT {

    private static final int WORKERS = 6;

    @TestHTTPResource
    URI api;

    @Inject
    DataSource postgres;

    @Inject
    RedisRouter router;

    @Inject
    DagKeys keys;

    @Inject
    Partitions partitions;

    private final String name = "race-" + DagFixture.newJob();

    @Test
    void hundreds_of_holds_and_stops_neither_lose_a_task_nor_leave_one_behind() throws SQLException {
        race(150);
    }

    @Test
    @Tag("long")
    void thousands_of_holds_and_stops_neither_lose_a_task_nor_leave_one_behind() throws SQLException {
        race(10_000);
    }

    private void race(int controlsMin) throws SQLException {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        System.out.println(name + ": -Dhotstate.seed=" + seed);
        var service = new Instances(ServiceContract.ADMIN_KEY, List.of(api));
        try (var world = new JobWorld(service, postgres::getConnection, name, seed).work(WORKERS)) {
            var controls = new Controls(service, world::unfinished, new Random(seed));
            try (controls) {
                await().atMost(ofSeconds(60 + controlsMin / 5)).until(() -> controls.done() >= controlsMin);
            }
            world.awaitAllEnded();
            world.assertHolds(true, controls.stopped());
            assertThat(controls.violations(world.notes())).isEmpty();
            assertThat(controls.stopped()).isNotEmpty();
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(leftBehind()).isEmpty());
        }
    }

    /** Whatever a partition still has of jobs that have ended; their end itself is seen to later. */
    private List<String> leftBehind() {
        var left = new ArrayList<String>();
        for (var partition : partitions.all()) {
            for (var key : keysOf(partition)) {
                read(key)
                        .filter(member -> member.contains(name + "-"))
                        .filter(member -> !member.startsWith("expire|") && !member.startsWith("webhook|"))
                        .forEach(member -> left.add(key + " " + member));
            }
        }
        return left;
    }

    private List<RedisKey> keysOf(Partition partition) {
        return List.of(
                keys.running(partition),
                keys.gates(partition),
                keys.lease(partition),
                keys.slots(partition),
                keys.parked(partition),
                keys.delay(partition),
                keys.todo(partition),
                keys.ready(partition, name));
    }

    private Stream<String> read(RedisKey key) {
        boolean hash = key.value().contains(":running:") || key.value().contains(":gates:");
        var command = hash
                ? Command.of("HGETALL").key(key)
                : Command.of("ZRANGE").key(key).arg(0).arg(-1);
        return DagFixture.await(router.send(command)).stream().map(Reply::text);
    }
}
