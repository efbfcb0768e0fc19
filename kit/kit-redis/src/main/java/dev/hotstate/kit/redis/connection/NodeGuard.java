package dev.hotstate.kit.redis.connection;

import java.time.Instant;

/** Decides whether a node gets commands at the moment, and learns how they went. Thread-safe; on the hot path. */
public interface NodeGuard {

    enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    /** Makes the guard of a node that the router begins to use. */
    @FunctionalInterface
    interface Factory {
        NodeGuard guard(NodeAddress node);
    }

    /** Lets everything through. */
    NodeGuard NONE = new NodeGuard() {};

    default boolean admits(Command command) {
        return true;
    }

    /** A command came back the way a healthy node answers. */
    default void succeeded(Command command) {}

    /** Real trouble: no answer, no connection, or an answer that means the node is unfit. */
    default void failed() {}

    /** The node answers but takes no writes: memory or disk full, too few replicas. */
    default void refusedWrite() {}

    /** The node answers, but that it can't serve: its cluster is down, it loads, it is no master any more. */
    default void notReady() {}

    /** The node answered a PING beside the commands, while its guard held them back. */
    default void answered() {}

    default State state() {
        return State.CLOSED;
    }

    /** When the present state began. */
    default Instant since() {
        return Instant.EPOCH;
    }

    /** The router no longer uses the node. */
    default void close() {}
}
