package dev.hotstate.kit.redis.connection;

import io.netty.channel.EventLoop;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Keeps the router's slot map fresh: each second, four times as often while a master cannot be reached, and soon after
 * a redirect or a lost connection. Asks one node after the other, each time beginning with another one, so that neither
 * a frozen node nor one with old news rules for long.
 *
 * <p>Until the first map is there the seeds are asked all at once: a frozen first seed must not delay the start.
 */
final class SlotMapWatch {

    /** Whom the watch serves. */
    interface Topology {

        SlotMap slotMap();

        /** Every master can be reached. While that is not so, the map is likely to change. */
        boolean isReady();

        /** Whom to ask for the map, the reachable masters first. */
        List<NodeAddress> informants();

        /** Takes over a fresh map. On the watch's event loop. */
        void adopt(SlotMap fresh);
    }

    private static final Logger LOG = Logger.getLogger(SlotMapWatch.class);
    private static final Command CLUSTER_SLOTS = Command.of("CLUSTER").arg("SLOTS");
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final Duration FIRST_PATIENCE = Duration.ofMillis(1500);
    private static final long CALM_MILLIS = 1000;
    private static final long DISTURBED_MILLIS = 250;

    /** However many redirects there are, the map is not asked for more often than this. */
    private static final long SPACING_MILLIS = 20;

    private final EventLoop loop;
    private final List<NodeAddress> seeds;
    private final Topology topology;
    private final CallRouting routing;
    private final RouterStats stats;
    private final AtomicBoolean soonPlanned = new AtomicBoolean();

    // Only touched by the event loop.
    private boolean asking;
    private int turn;
    private volatile boolean closed;

    SlotMapWatch(
            Topology topology,
            CallRouting routing,
            RouterStats stats,
            ContextInternal context,
            List<NodeAddress> seeds) {
        this.loop = context.nettyEventLoop();
        this.seeds = seeds;
        this.topology = topology;
        this.routing = routing;
        this.stats = stats;
    }

    void start() {
        loop.execute(this::beat);
    }

    /** Asks in a moment; many wishes within that moment are one. */
    void soon() {
        if (!closed && soonPlanned.compareAndSet(false, true)) {
            loop.schedule(
                    () -> {
                        soonPlanned.set(false);
                        refresh();
                    },
                    SPACING_MILLIS,
                    TimeUnit.MILLISECONDS);
        }
    }

    void close() {
        closed = true;
    }

    private void beat() {
        if (!closed) {
            refresh();
            loop.schedule(this::beat, topology.isReady() ? CALM_MILLIS : DISTURBED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void refresh() {
        if (closed || asking) {
            return;
        }
        if (topology.slotMap() == SlotMap.EMPTY) {
            seeds.forEach(seed -> ask(seed, FIRST_PATIENCE, () -> {}));
        } else {
            asking = true;
            List<NodeAddress> order = topology.informants();
            Collections.rotate(
                    order.subList(
                            0,
                            Math.min(order.size(), topology.slotMap().masters().size())),
                    turn++);
            askNext(new ArrayDeque<>(order));
        }
    }

    private void askNext(Queue<NodeAddress> informants) {
        NodeAddress informant = informants.poll();
        if (informant == null || closed) {
            asking = false;
        } else {
            ask(informant, PATIENCE, () -> askNext(informants));
        }
    }

    private void ask(NodeAddress informant, Duration patience, Runnable otherwise) {
        routing.sendDirectly(
                informant,
                new InternalCall(
                        CLUSTER_SLOTS,
                        patience.toNanos(),
                        (reply, failure) -> loop.execute(
                                () -> answered(reply == null ? SlotMap.EMPTY : mapOf(reply, informant), otherwise))));
    }

    /** Something else than a map is no answer: the next one is asked, and the watch goes on. */
    private static SlotMap mapOf(Reply reply, NodeAddress informant) {
        try {
            return SlotMap.fromReply(reply, informant);
        } catch (RuntimeException notAMap) {
            LOG.warnf("%s has no map of the slots: %s", informant, notAMap.getMessage());
            return SlotMap.EMPTY;
        }
    }

    private void answered(SlotMap map, Runnable otherwise) {
        if (map.covered() == 0) {
            unanswered(otherwise);
            return;
        }
        asking = false;
        stats.slotMapsRead.increment();
        topology.adopt(map);
    }

    private void unanswered(Runnable otherwise) {
        stats.slotMapsFailed.increment();
        otherwise.run();
    }
}
