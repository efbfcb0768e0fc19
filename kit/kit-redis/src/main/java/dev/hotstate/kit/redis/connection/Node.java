package dev.hotstate.kit.redis.connection;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One node of the cluster: its lanes and its guard. */
final class Node implements Lane.Listener {

    private static final Logger LOG = Logger.getLogger(Node.class);

    /** Opens the n-th lane to a node. */
    @FunctionalInterface
    interface LaneOpener {
        Lane open(NodeAddress address, int number, Lane.Listener listener);
    }

    private final NodeAddress address;
    private final NodeGuard guard;
    private final RouterStats stats;
    private final LaneOpener opener;
    private final Runnable onTrouble;
    private final Consumer<NodeAddress> onRestart;
    private final AtomicReference<@Nullable String> process = new AtomicReference<>();
    private volatile Lane[] lanes = {};
    private final AtomicLong lossCountedAt = new AtomicLong(System.nanoTime());
    private volatile boolean complained;
    private boolean retired;

    Node(
            NodeAddress address,
            NodeGuard guard,
            RouterStats stats,
            LaneOpener opener,
            Runnable onTrouble,
            Consumer<NodeAddress> onRestart) {
        this.address = address;
        this.guard = guard;
        this.stats = stats;
        this.opener = opener;
        this.onTrouble = onTrouble;
        this.onRestart = onRestart;
    }

    NodeAddress address() {
        return address;
    }

    NodeGuard guard() {
        return guard;
    }

    /** A connection on the caller's event loop, which saves two thread hops, else any that is open. */
    @Nullable
    Connection pick() {
        Lane[] all = lanes;
        for (Lane lane : all) {
            Connection connection = lane.connection();
            if (connection != null && connection.isOnThisThread()) {
                return connection;
            }
        }
        int offset = (int) (Thread.currentThread().threadId() & 0xff);
        for (int i = 0; i < all.length; i++) {
            Connection connection = all[(offset + i) % all.length].connection();
            if (connection != null) {
                return connection;
            }
        }
        return null;
    }

    /** True if in a moment there may be a connection, here or, if this node has just been retired, to its successor. */
    boolean isHopeful() {
        Lane[] all = lanes;
        for (Lane lane : all) {
            if (lane.isHopeful()) {
                return true;
            }
        }
        return all.length == 0;
    }

    boolean isReachable() {
        return connections() > 0;
    }

    int connections() {
        int open = 0;
        for (Lane lane : lanes) {
            if (lane.connection() != null) {
                open++;
            }
        }
        return open;
    }

    int inFlight() {
        int sum = 0;
        for (Lane lane : lanes) {
            Connection connection = lane.connection();
            if (connection != null) {
                sum += connection.inFlight();
            }
        }
        return sum;
    }

    /** Opens or retires lanes until there are this many. */
    synchronized void resize(int wanted) {
        Lane[] before = lanes;
        Lane[] after = Arrays.copyOf(before, wanted);
        for (int i = before.length; i < wanted; i++) {
            after[i] = opener.open(address, i, this);
        }
        lanes = after;
        for (int i = wanted; i < before.length; i++) {
            before[i].retire();
        }
    }

    /** Makes sure that there is at least one lane; not if retired meanwhile, when nobody would ever close it. */
    void visit() {
        if (lanes.length == 0) {
            synchronized (this) {
                if (!retired) {
                    resize(Math.max(1, lanes.length));
                }
            }
        }
    }

    /** The node is known to answer: no lane need wait any longer. */
    void hurry() {
        for (Lane lane : lanes) {
            lane.hurry();
        }
    }

    /** The router is done with this node; the commands under way are not. */
    synchronized void retire() {
        retired = true;
        resize(0);
        guard.close();
    }

    synchronized void close() {
        for (Lane lane : lanes) {
            lane.close();
        }
        guard.close();
    }

    @Override
    public void opened(String runId) {
        stats.connectionsOpened.increment();
        var before = process.getAndSet(runId);
        if (before != null && !before.equals(runId)) {
            LOG.infof("Redis node %s was restarted", address);
            onRestart.accept(address);
        }
        if (complained) {
            complained = false;
            LOG.infof("Redis node %s is reachable again", address);
        }
    }

    /**
     * Counts once, however many connections were open then and however many commands were under way on them: that somebody hung
     * up on all of us is no reason to give a node up.
     */
    @Override
    public void lost(long openedAt) {
        stats.connectionsLost.increment();
        long counted = lossCountedAt.get();
        if (openedAt - counted > 0 && lossCountedAt.compareAndSet(counted, System.nanoTime())) {
            guard.failed();
        }
        onTrouble.run();
    }

    /** Counts each time: a node that leaves several connections without an answer has failed as often. */
    @Override
    public void silent() {
        stats.connectionsLost.increment();
        guard.failed();
        onTrouble.run();
    }

    @Override
    public void failed(Throwable why) {
        stats.connectionsFailed.increment();
        onTrouble.run();
        if (!complained) {
            complained = true;
            LOG.warnf("Redis node %s is not reachable: %s", address, Causes.plain(why));
        }
    }
}
