package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.acl.AclUser;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FolderLock;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.PrivateFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A real Redis Cluster of redis-server processes on the loopback address, under ACL users from its first moment.
 *
 * <p>The folder keeps everything: ports and passwords in {@code cluster.properties} (0600), and one folder per node. A
 * cluster started on the folder of an earlier one comes back with its data, its nodes and its ports.
 */
public final class RedisCluster implements AutoCloseable {

    private static final String FILE = "cluster.properties";

    private final FolderLock lock;
    private final ClusterLogin login;
    private final List<RedisNode> nodes;

    private RedisCluster(FolderLock lock, ClusterLogin login, List<RedisNode> nodes) {
        this.lock = lock;
        this.login = login;
        this.nodes = List.copyOf(nodes);
    }

    /** Returns when every node says {@code cluster_state:ok} and every replica follows its master. */
    public static RedisCluster start(RedisClusterSpec spec) {
        var cluster = begin(spec);
        try {
            cluster.awaitReady();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns when every node answers; keys may be refused until {@link #awaitReady} has returned. */
    public static RedisCluster begin(RedisClusterSpec spec) {
        var binary = RedisBinary.find();
        var lock = FolderLock.take(spec.folder());
        try {
            return Files.exists(spec.folder().resolve(FILE)) ? restart(spec, binary, lock) : create(spec, binary, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The masters first, then their replicas; who is master now may have changed since. */
    public List<RedisNode> nodes() {
        return nodes;
    }

    public RedisAdmin admin() {
        return new RedisAdmin(nodes.stream().map(RedisNode::port).toList(), login.adminUser(), login.adminPassword());
    }

    /** {@code redis://user:password@127.0.0.1:port,...} with every node, as quarkus.redis.hosts wants it. */
    public String hosts(String user, String password) {
        return admin().hosts(user, password);
    }

    /** Creates the user, or replaces what it may do, on every node; also in the ACL file, so that restarts keep it. */
    public void setUser(AclUser user) {
        admin().setUser(user);
    }

    /** Returns when the whole cluster works again, for example after nodes have been restarted. */
    public void awaitReady() {
        try (var forming = new ClusterForming(admin(), this::requireAlive)) {
            forming.awaitReady();
        }
    }

    /** Stops all nodes in good order; the folder stays and can be started again. */
    @Override
    public void close() {
        nodes.forEach(node -> node.process().requestStop());
        nodes.forEach(RedisNode::stop);
        lock.close();
    }

    private static RedisCluster restart(RedisClusterSpec spec, RedisBinary binary, FolderLock lock) {
        var file = PrivateFiles.read(spec.folder().resolve(FILE));
        var ports = Stream.of(file.getProperty("ports").split(","))
                .map(Integer::valueOf)
                .toList();
        if (ports.size() != spec.nodes()) {
            throw new BackendFailure("The folder %s holds a cluster of %d nodes, not of %d; choose another folder"
                    .formatted(spec.folder(), ports.size(), spec.nodes()));
        }
        refusePortsInUse(ports);
        return launch(new ClusterPlan(spec, ClusterLogin.read(file), ports), binary, lock, answering -> {});
    }

    private static RedisCluster create(RedisClusterSpec spec, RedisBinary binary, FolderLock lock) {
        if (spec.basePort() == 0) {
            return FreePorts.retryCollisions(() -> create(ClusterPlan.onFreePorts(spec), binary, lock));
        }
        var ports = IntStream.range(0, spec.nodes())
                .mapToObj(i -> spec.basePort() + i)
                .toList();
        refusePortsInUse(ports);
        return create(new ClusterPlan(spec, ClusterLogin.random(), ports), binary, lock);
    }

    private static RedisCluster create(ClusterPlan plan, RedisBinary binary, FolderLock lock) {
        for (int i = 0; i < plan.ports().size(); i++) {
            // What a start that never succeeded may have left.
            Folders.delete(nodeFolder(plan, i));
        }
        return launch(plan, binary, lock, cluster -> {
            cluster.form(plan.spec().masters());
            remember(plan);
        });
    }

    private static void refusePortsInUse(List<Integer> ports) {
        ports.stream()
                .flatMap(port -> Stream.of(port, port + FreePorts.BUS_OFFSET))
                .forEach(port -> FreePorts.refuseInUse(port, "the Redis Cluster needs"));
    }

    /** Starts all nodes, waits until each has loaded its data, and does the rest; if anything fails, none stays. */
    private static RedisCluster launch(
            ClusterPlan plan, RedisBinary binary, FolderLock lock, Consumer<RedisCluster> rest) {
        List<RedisNode> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < plan.ports().size(); i++) {
                int port = plan.ports().get(i);
                var folder = nodeFolder(plan, i);
                Folders.createPrivate(folder);
                plan.write(port, folder);
                nodes.add(new RedisNode(
                        port, folder, binary.program(), plan.spec().owner(), plan.login()));
            }
            nodes.forEach(RedisNode::awaitAnswer);
            var cluster = new RedisCluster(lock, plan.login(), nodes);
            rest.accept(cluster);
            return cluster;
        } catch (RuntimeException e) {
            nodes.forEach(RedisNode::kill);
            throw e;
        }
    }

    private static Path nodeFolder(ClusterPlan plan, int index) {
        return plan.spec().folder().resolve("node-" + (index + 1));
    }

    private void form(int masters) {
        try (var forming = new ClusterForming(admin(), this::requireAlive)) {
            forming.form(masters);
        }
    }

    private void requireAlive() {
        nodes.stream()
                .map(RedisNode::process)
                .filter(process -> !process.isAlive())
                .findFirst()
                .ifPresent(dead -> {
                    throw dead.unexpectedEnd();
                });
    }

    private static void remember(ClusterPlan plan) {
        var file = new Properties();
        file.setProperty("ports", plan.ports().stream().map(String::valueOf).collect(Collectors.joining(",")));
        plan.login().write(file);
        PrivateFiles.write(plan.spec().folder().resolve(FILE), file);
    }
}
