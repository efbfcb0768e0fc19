package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.key.KeyId;

/**
 * May they? Lets as many calls pass as fit, in their order.
 *
 * @param hits of each call: 0 only looks, less gives back
 * @param calls that ask at once
 */
public record LimitQuestion(Limit limit, KeyId caller, long hits, long calls) {}
