package dev.hotstate.monitor.schedule;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Signs of life of the schedule, and when their absence means that this process is stuck: the round has stopped, or there is
 * work that is long overdue and Redis hands it out, but nothing begins or ends here. Redis being away is no such case, nor is
 * being busy: a restart would cure neither.
 */
@Singleton
class SchedulePulse {

    private final long stuckAfterNanos;
    private final long putOffAgainNanos;
    private final AtomicLong movesUntilNanos = new AtomicLong();
    private volatile long roundNanos;
    private volatile long overdueNanos;
    private volatile @Nullable PutOff oldestPutOff;
    private volatile boolean running;

    /**
     * A check for which its host had no place.
     *
     * @param due      by the clock of Redis, which stays the same however often it is put off
     * @param dueNanos the same by ours
     */
    private record PutOff(Instant due, long dueNanos, long seenNanos) {}

    SchedulePulse(ScheduleConfig config) {
        this.stuckAfterNanos = config.stuckAfter().toNanos();
        // By then it has been here again, or has begun, or another instance has it.
        this.putOffAgainNanos =
                config.hostPause().plus(config.pollMax()).multipliedBy(2).toNanos();
    }

    void started(long nowNanos) {
        roundNanos = nowNanos;
        movesUntilNanos.set(nowNanos);
        running = true;
    }

    void stopped() {
        running = false;
    }

    /** The loop goes round. */
    void round(long nowNanos) {
        roundNanos = nowNanos;
    }

    /** A check ended just now, or has begun that may take until then. */
    void movesUntil(long nanos) {
        movesUntilNanos.accumulateAndGet(nanos, (one, other) -> one - other > 0 ? one : other);
    }

    /** How long the oldest check is overdue that Redis has and nobody claimed; zero where there is none. */
    void overdue(Duration time) {
        overdueNanos = time.toNanos();
    }

    Duration overdue() {
        return Duration.ofNanos(overdueNanos);
    }

    /** What was claimed just now has to come again, because its host is busy. */
    synchronized void putOff(Claim claim, long nowNanos) {
        var oldest = oldestPutOff;
        if (oldest == null || isForgotten(oldest, nowNanos) || !claim.due().isAfter(oldest.due)) {
            oldestPutOff = new PutOff(claim.due(), nowNanos - claim.lateness().toNanos(), nowNanos);
        }
    }

    /** How long the oldest check is overdue that nobody has begun, as far as this process knows. */
    Duration waiting(long nowNanos) {
        var putOff = oldestPutOff;
        long sinceDue = putOff == null || isForgotten(putOff, nowNanos) ? 0 : nowNanos - putOff.dueNanos;
        return Duration.ofNanos(Math.max(overdueNanos, sinceDue));
    }

    boolean isStuck(long nowNanos) {
        if (!running) {
            return false;
        }
        boolean standsStill = nowNanos - roundNanos > stuckAfterNanos;
        boolean leavesWork =
                waiting(nowNanos).toNanos() > stuckAfterNanos && nowNanos - movesUntilNanos.get() > stuckAfterNanos;
        return standsStill || leavesWork;
    }

    private boolean isForgotten(PutOff putOff, long nowNanos) {
        return nowNanos - putOff.seenNanos > putOffAgainNanos;
    }
}
