package dev.hotstate.metrics.fault;

import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.platform.MetricsKeys;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A cluster with replicas and a Postgres that a test may harm. */
final class OwnBackends implements AutoCloseable {

    private static final String APP = "metrics";
    private static final String PASSWORD = "only-for-this-test";

    private final Path folder;
    private final RedisClusterHarness cluster;
    private final Postgres postgres;
    private final MetricsKeys keys;

    private OwnBackends(Path folder, HarnessPlan plan, MetricsKeys keys) {
        this.folder = folder;
        this.keys = keys;
        // Both take seconds. A restart of the server alone loses nothing without fsync either.
        var starting = CompletableFuture.supplyAsync(
                () -> Postgres.start(PostgresSpec.in(folder.resolve("pg")).durable(false)));
        cluster = plan.start();
        postgres = starting.join();
        try {
            postgres.admin().addService(APP, PASSWORD);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The Redis user of the service gets the keys below this prefix and no others. */
    static OwnBackends withPrefix(Path folder, String prefix) {
        var plan = RedisClusterHarness.plan().serviceUser();
        var declared = plan.services().getFirst();
        var literal = new AclDeclaration(declared.app(), declared.commands(), prefix);
        return new OwnBackends(
                folder,
                new HarnessPlan(
                        plan.masters(),
                        plan.replicasPerMaster(),
                        plan.nodeTimeout(),
                        plan.env(),
                        List.of(literal),
                        plan.baseCommands(),
                        plan.proxied()),
                new MetricsKeys(KeySpace.withPrefix(prefix)));
    }

    RedisClusterHarness cluster() {
        return cluster;
    }

    Postgres postgres() {
        return postgres;
    }

    MetricsKeys keys() {
        return keys;
    }

    ServiceAccess access() {
        var configuration = new HashMap<String, String>();
        configuration.put("hotstate.env", cluster.env());
        configuration.put("quarkus.redis.hosts", cluster.hosts(APP));
        configuration.put("hotstate.redis.vitals.username", "vitals");
        configuration.put("hotstate.redis.vitals.password", cluster.password("vitals"));
        configuration.put("quarkus.datasource.username", APP);
        configuration.put("quarkus.datasource.password", PASSWORD);
        configuration.put("quarkus.datasource.jdbc.url", postgres.admin().jdbcUrl());
        configuration.put("quarkus.datasource.reactive.url", postgres.admin().reactiveUrl());
        return new ServiceAccess(APP, cluster.env(), Map.copyOf(configuration));
    }

    @Override
    public void close() {
        postgres.close();
        cluster.close();
        Folders.delete(folder);
    }
}
