package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Folders;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.redis.RedisAdmin;
import dev.hotstate.kit.backends.redis.RedisCluster;
import dev.hotstate.kit.backends.redis.RedisClusterSpec;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.redis.RespClient;
import dev.hotstate.kit.testing.fault.FaultProxy;
import dev.hotstate.kit.testing.fault.FaultRoute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Three masters and three replicas, real redis-server processes on free ports, with everything that may go wrong as
 * a method. Each method returns when its effect is there. The processes die with the JVM of the test, however it ends.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final RedisClusterExtension redis = RedisClusterHarness.plan().user("probe", "get", "incr").shared();
 *
 * @Test
 * void a_dead_replica_is_not_noticed(RedisClusterHarness cluster) { ... }
 * }</pre>
 */
public final class RedisClusterHarness implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long MAX_MEMORY_BYTES = 256L * 1024 * 1024;

    private final HarnessPlan plan;
    private final Path folder;
    private final HarnessUsers users;
    private final RedisCluster cluster;
    private final ClusterTopology topology;
    private final FailoverVotes votes;
    private final Optional<FaultProxy> proxy;

    RedisClusterHarness(HarnessPlan plan) {
        this.plan = plan;
        this.folder = newFolder();
        this.users = HarnessUsers.of(plan);
        this.cluster = RedisCluster.start(RedisClusterSpec.in(folder)
                .masters(plan.masters())
                .replicas(plan.replicasPerMaster())
                .nodeTimeout(plan.nodeTimeout())
                .maxMemoryBytes(MAX_MEMORY_BYTES)
                .users(users.all()));
        this.topology = new ClusterTopology(cluster.nodes());
        this.votes = new FailoverVotes(plan.nodeTimeout());
        this.proxy =
                plan.proxied() ? Optional.of(AnnouncedProxies.before(cluster.nodes(), topology)) : Optional.empty();
        awaitHealthy();
        // Clients are told of a replica only when it has replicated something.
        flushAll();
    }

    /** Three masters, one replica each, node timeout 2 s, keys of environment {@code test}. */
    public static HarnessPlan plan() {
        return HarnessPlan.threeAndThree();
    }

    // ---- who is who -------------------------------------------------------------------------------------------------

    public List<RedisNode> nodes() {
        return cluster.nodes();
    }

    public List<RedisNode> masters() {
        return topology.masters();
    }

    public List<RedisNode> replicas() {
        return topology.replicas();
    }

    /** Waits while the nodes are not sure of it: after a stall they doubt each other for a moment. */
    public RedisNode replicaOf(RedisNode master) {
        return onceKnown("the replica of " + master, () -> topology.replicaOf(master));
    }

    public RedisNode masterOf(RedisNode replica) {
        return onceKnown("the master of " + replica, () -> topology.masterOf(replica));
    }

    public RedisNode masterOf(String key) {
        return masterOfSlot(HashSlot.of(key));
    }

    public RedisNode masterOfSlot(int slot) {
        return topology.masterOfSlot(slot);
    }

    /** A master that does not own the slot: somewhere to move it to. */
    public RedisNode otherMaster(int slot) {
        var owner = masterOfSlot(slot);
        return masters().stream().filter(master -> master != owner).findFirst().orElseThrow();
    }

    /** Every replica that took over since then, as the nodes themselves wrote down, whoever or whatever made it do so. */
    public List<Promotion> promotionsSince(Instant begin) {
        return new PromotionLog(nodes(), topology).since(begin);
    }

    // ---- connections ------------------------------------------------------------------------------------------------

    /** {@code redis://user:password@127.0.0.1:port,...} with every node, as {@code quarkus.redis.hosts} wants it. */
    public String hosts(String user) {
        var login = "redis://" + user + ":" + password(user) + "@";
        return nodes().stream()
                .map(node -> login + address(node).getHostString() + ":"
                        + address(node).getPort())
                .collect(Collectors.joining(","));
    }

    public String password(String user) {
        return users.password(user);
    }

    public String env() {
        return plan.env();
    }

    /** Where clients reach a node: the node itself, or its proxy. */
    public InetSocketAddress address(RedisNode node) {
        return proxy.map(p -> p.route(AnnouncedProxies.direct(node)).address())
                .orElseGet(() -> AnnouncedProxies.direct(node));
    }

    /** A connection to the node itself, past any proxy. */
    public RespClient connect(RedisNode node, String user) {
        return RespClient.connect(RedisNode.HOST, node.port()).login(user, password(user));
    }

    /** The way in as administrator, past any proxy. */
    public RedisAdmin admin() {
        return cluster.admin();
    }

    public FaultProxy proxy() {
        return proxy.orElseThrow(() -> new IllegalStateException("clients connect directly: plan().throughProxies()"));
    }

    /** The way of clients, and of its replicas, to one node; the cluster's own bus is never touched. */
    public FaultRoute route(RedisNode node) {
        return proxy().route(AnnouncedProxies.direct(node));
    }

    // ---- processes --------------------------------------------------------------------------------------------------

    /** Kills a master with -9, waits for its replica to take over, and returns the new master. */
    public RedisNode killAndAwaitPromotion(RedisNode master) {
        var replica = replicaOf(master);
        votes.awaitFor(master);
        master.kill();
        awaitPromoted(replica);
        votes.castFor(master);
        return replica;
    }

    /** Freezes a master, waits for its replica to take over, and returns the new master. The old one is still frozen. */
    public RedisNode pauseAndAwaitPromotion(RedisNode master) {
        var replica = replicaOf(master);
        votes.awaitFor(master);
        master.pause();
        // Not asked itself: whoever waits for a frozen node learns of the promotion that much later.
        awaitPromoted(replica, node -> node != master);
        votes.castFor(master);
        return replica;
    }

    public void killAll() {
        nodes().forEach(RedisNode::kill);
    }

    public void restartAll() {
        inParallel(nodes(), RedisNode::restart);
        awaitHealthy();
    }

    /** Freezes every node: connections stay open, nothing answers. */
    public void pauseAll() {
        nodes().forEach(RedisNode::pause);
    }

    /** Lets every frozen node go on. Some may take each other for dead at first; the cluster settles by itself. */
    public void resumeAll() {
        nodes().forEach(RedisNode::resume);
    }

    // ---- failover and slots -----------------------------------------------------------------------------------------

    public void failover(RedisNode replica, FailoverMode mode) {
        var master = masterOf(replica);
        votes.awaitFor(master);
        if (mode == FailoverMode.GRACEFUL) {
            awaitLink(replica);
            replica.call("CLUSTER", "FAILOVER");
        } else {
            replica.call("CLUSTER", "FAILOVER", mode.name());
        }
        awaitPromoted(replica);
        votes.castFor(master);
    }

    /** A replica that has not reached its master yet, as after the failover before, gives up a planned one after five seconds. */
    private static void awaitLink(RedisNode replica) {
        Patience.await("the link of " + replica + " to its master", PATIENCE, () -> {
            try (var client = replica.connect()) {
                var link = client.field("master_link_status", "INFO", "replication");
                return link.equals("up") ? Optional.empty() : Optional.of("master_link_status:" + link);
            }
        });
    }

    /** Returns when all nodes that answer see this one serve slots, and its predecessor not as a master any more. */
    public void awaitPromoted(RedisNode replica) {
        awaitPromoted(replica, node -> true);
    }

    private void awaitPromoted(RedisNode replica, Predicate<RedisNode> asked) {
        Patience.await("promotion of " + replica, PATIENCE, () -> topology.objectionToPromotion(replica, asked));
    }

    /** Begins to move a slot and stops in the migrating state. */
    public SlotMove beginMove(int slot, RedisNode target) {
        return new SlotMove(this, slot, masterOfSlot(slot), target);
    }

    public void moveSlot(int slot, RedisNode target) {
        beginMove(slot, target).finish();
    }

    /** Returns when all nodes that answer agree about the owner of a slot. */
    public void awaitOwner(int slot, RedisNode owner) {
        Patience.await("slot " + slot + " at " + owner, PATIENCE, () -> topology.objectionToOwner(slot, owner));
    }

    // ---- data, memory, users ----------------------------------------------------------------------------------------

    public void flushScripts() {
        onEachAnswering(client -> client.call("SCRIPT", "FLUSH", "SYNC"));
    }

    /** Empties all masters, and their replicas if they answer within a second. */
    public void flushAll() {
        Patience.await(
                "emptying all masters",
                PATIENCE,
                () -> masters().stream()
                        .flatMap(master -> objectionToFlush(master).stream())
                        .findFirst());
    }

    /** One that a replica has replaced meanwhile refuses; that one is emptied instead. */
    private Optional<String> objectionToFlush(RedisNode master) {
        try (var client = master.connect()) {
            client.call("FLUSHALL", "SYNC");
            client.call("WAIT", Integer.toString(plan.replicasPerMaster()), "1000");
            return Optional.empty();
        } catch (RedisRefusal refusal) {
            if (refusal.code().equals("READONLY")) {
                return Optional.of(master + " is a replica now");
            }
            throw refusal;
        }
    }

    /** Lets the node believe that its memory is used up: from now on writes answer OOM, reads go on. */
    public void fillMemory(RedisNode node) {
        try (var client = node.connect()) {
            maxMemory(node, Math.max(1, Long.parseLong(client.field("used_memory", "INFO", "memory")) / 2));
        }
    }

    public void maxMemory(RedisNode node, long bytes) {
        node.call("CONFIG", "SET", "maxmemory", Long.toString(bytes));
    }

    /** Gives a user another password. Redis keeps connections that are logged in; new ones need the new password. */
    public String rotatePassword(String user) {
        cluster.setUser(users.withNewPassword(user));
        return password(user);
    }

    /** Closes all connections of a user, on every node. */
    public void killClients(String user) {
        onEachAnswering(client -> client.call("CLIENT", "KILL", "USER", user));
    }

    // ---- health -----------------------------------------------------------------------------------------------------

    /** Returns when all nodes are up and agree, all slots are served and every replica follows its master. */
    public void awaitHealthy() {
        cluster.awaitReady();
        Patience.await("the cluster", PATIENCE, () -> topology.objection(plan.masters()));
    }

    /** Undoes whatever a test did to processes, proxies, slots, memory and passwords; keys stay where they are. */
    public void heal() {
        proxy.ifPresent(FaultProxy::pass);
        alive().forEach(RedisNode::resume);
        inParallel(nodes().stream().filter(node -> !node.process().isAlive()).toList(), RedisNode::restart);
        awaitHealthy();
        nodes().forEach(this::closeOpenSlots);
        nodes().forEach(node -> maxMemory(node, MAX_MEMORY_BYTES));
        users.restoreRotated().forEach(cluster::setUser);
    }

    @Override
    public void close() {
        proxy.ifPresent(FaultProxy::close);
        alive().forEach(RedisNode::resume);
        cluster.close();
        Folders.delete(folder);
    }

    // ---- parts ------------------------------------------------------------------------------------------------------

    private List<RedisNode> alive() {
        return nodes().stream().filter(node -> node.process().isAlive()).toList();
    }

    private static RedisNode onceKnown(String what, Supplier<RedisNode> lookUp) {
        var found = new AtomicReference<Optional<RedisNode>>(Optional.empty());
        Patience.await(what, PATIENCE, () -> {
            try {
                found.set(Optional.of(lookUp.get()));
                return Optional.empty();
            } catch (BackendFailure notNow) {
                return Optional.of(notNow.getMessage());
            }
        });
        return found.get().orElseThrow();
    }

    private void closeOpenSlots(RedisNode node) {
        topology.openSlots(node).forEach(slot -> node.call("CLUSTER", "SETSLOT", Integer.toString(slot), "STABLE"));
    }

    private void onEachAnswering(Consumer<RespClient> work) {
        for (var node : alive()) {
            try (var client = node.connect(Duration.ofSeconds(1))) {
                work.accept(client);
            } catch (BackendFailure e) {
                // Frozen: it is not there for anybody.
            }
        }
    }

    private static void inParallel(List<RedisNode> nodes, Consumer<RedisNode> work) {
        var all = nodes.stream()
                .map(node -> CompletableFuture.runAsync(() -> work.accept(node), Thread::startVirtualThread))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).join();
    }

    /** Below {@code target}, so that what a killed test leaves goes with the next clean. */
    private static Path newFolder() {
        try {
            var target = Path.of("target");
            return Files.isDirectory(target)
                    ? Files.createTempDirectory(target.toAbsolutePath(), "redis-cluster-")
                    : Files.createTempDirectory("redis-cluster-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
