package dev.hotstate.kit.redis.cache;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Decides which reader of an entry that will soon expire loads it anew in the background: in the last fifth of its
 * life, one in ten. A much read entry so never expires, and hardly ever two processes load it at once.
 */
final class EarlyRefreshPolicy {

    private static final double LAST_PART = 0.2;
    private static final double PROBABILITY = 0.1;

    private final RandomGenerator random;

    EarlyRefreshPolicy(RandomGenerator random) {
        this.random = random;
    }

    boolean refreshes(Duration age, Duration ttl) {
        return age.toMillis() > ttl.toMillis() * (1 - LAST_PART) && random.nextDouble() < PROBABILITY;
    }
}
