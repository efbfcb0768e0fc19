package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.connection.RedisUnavailable.Reason;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.AbstractUni;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The router as its callers see it: makes calls of their commands, and keeps the parts that serve them together. */
final class ClusterRouter implements RedisRouter, SlotMapWatch.Topology {

    private static final Logger LOG = Logger.getLogger(ClusterRouter.class);

    private final RouterOptions options;
    private final RouterStats stats = new RouterStats();
    private final Nodes nodes;
    private final CallRouting routing;
    private final SlotMapWatch watch;
    private final BreakerProbe probe;
    private final Successions successions = new Successions();
    private final List<TopologyListener> listeners = new CopyOnWriteArrayList<>();
    private final List<ShardSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    ClusterRouter(Vertx vertx, RouterOptions options, NodeGuard.Factory guards) {
        this.options = options;
        this.nodes = new Nodes(vertx, options, guards, stats, this::refreshSoon, successions::restarted);
        this.routing = new CallRouting(vertx, nodes, stats, this::refreshSoon);
        this.watch = new SlotMapWatch(this, routing, stats, nodes.home(), options.seeds());
        this.probe = new BreakerProbe(nodes);
    }

    void start() {
        watch.start();
        probe.start();
    }

    @Override
    public Uni<Reply> send(Command command) {
        return send(command, options.deadline());
    }

    @Override
    public Uni<Reply> send(Command command, Duration deadline) {
        long deadlineNanos = deadline.toNanos();
        return new AbstractUni<>() {
            @Override
            public void subscribe(UniSubscriber<? super Reply> subscriber) {
                routing.dispatch(SingleCall.begin(command, options.tracer(), routing, deadlineNanos, subscriber));
            }
        };
    }

    @Override
    public Uni<List<Outcome>> sendAll(List<Command> commands) {
        return sendAll(commands, options.deadline());
    }

    @Override
    public Uni<List<Outcome>> sendAll(List<Command> commands, Duration deadline) {
        long deadlineNanos = deadline.toNanos();
        return new AbstractUni<>() {
            @Override
            public void subscribe(UniSubscriber<? super List<Outcome>> subscriber) {
                Batch batch = new Batch(routing, commands, options.tracer(), deadlineNanos, subscriber);
                subscriber.onSubscribe(batch);
                batch.proceed();
            }
        };
    }

    @Override
    public Uni<Reply> sendTo(NodeAddress node, Command command) {
        return sendTo(node, command, options.deadline());
    }

    @Override
    public Uni<Reply> sendTo(NodeAddress node, Command command, Duration deadline) {
        long deadlineNanos = deadline.toNanos();
        return new AbstractUni<>() {
            @Override
            public void subscribe(UniSubscriber<? super Reply> subscriber) {
                routing.sendDirectly(
                        node,
                        SingleCall.begin(command, options.tracer(), CallHandler.DIRECT, deadlineNanos, subscriber));
            }
        };
    }

    @Override
    public Uni<DedicatedConnection> dedicated(int slot) {
        return Uni.createFrom().emitter(emitter -> {
            NodeAddress master = slotMap().masterOf(slot);
            if (master == null) {
                emitter.fail(new RedisUnavailable(Reason.NO_MASTER, "Slot " + slot + " has no known master"));
            } else {
                nodes.openAside(master)
                        .onSuccess(connection -> emitter.complete(new PrivateConnection(connection)))
                        .onFailure(why -> emitter.fail(new RedisUnavailable(
                                Reason.NOT_CONNECTED, "No connection to " + master + ": " + Causes.plain(why))));
            }
        });
    }

    @Override
    public Subscription subscribe(RedisKey channel, Consumer<byte[]> onMessage, Runnable onGap) {
        ShardSubscription subscription = new ShardSubscription(nodes, this::slotMap, channel, onMessage, onGap);
        subscriptions.add(subscription);
        subscription.start();
        return () -> {
            subscriptions.remove(subscription);
            subscription.close();
        };
    }

    @Override
    public List<NodeAddress> masters() {
        return slotMap().masters();
    }

    @Override
    public SlotMap slotMap() {
        return routing.routes().map();
    }

    @Override
    public Subscription onTopologyChange(TopologyListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Subscription onSuccession(SuccessionListener listener) {
        successions.add(listener);
        return () -> successions.remove(listener);
    }

    @Override
    public Uni<Void> ready(Duration patience) {
        return Uni.createFrom()
                .item(this::isReady)
                .onItem()
                .delayIt()
                .by(Duration.ofMillis(10))
                .repeat()
                .until(ready -> ready)
                .collect()
                .last()
                .replaceWithVoid()
                .ifNoItem()
                .after(patience)
                .failWith(() -> new RedisUnavailable(Reason.NOT_CONNECTED, "Not connected to every master yet"));
    }

    @Override
    public boolean isReady() {
        List<Node> masters = routing.routes().masters();
        return !masters.isEmpty() && masters.stream().allMatch(Node::isReachable);
    }

    @Override
    public RouterStats stats() {
        return stats;
    }

    @Override
    public @Nullable NodeGuard guardOf(NodeAddress address) {
        Node node = nodes.find(address);
        return node == null ? null : node.guard();
    }

    @Override
    public int inFlight() {
        return nodes.all().stream().mapToInt(Node::inFlight).sum();
    }

    @Override
    public int connections() {
        return nodes.all().stream().mapToInt(Node::connections).sum();
    }

    @Override
    public void close() {
        closed = true;
        routing.close();
        watch.close();
        probe.close();
        subscriptions.forEach(ShardSubscription::close);
        nodes.close();
    }

    // The slot map

    private void refreshSoon() {
        watch.soon();
    }

    /** The reachable masters first, then the other nodes, then the seeds. */
    @Override
    public List<NodeAddress> informants() {
        Set<NodeAddress> order = new LinkedHashSet<>();
        routing.routes().masters().stream()
                .filter(Node::isReachable)
                .map(Node::address)
                .forEach(order::add);
        order.addAll(masters());
        order.addAll(slotMap().nodes());
        order.addAll(options.seeds());
        return new ArrayList<>(order);
    }

    @Override
    public void adopt(SlotMap fresh) {
        SlotMap before = slotMap();
        if (closed || fresh.equals(before)) {
            return;
        }
        routing.follow(new Routes(fresh, nodes.staff(fresh.masters())));
        nodes.retireAllBut(fresh.masters(), fresh.nodes());
        if (fresh.changedSince(before).length > 0) {
            LOG.infof("Redis masters are %s; %d slots covered", fresh.masters(), fresh.covered());
        }
        subscriptions.forEach(subscription -> subscription.topologyChanged(fresh));
        successions.adopted(fresh);
        listeners.forEach(listener -> listener.changed(before, fresh));
    }
}
