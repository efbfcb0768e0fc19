package dev.hotstate.dag.fault;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.recovery.OwnBackends;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The way to a master is slow, stands still or breaks: Redis does what it was asked, perhaps long after whoever asked has given up,
 * and nobody hears of it.
 */
@QuarkusTest
@WithTestResource(NetworkFaultsIT.ProxiedBackends.class)
class NetworkFaultsIT extends JobsUnderFaults<NetworkFaultsIT.Trouble> {

    private static final Duration PATIENCE = ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** Longer than anybody waits for an answer. */
    private static final Duration DELAY = ofMillis(300);

    enum Trouble {
        SLOW,
        STILL,
        BROKEN
    }

    /** Redis behind a proxy, as clients see it. */
    public static final class ProxiedBackends extends OwnBackends {
        @Override
        public Map<String, String> start() {
            var configuration = super.start();
            configuration.put("hotstate.redis.deadline", "400ms");
            return configuration;
        }

        @Override
        protected HarnessPlan plan() {
            return super.plan().throughProxies();
        }
    }

    @Inject
    RedisRouter router;

    @Test
    void what_redis_did_and_nobody_heard_of_costs_no_task_and_none_runs_again() throws SQLException {
        strikeEach(List.of(Trouble.values()));
        assertHolds(true);
    }

    @Test
    @Tag("long")
    void minutes_of_a_bad_network_cost_no_task() throws SQLException {
        strikeAtRandom(List.of(Trouble.values()), LONG);
        assertHolds(true);
    }

    @Override
    void strike(Trouble trouble, String job) {
        var way = cluster.route(cluster.masterOfSlot(keys.job(job).slot()));
        switch (trouble) {
            case SLOW -> {
                way.slow(DELAY);
                awaitUnanswered(job);
            }
            case STILL -> {
                way.stall();
                awaitUnanswered(job);
            }
            case BROKEN -> way.reset();
        }
        way.pass();
    }

    /** What was asked before has no answer either. */
    private void awaitUnanswered(String job) {
        await().atMost(PATIENCE).until(() -> {
            try {
                DagFixture.await(
                        router.send(Command.of("HGET").key(keys.job(job)).arg("status")));
                return false;
            } catch (RedisFailure unanswered) {
                return true;
            }
        });
    }
}
