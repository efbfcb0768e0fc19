package dev.hotstate.kit.redis.connection;

/**
 * Decides what an event on a connection means for a call. As it stands here: no redirects, no second tries. Called on
 * the connection's event loop; a call may arrive that its caller has abandoned.
 */
interface CallHandler {

    CallHandler DIRECT = new CallHandler() {};

    default void replied(Call call, Reply reply) {
        call.succeed(reply);
    }

    default void refused(Call call, RedisRefused refusal) {
        call.fail(refusal);
    }

    /** It was sent, and no reply came in time or none will. */
    default void unanswered(Call call, RedisTimedOut timeout) {
        call.fail(timeout);
    }

    /** It never left this process. */
    default void unsent(Call call, RedisUnavailable reason) {
        call.fail(reason);
    }
}
