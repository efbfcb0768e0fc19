package dev.hotstate.dag.fault;

import dev.hotstate.dag.fault.Fault.Backends;
import dev.hotstate.dag.recovery.OwnBackends;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Masters die, partitions move, Redis is emptied and Postgres restarts. */
@QuarkusTest
@WithTestResource(OwnBackends.class)
class FaultsIT extends JobsUnderFaults<Fault> {

    private static final Duration LONG = Duration.ofMinutes(3);

    @Test
    void what_costs_redis_nothing_costs_no_task_and_none_runs_again() throws SQLException {
        strikeEach(List.of(
                Fault.PARTITION_MOVED, Fault.POSTGRES_RESTARTED, Fault.MASTER_HANDED_OVER, Fault.PARTITION_MOVED));
        assertHolds(true);
    }

    @Test
    void what_costs_redis_its_newest_writes_or_all_costs_no_task_that_postgres_knows() throws SQLException {
        strikeEach(List.of(
                Fault.MASTER_KILLED,
                Fault.MASTER_RESTARTED_WITHOUT_ITS_NEWEST_WRITES,
                Fault.REDIS_EMPTIED,
                Fault.MASTER_FORCED_OUT));
        assertHolds(false);
    }

    @Test
    @Tag("long")
    void minutes_of_random_faults_cost_no_task() throws SQLException {
        strikeAtRandom(List.of(Fault.values()), LONG);
        assertHolds(false);
    }

    @Override
    void strike(Fault fault, String job) {
        fault.strike(new Backends(cluster, postgres, keys), job);
    }
}
