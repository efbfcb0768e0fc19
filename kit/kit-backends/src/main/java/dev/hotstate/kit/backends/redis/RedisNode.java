package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.process.Owner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One redis-server of a {@link RedisCluster}: a folder, a port and the process that runs there now. */
public final class RedisNode {

    public static final String HOST = "127.0.0.1";

    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(2);

    private final int port;
    private final Path folder;
    private final Path program;
    private final Owner owner;
    private final ClusterLogin login;
    private volatile ChildProcess process;

    /** Starts the process and returns at once. */
    RedisNode(int port, Path folder, Path program, Owner owner, ClusterLogin login) {
        this.port = port;
        this.folder = folder;
        this.program = program;
        this.owner = owner;
        this.login = login;
        this.process = launch();
    }

    private ChildProcess launch() {
        return ChildProcess.start(
                ChildCommand.of("redis-" + port, folder, List.of(program.toString(), ClusterPlan.CONFIG))
                        .environment(Map.of("LC_ALL", "C"))
                        .owner(owner));
    }

    public int port() {
        return port;
    }

    /** {@code 127.0.0.1:port} */
    public String address() {
        return HOST + ":" + port;
    }

    public Path folder() {
        return folder;
    }

    public ChildProcess process() {
        return process;
    }

    /** A connection as {@code admin}; the caller closes it. */
    public RespClient connect() {
        return connect(Duration.ofSeconds(10));
    }

    public RespClient connect(Duration patience) {
        var client = RespClient.connect(HOST, port, patience);
        try {
            return client.login(login.adminUser(), login.adminPassword());
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** One command as {@code admin} over a connection of its own. */
    public String call(String... words) {
        try (var client = connect()) {
            return client.text(words);
        }
    }

    /** The name under which the cluster knows this node. */
    public String id() {
        return call("CLUSTER", "MYID");
    }

    public boolean isMaster() {
        try (var client = connect()) {
            return client.field("role", "INFO", "replication").equals("master");
        }
    }

    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    public void kill() {
        process.kill();
    }

    public void stop() {
        process.stop();
    }

    /** Starts the process again on its old folder and port, and returns when it has loaded its data. */
    public void restart() {
        process.stop();
        process = launch();
        awaitAnswer();
    }

    /** Returns when the node answers and has loaded its data. */
    public void awaitAnswer() {
        Patience.await("Redis node " + address(), START_PATIENCE, () -> {
            if (!process.isAlive()) {
                throw process.unexpectedEnd();
            }
            return objectionToPing();
        });
    }

    private Optional<String> objectionToPing() {
        try (var client = connect(PROBE_PATIENCE)) {
            client.call("PING");
            return Optional.empty();
        } catch (RedisRefusal | BackendFailure notYet) {
            return Optional.of(notYet.getMessage());
        }
    }

    @Override
    public String toString() {
        return address();
    }
}
