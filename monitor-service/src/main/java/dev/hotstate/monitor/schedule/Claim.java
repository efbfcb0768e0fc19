package dev.hotstate.monitor.schedule;

import dev.hotstate.kit.redis.partition.Partition;
import java.time.Duration;
import java.time.Instant;

/**
 * A check that this instance, and no other, is to run until its lease ends.
 *
 * @param fence     larger than that of any claim of this monitor before; the result is taken under it
 * @param due       when the check should have begun
 * @param claimedAt by the clock of Redis
 * @param version   of the definition that Redis knows
 * @param takenOver from a lease that ran out
 */
record Claim(
        Partition partition,
        String monitor,
        String fence,
        Instant due,
        Instant claimedAt,
        int version,
        boolean takenOver) {

    /** By the clock of Redis alone. */
    Duration lateness() {
        return Duration.between(due, claimedAt);
    }
}
