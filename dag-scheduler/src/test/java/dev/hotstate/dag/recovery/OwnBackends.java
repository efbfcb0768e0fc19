package dev.hotstate.dag.recovery;

import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A cluster with replicas and a Postgres that a test may harm. */
public class OwnBackends implements QuarkusTestResourceLifecycleManager {

    private static final String APP = "dag";
    private static final String PASSWORD = "only-for-this-test";

    private RedisClusterHarness cluster;
    private Postgres postgres;

    @Override
    public Map<String, String> start() {
        // Both take seconds. A restart of the server alone loses nothing without fsync either.
        var starting = CompletableFuture.supplyAsync(
                () -> Postgres.start(PostgresSpec.in(freshFolder()).durable(false)));
        cluster = plan().start();
        postgres = starting.join();
        try {
            postgres.admin().addService(APP, PASSWORD);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        var configuration = new HashMap<String, String>();
        configuration.put("hotstate.env", cluster.env());
        configuration.put("quarkus.redis.hosts", cluster.hosts(APP));
        configuration.put("hotstate.redis.vitals.username", "vitals");
        configuration.put("hotstate.redis.vitals.password", cluster.password("vitals"));
        configuration.put("quarkus.datasource.username", APP);
        configuration.put("quarkus.datasource.password", PASSWORD);
        configuration.put("quarkus.datasource.jdbc.url", postgres.admin().jdbcUrl());
        configuration.put("quarkus.datasource.reactive.url", postgres.admin().reactiveUrl());
        configuration.put("hotstate.ownership.lease", "2s");
        configuration.put("hotstate.redis.deadline", "1500ms");
        configuration.put("hotstate.postgres.deadline", "3s");
        configuration.put("dag.recovery.look-period", "500ms");
        configuration.put("dag.recovery.submit-after", "500ms");
        return configuration;
    }

    protected HarnessPlan plan() {
        return RedisClusterHarness.plan().serviceUser();
    }

    public Postgres postgres() {
        return postgres;
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(cluster, new TestInjector.MatchesType(RedisClusterHarness.class));
        injector.injectIntoFields(postgres, new TestInjector.MatchesType(Postgres.class));
    }

    @Override
    public void stop() {
        postgres.close();
        cluster.close();
    }

    private static Path freshFolder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target", "backends")), "pg");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
