package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.connection.RedisUnavailable.Reason;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the node of a call, hands it to a connection, and decides on each answer whether the call is over or travels on.
 *
 * <p>A call travels on only while it certainly had no effect (a redirect, or a refusal that means "not now"), or if its
 * command is idempotent; and only until its deadline. Everything slow happens beside the calls: the slot map is
 * refreshed in the background, lanes reopen by themselves. A call that meets a gap waits in short steps or fails.
 */
final class CallRouting implements CallHandler {

    /** A call that is sent on more often than this is better given up: the cluster is of two minds. */
    static final int REDIRECTS_MAX = 8;

    private static final long WAIT_MILLIS_MIN = 2;
    private static final long WAIT_MILLIS_MAX = 50;

    /** A deadline shorter than this says more about its caller's hurry than about the node. */
    private static final long TELLING_SILENCE_NANOS = Duration.ofMillis(100).toNanos();

    private final Vertx vertx;
    private final Nodes nodes;
    private final RouterStats stats;
    private final Runnable mapIsOld;
    private volatile Routes routes = Routes.NONE;
    private volatile boolean closed;

    /** @param mapIsOld told whenever an answer shows that a slot has moved */
    CallRouting(Vertx vertx, Nodes nodes, RouterStats stats, Runnable mapIsOld) {
        this.vertx = vertx;
        this.nodes = nodes;
        this.stats = stats;
        this.mapIsOld = mapIsOld;
    }

    /** Calls go by these routes from now on. */
    void follow(Routes fresh) {
        routes = fresh;
    }

    Routes routes() {
        return routes;
    }

    /** From now on calls fail instead of waiting. */
    void close() {
        closed = true;
    }

    void dispatch(Call call) {
        Connection connection = route(call);
        if (connection != null) {
            connection.send(call);
        }
    }

    /** The connection to send this call on; null if the call was settled or put off instead. */
    @Nullable
    Connection route(Call call) {
        Node node = destination(call);
        if (node == null) {
            putOffOrSettle(
                    call, routes == Routes.NONE, () -> new RedisUnavailable(Reason.NO_MASTER, "No known master"));
            return null;
        }
        call.node = node;
        if (!node.guard().admits(call.command)) {
            settle(call, new RedisUnavailable(Reason.BREAKER_OPEN, "The breaker of " + node.address() + " is open"));
            return null;
        }
        Connection connection = node.pick();
        if (connection == null) {
            putOffOrSettle(
                    call,
                    node.isHopeful(),
                    () -> new RedisUnavailable(Reason.NOT_CONNECTED, "No connection to " + node.address()));
        }
        return connection;
    }

    private @Nullable Node destination(Call call) {
        if (closed) {
            return null;
        }
        if (call.redirectedTo != null) {
            return nodes.visit(call.redirectedTo);
        }
        int slot = call.command.slot();
        return slot == Command.ANY_SLOT ? routes.anyMaster() : routes.masterOf(slot);
    }

    /** Past breaker and redirects, as soon as there is a connection. */
    void sendDirectly(NodeAddress address, Call call) {
        if (call.isFinished()) {
            return;
        }
        if (closed) {
            call.fail(new RedisUnavailable(Reason.GAVE_UP, "The router is closed"));
            return;
        }
        Node node = nodes.visit(address);
        Connection connection = node.pick();
        if (connection != null) {
            connection.send(call);
        } else if (node.isHopeful() && !call.isExpired(System.nanoTime())) {
            vertx.setTimer(WAIT_MILLIS_MIN, again -> sendDirectly(address, call));
        } else {
            call.fail(new RedisUnavailable(Reason.NOT_CONNECTED, "No connection to " + address));
        }
    }

    @Override
    public void replied(Call call, Reply reply) {
        call.node.guard().succeeded(call.command);
        stats.replied(System.nanoTime() - call.startedAt);
        call.succeed(reply);
    }

    @Override
    public void refused(Call call, RedisRefused refusal) {
        NodeAddress from = call.node.address();
        switch (Redirect.of(refusal, from)) {
            case Redirect.Moved moved -> {
                stats.moved.increment();
                mapIsOld.run();
                sendOn(call, moved.to(), false);
            }
            case Redirect.Ask ask -> {
                stats.asked.increment();
                sendOn(call, ask.to(), true);
            }
            case Redirect.Later later -> {
                if (later.refresh()) {
                    mapIsOld.run();
                }
                call.askTheMapAgain();
                // Who waits goes round no ring: while a slot moves, ASK and TRYAGAIN may take turns until the deadline.
                call.redirects = 0;
                putOffOrSettle(
                        call,
                        true,
                        () -> new RedisUnavailable(later.reason(), from + " kept answering " + refusal.code()));
            }
            case Redirect.None none -> {
                if (!refusal.isTrouble()) {
                    call.node.guard().succeeded(call.command);
                }
                settle(call, refusal);
            }
        }
    }

    private void sendOn(Call call, NodeAddress to, boolean asking) {
        if (++call.redirects > REDIRECTS_MAX) {
            settle(call, new RedisUnavailable(Reason.GAVE_UP, "Sent on " + REDIRECTS_MAX + " times"));
        } else {
            call.redirectedTo = to;
            call.asking = asking;
            dispatch(call);
        }
    }

    /** What was sent and lost may have been applied: it is over, unless a second time does no harm. */
    @Override
    public void unanswered(Call call, RedisTimedOut timeout) {
        boolean again = timeout.reason() == RedisTimedOut.Reason.CONNECTION_LOST && call.command.isIdempotent();
        if (again) {
            call.resent = true;
            call.askTheMapAgain();
            stats.resent.increment();
        }
        putOffOrSettle(call, again, () -> timeout);
    }

    @Override
    public void unsent(Call call, RedisUnavailable reason) {
        putOffOrSettle(call, reason.reason() == Reason.NOT_CONNECTED, () -> reason);
    }

    /** Dispatches the call anew after a moment if there is hope and that moment lies before its deadline. */
    private void putOffOrSettle(Call call, boolean hope, Supplier<? extends RedisFailure> otherwise) {
        if (call.isFinished()) {
            return;
        }
        long millis = Math.min(WAIT_MILLIS_MAX, WAIT_MILLIS_MIN << Math.min(call.waits++, 10));
        if (!hope || closed || call.isExpired(System.nanoTime() + millis * 1_000_000)) {
            settle(call, otherwise.get());
            return;
        }
        stats.waited.increment();
        vertx.setTimer(millis, again -> {
            if (!call.isFinished()) {
                dispatch(call);
            }
        });
    }

    /** The end of a call that got no reply. */
    private void settle(Call call, RedisFailure failure) {
        if (call.isFinished()) {
            return;
        }
        stats.failed(failure);
        if (call.node != null && isHeldAgainstNode(call, failure)) {
            hold(failure, call.node.guard());
        }
        call.fail(call.resent ? unknown(call, failure) : failure);
    }

    private static void hold(RedisFailure failure, NodeGuard against) {
        if (failure instanceof RedisRefused refusal && refusal.isAboutWriting()) {
            against.refusedWrite();
        } else if (failure instanceof RedisUnavailable unavailable && unavailable.reason() == Reason.NOT_READY) {
            against.notReady();
        } else {
            against.failed();
        }
    }

    /** What became of the second try says nothing about the first. */
    private static RedisFailure unknown(Call call, RedisFailure failure) {
        return failure instanceof RedisTimedOut
                ? failure
                : new RedisTimedOut(RedisTimedOut.Reason.CONNECTION_LOST, "Resent in vain: " + failure.getMessage());
    }

    /** A lost connection is not: its node was told, once for all the calls on it. */
    private static boolean isHeldAgainstNode(Call call, RedisFailure failure) {
        if (failure instanceof RedisTimedOut timeout) {
            return timeout.reason() == RedisTimedOut.Reason.DEADLINE
                    && call.deadlineAt - call.startedAt >= TELLING_SILENCE_NANOS;
        }
        return failure.isTrouble();
    }
}
