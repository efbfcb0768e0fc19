package dev.hotstate.kit.devservices;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.host.Secrets;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.redis.ClusterPlan;
import dev.hotstate.kit.backends.redis.RedisAdmin;
import dev.hotstate.kit.backends.redis.RedisClusterSpec;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * The same backends in containers, for those who set {@code HOTSTATE_CONTAINERS=true}.
 *
 * <p>One container holds all nodes of the cluster. So 127.0.0.1 and a port mean the same node from inside, where the nodes
 * talk to each other, and from outside, where the port is published; with a container per node that would need the host's
 * network, which not every engine has.
 *
 * <p>The containers belong to this JVM: Testcontainers removes them some seconds after its end, so no other JVM may rely on
 * them.
 */
final class ContainerBackends {

    private static final Logger LOG = Logger.getLogger(ContainerBackends.class);
    private static final String VARIABLE = "HOTSTATE_CONTAINERS";
    private static final DockerImageName REDIS = DockerImageName.parse("redis:7.0");
    private static final DockerImageName POSTGRES = DockerImageName.parse("postgres:18");
    private static final int POSTGRES_PORT = 5432;
    private static final int MASTERS = 3;
    private static final int READABLE = 0644;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String ADMIN = "admin";

    private ContainerBackends() {}

    static boolean areWanted() {
        return areWanted(System.getenv(VARIABLE), DockerClientFactory.instance()::isDockerAvailable);
    }

    /** Asking for an engine costs more than a second, so only those pay who want one. */
    static boolean areWanted(@Nullable String variable, BooleanSupplier engineAnswers) {
        if (!Boolean.parseBoolean(variable)) {
            return false;
        }
        if (engineAnswers.getAsBoolean()) {
            return true;
        }
        LOG.warnf(
                "%s=true, but no container engine answers: Redis and Postgres are started as processes."
                        + " Start an engine, or say by DOCKER_HOST where it listens",
                VARIABLE);
        return false;
    }

    /** Returns when both can be used; {@code folder} is told how to get in. */
    static Backends start(Path folder) {
        return Backends.describe(folder, startRedis(folder), startPostgres());
    }

    private static RedisAdmin startRedis(Path folder) {
        var plan = ClusterPlan.onFreePorts(
                RedisClusterSpec.in(folder).masters(MASTERS).config(Map.of("bind", "0.0.0.0", "protected-mode", "no")));
        var container = new GenericContainer<>(REDIS)
                .withCommand(
                        "sh", "-c", "for node in /nodes/*; do (cd $node && exec redis-server redis.conf) & done; wait");
        container.setPortBindings(plan.ports().stream()
                .map(port -> "127.0.0.1:%1$d:%1$d".formatted(port))
                .toList());
        plan.ports()
                .forEach(port -> plan.files(port)
                        .forEach((name, text) -> container.withCopyToContainer(
                                Transferable.of(text, READABLE), "/nodes/" + port + "/" + name)));
        container.start();

        var admin = plan.admin();
        Patience.await("The Redis container", PATIENCE, () -> objectionToPing(admin));
        admin.formCluster(MASTERS);
        return admin;
    }

    private static Optional<String> objectionToPing(RedisAdmin admin) {
        try {
            for (int port : admin.ports()) {
                admin.connect(port).close();
            }
            return Optional.empty();
        } catch (RuntimeException notYet) {
            return Optional.of(notYet.getMessage());
        }
    }

    private static PostgresAdmin startPostgres() {
        var password = Secrets.random();
        var container = new GenericContainer<>(POSTGRES)
                .withEnv(Map.of("POSTGRES_USER", ADMIN, "POSTGRES_PASSWORD", password, "POSTGRES_DB", "postgres"))
                .withExposedPorts(POSTGRES_PORT)
                // The first time it says so, it is only setting itself up.
                .waitingFor(Wait.forLogMessage(".*ready to accept connections.*\\s", 2));
        container.start();

        var admin = new PostgresAdmin(container.getMappedPort(POSTGRES_PORT), ADMIN, password);
        try {
            admin.createDatabase();
        } catch (SQLException e) {
            throw new IllegalStateException("The Postgres container refuses a new database: " + e.getMessage(), e);
        }
        return admin;
    }
}
