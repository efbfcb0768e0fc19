package dev.hotstate.kit.redis.connection;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes in use and the connections to them: all lanes together stay between 5 and the configured maximum, spread
 * over the event loops, at least one per master.
 */
final class Nodes {

    private static final int CONNECTIONS_MIN = 5;

    private final RouterOptions options;
    private final NodeGuard.Factory guards;
    private final RouterStats stats;
    private final Runnable onTrouble;
    private final Consumer<NodeAddress> onRestart;
    private final NetClient net;
    private final List<ContextInternal> loops;
    private final Map<NodeAddress, Node> byAddress = new ConcurrentHashMap<>();

    Nodes(
            Vertx vertx,
            RouterOptions options,
            NodeGuard.Factory guards,
            RouterStats stats,
            Runnable onTrouble,
            Consumer<NodeAddress> onRestart) {
        this.options = options;
        this.guards = guards;
        this.stats = stats;
        this.onTrouble = onTrouble;
        this.onRestart = onRestart;
        this.net = vertx.createNetClient(options.net());
        this.loops = oneContextPerLoop((VertxInternal) vertx);
    }

    private static List<ContextInternal> oneContextPerLoop(VertxInternal vertx) {
        List<ContextInternal> contexts = new ArrayList<>();
        for (EventExecutor loop : vertx.nettyEventLoopGroup()) {
            contexts.add(vertx.createEventLoopContext(
                    (EventLoop) loop, null, Thread.currentThread().getContextClassLoader()));
        }
        return contexts;
    }

    /** The event loop of the router's own background work. */
    ContextInternal home() {
        return loops.get(0);
    }

    Collection<Node> all() {
        return byAddress.values();
    }

    @Nullable
    Node find(NodeAddress address) {
        return byAddress.get(address);
    }

    /** The node of an address; one that was not used so far gets a first lane. */
    Node visit(NodeAddress address) {
        Node node = byAddress.computeIfAbsent(
                address, unused -> new Node(unused, guards.guard(unused), stats, this::openLane, onTrouble, onRestart));
        node.visit();
        return node;
    }

    /** Gives each of these masters its full share of lanes. */
    List<Node> staff(List<NodeAddress> masters) {
        int[] lanes = shares(masters.size(), loops.size(), options.connectionsMax());
        List<Node> staffed = new ArrayList<>(masters.size());
        for (NodeAddress address : masters) {
            Node node = visit(address);
            node.resize(lanes[staffed.size()]);
            staffed.add(node);
        }
        return List.copyOf(staffed);
    }

    /** How many lanes each master gets: one per event loop if the bounds allow it, what is over to the first ones. */
    static int[] shares(int masters, int loops, int connectionsMax) {
        int wished = Math.max(CONNECTIONS_MIN, masters * loops);
        int all = Math.max(masters, Math.min(wished, connectionsMax));
        int[] shares = new int[masters];
        for (int i = 0; i < masters; i++) {
            shares[i] = all / masters + (i < all % masters ? 1 : 0);
        }
        return shares;
    }

    /** Takes the lanes from nodes that own no slot, and forgets nodes that left the cluster. */
    void retireAllBut(List<NodeAddress> masters, Set<NodeAddress> members) {
        byAddress.values().removeIf(node -> {
            if (!masters.contains(node.address())) {
                node.resize(0);
            }
            boolean left = !members.contains(node.address());
            if (left) {
                node.retire();
            }
            return left;
        });
    }

    /** A connection that belongs to no lane, on the caller's event loop if it has one. */
    Future<Connection> openAside(NodeAddress address) {
        ContextInternal current = ContextInternal.current();
        ContextInternal context = loops.stream()
                .filter(loop -> current != null && loop.nettyEventLoop() == current.nettyEventLoop())
                .findFirst()
                .orElse(home());
        var opened = context.<Connection>promise();
        context.runOnContext(
                onLoop -> Connection.open(address, context, net, options).onComplete(opened));
        return opened.future();
    }

    void close() {
        byAddress.values().forEach(Node::close);
        byAddress.clear();
        net.close();
    }

    private Lane openLane(NodeAddress address, int number, Lane.Listener listener) {
        int loop = Math.floorMod(address.hashCode() + number, loops.size());
        return new Lane(address, loops.get(loop), net, options, listener);
    }
}
