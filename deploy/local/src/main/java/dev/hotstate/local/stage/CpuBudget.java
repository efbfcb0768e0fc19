package dev.hotstate.local.stage;

import java.time.Duration;

/** Keeps this process below a share of one core: who has used much rests the longer. */
final class CpuBudget {

    static final double SHARE_MAX = 0.3;

    private final Duration period;
    private final Duration used;

    /** @param used the CPU time of the process when the round began */
    CpuBudget(Duration period, Duration used) {
        this.period = period;
        this.used = used;
    }

    static Duration usedByThisProcess() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** How long to rest after a round that took so long and left the process with so much CPU time used. */
    Duration rest(Duration took, Duration usedNow) {
        long nanos = (long) (usedNow.minus(used).toNanos() / SHARE_MAX);
        var round = Duration.ofNanos(Math.max(period.toNanos(), nanos));
        return took.compareTo(round) < 0 ? round.minus(took) : Duration.ZERO;
    }
}
