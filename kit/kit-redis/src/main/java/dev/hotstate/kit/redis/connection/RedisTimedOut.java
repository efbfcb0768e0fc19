package dev.hotstate.kit.redis.connection;

/**
 * The command was sent and no reply came: it may have been applied, or may still be, when a frozen node wakes up and
 * reads what the network delivered to it. The router closes such a connection, which discards what had not left this
 * process; what already lies in the node's receive buffer nobody can call back. Whatever counts is therefore fenced or
 * idempotent.
 */
public final class RedisTimedOut extends RedisFailure {

    public enum Reason {
        /** The deadline passed. */
        DEADLINE,
        /** The connection closed while the command was under way. */
        CONNECTION_LOST
    }

    private final Reason reason;

    public RedisTimedOut(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    @Override
    public boolean isTrouble() {
        return true;
    }
}
