package dev.hotstate.faults;

import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.service.ServicePackage;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Three masters and three replicas behind proxies, Postgres, and two instances of each of the four services. */
final class World implements AutoCloseable {

    /** The short name of each service and its module. */
    static final Map<String, String> MODULES = new LinkedHashMap<>();

    static {
        MODULES.put("monitor", "monitor-service");
        MODULES.put("driver", "driver-service");
        MODULES.put("dag", "dag-scheduler");
        MODULES.put("metrics", "metrics-gateway");
    }

    private static final String PASSWORD = "only-for-this-test";
    private static final int INSTANCES = 2;
    static final Duration NODE_TIMEOUT = Duration.ofSeconds(1);

    /** Shorter than anybody would want, so that nobody waits for leases and farewells of the usual length. */
    private static final Map<String, String> SETTINGS = Map.of(
            "QUARKUS_SHUTDOWN_DELAY", "1s",
            "HOTSTATE_OWNERSHIP_LEASE", "3s",
            "MONITOR_DEFINITION_INTERVAL_MIN", "1s",
            "MONITOR_SCHEDULE_LEASE_MARGIN", "1s",
            "MONITOR_DELIVERY_TICK", "100ms",
            "MONITOR_DELIVERY_TIMEOUT", "1s",
            "MONITOR_DELIVERY_LEASE", "2500ms",
            "MONITOR_DELIVERY_PAUSES", "500ms,1s,1s,1s,2s,2s,2s,5s,5s,5s");

    private final Path folder;
    private final RedisClusterHarness cluster;
    private final Postgres postgres;
    private final Map<String, List<PackagedService>> services = new LinkedHashMap<>();
    private final Losses losses;

    private World(Path folder, Map<String, ServicePackage> packages) {
        this.folder = folder;
        // Both take seconds. A restart of the server alone loses nothing without fsync either.
        var starting = CompletableFuture.supplyAsync(
                () -> Postgres.start(PostgresSpec.in(folder.resolve("pg")).durable(false)));
        var plan = RedisClusterHarness.plan().nodeTimeout(NODE_TIMEOUT).throughProxies();
        for (var one : packages.values()) {
            plan = plan.packagedUser(one);
        }
        cluster = plan.start();
        losses = new Losses(cluster);
        postgres = starting.join();
        packages.forEach((app, one) -> services.put(app, new ArrayList<>()));
        // Eight at once would keep each other from becoming ready.
        for (int number = 1; number <= INSTANCES; number++) {
            int next = number;
            packages.forEach((app, one) -> services.get(app).add(instance(app, next, one)));
            all().forEach(World::awaitReady);
        }
    }

    /** As Maven packaged them. */
    static World start() {
        var folder = newFolder();
        return new World(folder, packages());
    }

    /** Of services some of which are not what Maven packaged. */
    static World start(Path folder, Map<String, ServicePackage> packages) {
        return new World(folder, packages);
    }

    static Map<String, ServicePackage> packages() {
        Map<String, ServicePackage> packages = new LinkedHashMap<>();
        MODULES.forEach((app, module) -> packages.put(app, ServicePackage.ofModule(Path.of("..", module))));
        return packages;
    }

    static Path newFolder() {
        try {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target").toAbsolutePath()), "world-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PackagedService instance(String app, int number, ServicePackage one) {
        return PackagedService.start(app + "-" + number, folder, one, access(app), SETTINGS);
    }

    private ServiceAccess access(String app) {
        try {
            postgres.admin().addService(app, PASSWORD);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        Map<String, String> settings = new HashMap<>();
        settings.put("hotstate.env", cluster.env());
        settings.put("quarkus.redis.hosts", cluster.hosts(app));
        settings.put("hotstate.redis.vitals.username", "vitals");
        settings.put("hotstate.redis.vitals.password", cluster.password("vitals"));
        settings.put("quarkus.datasource.username", app);
        settings.put("quarkus.datasource.password", PASSWORD);
        settings.put("quarkus.datasource.jdbc.url", postgres.admin().jdbcUrl());
        settings.put("quarkus.datasource.reactive.url", postgres.admin().reactiveUrl());
        return new ServiceAccess(app, cluster.env(), settings);
    }

    /** One that is alive and late has a crowded machine, most of all when others start beside it. */
    static void awaitReady(PackagedService instance) {
        for (int more = 2; ; more--) {
            try {
                instance.awaitReady();
                return;
            } catch (BackendFailure late) {
                if (more == 0 || !instance.isAlive()) {
                    throw late;
                }
            }
        }
    }

    RedisClusterHarness cluster() {
        return cluster;
    }

    Postgres postgres() {
        return postgres;
    }

    List<PackagedService> instancesOf(String app) {
        return services.get(app);
    }

    Losses losses() {
        return losses;
    }

    /** The keys of that form that some master has now. */
    List<String> keys(String pattern) {
        return cluster.masters().stream()
                .flatMap(master -> keys(master, pattern))
                .toList();
    }

    private static Stream<String> keys(RedisNode master, String pattern) {
        var keys = new ArrayList<String>();
        try (var client = master.connect()) {
            var cursor = "0";
            do {
                var reply = (List<?>) client.call("SCAN", cursor, "MATCH", pattern, "COUNT", "2000");
                cursor = String.valueOf(reply.get(0));
                ((List<?>) reply.get(1)).forEach(key -> keys.add(String.valueOf(key)));
            } while (!cursor.equals("0"));
        }
        return keys.stream();
    }

    /** The same one of each service. */
    List<PackagedService> instances(int index) {
        return services.values().stream().map(both -> both.get(index)).toList();
    }

    Stream<PackagedService> all() {
        return services.values().stream().flatMap(List::stream);
    }

    void execute(String sql) {
        try (var connection = postgres.admin().connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number that a query gives. */
    long count(String sql) {
        try (var connection = postgres.admin().connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Brings back what a fault took away and nothing else: whatever the services have to do then, they do by themselves. */
    void heal() {
        cluster.heal();
        if (!postgres.process().isAlive()) {
            postgres.restart();
        }
        all().forEach(PackagedService::resume);
        all().forEach(PackagedService::startAgain);
        all().forEach(World::awaitReady);
    }

    @Override
    public void close() {
        all().parallel().forEach(PackagedService::kill);
        postgres.close();
        losses.close();
        cluster.close();
        if (!Boolean.getBoolean("faults.keep")) {
            Folders.delete(folder);
        }
    }
}
