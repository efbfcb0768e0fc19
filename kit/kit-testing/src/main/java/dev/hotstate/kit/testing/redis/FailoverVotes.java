package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.redis.RedisNode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Masters vote for a replica of the same master only once in two node timeouts, and a replica that was refused asks again
 * only after four. Failovers of one shard in quick succession therefore wait here, where it takes the least time.
 */
final class FailoverVotes {

    private static final Duration MARGIN = Duration.ofMillis(200);

    private final Duration lock;
    private final Map<RedisNode, Long> castNanos = new ConcurrentHashMap<>();

    FailoverVotes(Duration nodeTimeout) {
        this.lock = nodeTimeout.multipliedBy(2).plus(MARGIN);
    }

    /** Notes that a replica of this master was just promoted. */
    void castFor(RedisNode replacedMaster) {
        castNanos.put(replacedMaster, System.nanoTime());
    }

    /** Returns when the others may vote for a replica of this master again. */
    void awaitFor(RedisNode master) {
        var cast = castNanos.get(master);
        if (cast != null) {
            var end = cast + lock.toNanos();
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
