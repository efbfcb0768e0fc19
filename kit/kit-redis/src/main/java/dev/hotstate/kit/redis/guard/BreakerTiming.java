package dev.hotstate.kit.redis.guard;

import java.time.Duration;

/** How long a breaker stays open before it lets one command try: the jitter keeps instances from trying together. */
record BreakerTiming(Duration halfOpenAfter, Duration jitter) {

    static final BreakerTiming STANDARD = new BreakerTiming(Duration.ofSeconds(30), Duration.ofSeconds(3));
}
