package dev.hotstate.driver.fault;

import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A cluster with replicas and a Postgres that a test may harm. */
final class OwnBackends implements AutoCloseable {

    static final String APP = "driver";
    static final String PASSWORD = "only-for-this-test";

    private final Path folder;
    private final RedisClusterHarness cluster;
    private final Postgres postgres;

    OwnBackends(Path folder) {
        this.folder = folder;
        // Both take seconds. A restart of the server alone loses nothing without fsync either.
        var starting = CompletableFuture.supplyAsync(
                () -> Postgres.start(PostgresSpec.in(folder.resolve("pg")).durable(false)));
        cluster = RedisClusterHarness.plan().serviceUser().start();
        postgres = starting.join();
        try {
            postgres.admin().addService(APP, PASSWORD);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    RedisClusterHarness cluster() {
        return cluster;
    }

    Postgres postgres() {
        return postgres;
    }

    ServiceAccess access() {
        return access(cluster, postgres.admin());
    }

    /** To a cluster with our user and a Postgres with our role. */
    static ServiceAccess access(RedisClusterHarness cluster, PostgresAdmin postgres) {
        var configuration = new HashMap<String, String>();
        configuration.put("hotstate.env", cluster.env());
        configuration.put("quarkus.redis.hosts", cluster.hosts(APP));
        configuration.put("hotstate.redis.vitals.username", "vitals");
        configuration.put("hotstate.redis.vitals.password", cluster.password("vitals"));
        configuration.put("quarkus.datasource.username", APP);
        configuration.put("quarkus.datasource.password", PASSWORD);
        configuration.put("quarkus.datasource.jdbc.url", postgres.jdbcUrl());
        configuration.put("quarkus.datasource.reactive.url", postgres.reactiveUrl());
        return new ServiceAccess(APP, cluster.env(), Map.copyOf(configuration));
    }

    @Override
    public void close() {
        postgres.close();
        cluster.close();
        Folders.delete(folder);
    }
}
