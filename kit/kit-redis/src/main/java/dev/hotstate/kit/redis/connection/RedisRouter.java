package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to the masters of a Redis Cluster. Every {@link Uni} here is lazy (each subscription sends), ends at
 * its deadline at the latest with a reply or a {@link RedisFailure}, and completes on the caller's Vert.x context when
 * there is one. Cancelling one drops the reply and leaks nothing.
 */
public interface RedisRouter extends AutoCloseable {

    /** Starts to look for the cluster and returns at once. Until it is found, commands wait or fail. */
    static RedisRouter open(Vertx vertx, RouterOptions options, NodeGuard.Factory guards) {
        ClusterRouter router = new ClusterRouter(vertx, options, guards);
        router.start();
        return router;
    }

    /** Sends to the master of the command's slot, with the configured deadline. */
    Uni<Reply> send(Command command);

    Uni<Reply> send(Command command, Duration deadline);

    /**
     * Sends many commands as one pipeline per node; each has its own outcome, in the order given. Not atomic, and
     * commands of one node run in order only while no slot moves.
     */
    Uni<List<Outcome>> sendAll(List<Command> commands);

    Uni<List<Outcome>> sendAll(List<Command> commands, Duration deadline);

    /** Sends to this very node, master or replica, and follows no redirect. For administration and vitals. */
    Uni<Reply> sendTo(NodeAddress node, Command command);

    Uni<Reply> sendTo(NodeAddress node, Command command, Duration deadline);

    /** Opens a connection of its own to the master of a slot, for blocking commands. The caller closes it. */
    Uni<DedicatedConnection> dedicated(int slot);

    /**
     * Listens on a sharded channel until the subscription is closed, across lost connections and moved slots.
     *
     * @param onMessage gets each payload, on the router's event loop: must not block
     * @param onGap runs whenever the subscription (again) holds; messages before it may have been missed
     */
    Subscription subscribe(RedisKey channel, Consumer<byte[]> onMessage, Runnable onGap);

    /** The masters that own slots, as of the last refresh. */
    List<NodeAddress> masters();

    /** Who owns what, as of the last refresh; {@link SlotMap#EMPTY} until the cluster was found. */
    SlotMap slotMap();

    /** Calls the listener after each change of the slot map, on an event loop; close what is returned to stop. */
    Subscription onTopologyChange(TopologyListener listener);

    /**
     * Calls the listener when another process serves slots than before, on an event loop: another master, or the same one after a
     * restart in its place. It may lack the newest writes. Close what is returned to stop.
     */
    Subscription onSuccession(SuccessionListener listener);

    /** Completes when every master known from the first slot map has a connection; fails with RedisUnavailable. */
    Uni<Void> ready(Duration patience);

    RouterStats stats();

    /** The guard of a node, for vitals; null if the router does not use that node. */
    @Nullable
    NodeGuard guardOf(NodeAddress node);

    /** Commands that wait for an answer at the moment. */
    int inFlight();

    /** Open connections, without dedicated ones. */
    int connections();

    /** Fails what is under way and closes all connections. */
    @Override
    void close();

    /** What is told about a changed slot map. */
    @FunctionalInterface
    interface TopologyListener {
        void changed(SlotMap before, SlotMap after);
    }

    /** What is told about slots that another process serves now. */
    @FunctionalInterface
    interface SuccessionListener {
        void succeeded(IntPredicate slots);
    }

    /** Something that goes on until closed. */
    @FunctionalInterface
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
