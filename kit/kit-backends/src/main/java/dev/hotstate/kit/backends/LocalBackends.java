package dev.hotstate.kit.backends;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import dev.hotstate.kit.backends.redis.RedisCluster;
import dev.hotstate.kit.backends.redis.RedisClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A Redis Cluster and a Postgres below one folder, started and stopped together. Started on an old folder they come back
 * with data, ports and passwords.
 */
public final class LocalBackends implements AutoCloseable {

    private static final long MEGABYTE = 1024 * 1024;

    private final RedisCluster redis;
    private final Postgres postgres;
    private final Backends access;

    private LocalBackends(RedisCluster redis, Postgres postgres, Backends access) {
        this.redis = redis;
        this.postgres = postgres;
        this.access = access;
    }

    /** Starts both at once and returns when both are ready; if one fails, the other one is stopped again. */
    public static LocalBackends start(LocalBackendsSpec spec) {
        var backends = begin(spec);
        try {
            backends.awaitReady();
            return backends;
        } catch (RuntimeException e) {
            backends.close();
            throw e;
        }
    }

    /**
     * Returns when services can be let in. A Redis Cluster that was stopped refuses keys for two seconds more, until
     * {@link #awaitReady} returns: time in which a service can start.
     */
    public static LocalBackends begin(LocalBackendsSpec spec) {
        requireSpace(spec.folder(), spec.freeMinMb());
        var redis = CompletableFuture.supplyAsync(
                () -> RedisCluster.begin(RedisClusterSpec.in(spec.folder().resolve("redis"))
                        .basePort(spec.redisBasePort())
                        .owner(spec.owner())));
        var postgres = CompletableFuture.supplyAsync(
                () -> Postgres.start(PostgresSpec.in(spec.folder().resolve("postgres"))
                        .port(spec.postgresPort())
                        .durable(spec.durable())
                        .owner(spec.owner())));
        try {
            CompletableFuture.allOf(redis, postgres).join();
            var access = Backends.describe(
                    spec.folder(), redis.join().admin(), postgres.join().admin());
            return new LocalBackends(redis.join(), postgres.join(), access);
        } catch (RuntimeException e) {
            closeIfStarted(redis);
            closeIfStarted(postgres);
            throw e instanceof CompletionException && e.getCause() instanceof BackendFailure cause ? cause : e;
        }
    }

    public void awaitReady() {
        redis.awaitReady();
    }

    public RedisCluster redis() {
        return redis;
    }

    public Postgres postgres() {
        return postgres;
    }

    /** How services get in; others may attach by {@link Backends#in}. */
    public Backends access() {
        return access;
    }

    /** Stops both in good order. */
    @Override
    public void close() {
        var stopped = CompletableFuture.runAsync(postgres::close);
        redis.close();
        stopped.join();
    }

    private static void closeIfStarted(CompletableFuture<? extends AutoCloseable> start) {
        // allOf has waited for both.
        if (start.isDone() && !start.isCompletedExceptionally()) {
            try {
                start.join().close();
            } catch (Exception e) {
                throw new BackendFailure("Cannot stop again: " + e.getMessage(), e);
            }
        }
    }

    private static void requireSpace(Path folder, int freeMinMb) {
        try {
            Files.createDirectories(folder);
            long freeMb = Files.getFileStore(folder).getUsableSpace() / MEGABYTE;
            if (freeMb < freeMinMb) {
                throw new BackendFailure(
                        "Only %d MB are free in %s; Redis and Postgres need %d MB to start: make room there"
                                .formatted(freeMb, folder, freeMinMb));
            }
        } catch (IOException e) {
            throw BackendFailure.at(folder, e);
        }
    }
}
