package dev.hotstate.monitor.schedule;

import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Signs of life of the schedule, and when their absence means that this process is stuck: the round has stopped, or there is
 * work that is long overdue and Redis hands it out, but nothing begins or ends here. Redis being away is no such case, nor is
 * being busy: a restart would cure neither.
 */
@Singleton
class SchedulePulse {

    private final long stuckAfterNanos;
    private volatile long roundNanos;
    private volatile long progressNanos;
    private volatile long overdueNanos;
    private volatile boolean running;

    SchedulePulse(ScheduleConfig config) {
        this.stuckAfterNanos = config.stuckAfter().toNanos();
    }

    void started(long nowNanos) {
        roundNanos = nowNanos;
        progressNanos = nowNanos;
        running = true;
    }

    void stopped() {
        running = false;
    }

    /** The loop goes round. */
    void round(long nowNanos) {
        roundNanos = nowNanos;
    }

    /** A check began or ended. */
    void progress(long nowNanos) {
        progressNanos = nowNanos;
    }

    /** How long the oldest check is overdue that Redis has and nobody claimed; zero where there is none. */
    void overdue(Duration time) {
        overdueNanos = time.toNanos();
    }

    Duration overdue() {
        return Duration.ofNanos(overdueNanos);
    }

    boolean isStuck(long nowNanos) {
        if (!running) {
            return false;
        }
        boolean standsStill = nowNanos - roundNanos > stuckAfterNanos;
        boolean leavesWork = overdueNanos > stuckAfterNanos && nowNanos - progressNanos > stuckAfterNanos;
        return standsStill || leavesWork;
    }
}
