package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.connection.RedisFailure;

/** What Redis says to a question, or why it does not. */
public sealed interface LimitAnswer {

    record Decided(Decision decision) implements LimitAnswer {}

    /** After a timeout nobody knows whether the hits were counted. */
    record Undecided(RedisFailure failure) implements LimitAnswer {}
}
