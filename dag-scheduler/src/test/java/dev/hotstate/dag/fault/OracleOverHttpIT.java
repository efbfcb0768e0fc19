package dev.hotstate.dag.fault;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random jobs over HTTP, run by workers over HTTP: in Postgres each task ends as the oracle says, and none runs twice. */
@QuarkusTest
class OracleOverHttpIT {

    private static final int WORKERS = 8;
    private static final int PROGRESS = 100;

    @TestHTTPResource
    URI api;

    @Inject
    DataSource postgres;

    private final long seed = Long.getLong("hotstate.seed", System.nanoTime());

    @Test
    void random_jobs_end_in_postgres_as_the_oracle_says() throws SQLException {
        run(100);
    }

    @Test
    @Tag("long")
    void a_thousand_random_jobs_end_in_postgres_as_the_oracle_says() throws SQLException {
        run(1_000);
    }

    private void run(int jobs) throws SQLException {
        var name = "oracle-%08x".formatted(ThreadLocalRandom.current().nextInt());
        System.out.println(name + ": -Dhotstate.seed=" + seed);
        var service = new Instances(ServiceContract.ADMIN_KEY, List.of(api));
        try (var world = new JobWorld(service, postgres::getConnection, name, seed).work(WORKERS)) {
            while (world.jobs() < jobs) {
                world.awaitProgress(PROGRESS);
            }
            world.awaitAllEnded();
            world.assertHolds(true);
        }
    }
}
