package dev.hotstate.kit.redis.connection;

/** The command was certainly not applied: it was not sent, or Redis answered that it did not run it. */
public final class RedisUnavailable extends RedisFailure {

    public enum Reason {
        /** The slot has no known master, or the cluster was not found yet. */
        NO_MASTER,
        /** No connection to the node is open at the moment. */
        NOT_CONNECTED,
        /** The breaker of the node is open. */
        BREAKER_OPEN,
        /** Too many commands wait on the node's connections; sending one more would only make it late. */
        OVERLOADED,
        /** The slot moves to another master and its keys are in two places (TRYAGAIN). */
        SLOT_MOVING,
        /** The node asked for patience (LOADING, CLUSTERDOWN, MASTERDOWN, READONLY) until the deadline passed. */
        NOT_READY,
        /** The deadline passed before the command could be sent. */
        TOO_LATE,
        /** The slot kept moving, or the router is closed. */
        GAVE_UP
    }

    private final Reason reason;

    public RedisUnavailable(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** The other reasons say nothing about the health of the node. */
    @Override
    public boolean isTrouble() {
        return reason == Reason.NOT_CONNECTED || reason == Reason.NOT_READY || reason == Reason.NO_MASTER;
    }
}
