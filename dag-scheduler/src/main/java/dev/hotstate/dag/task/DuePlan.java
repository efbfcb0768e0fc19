package dev.hotstate.dag.task;

import dev.hotstate.kit.redis.partition.Partition;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When each partition is looked at next for what is due: at each tick while something is, when it said that something will be, and
 * else more and more rarely. What this instance does in a partition brings it back at once; what others do is found after the longest
 * pause.
 */
@Singleton
final class DuePlan {

    private static final Duration PAUSE_MIN = Duration.ofMillis(200);

    private record Look(long dueNanos, long pauseNanos) {}

    private final Map<Partition, Look> looks = new ConcurrentHashMap<>();
    private final long pauseMaxNanos;

    @Inject
    DuePlan(TaskConfig config) {
        this(config.quietMax());
    }

    DuePlan(Duration pauseMax) {
        this.pauseMaxNanos = pauseMax.toNanos();
    }

    List<Partition> due(Collection<Partition> owned, long nowNanos) {
        looks.keySet().retainAll(owned);
        return owned.stream()
                .filter(partition -> isDue(looks.get(partition), nowNanos))
                .toList();
    }

    private static boolean isDue(Look look, long nowNanos) {
        return look == null || nowNanos - look.dueNanos() >= 0;
    }

    /** Something happened there. */
    void expect(Partition partition) {
        looks.remove(partition);
    }

    /**
     * @param found whether anything was due
     * @param untilNextMs when the first thing will be, if it was told
     */
    void looked(Partition partition, boolean found, OptionalLong untilNextMs, long nowNanos) {
        looks.compute(partition, (same, before) -> {
            if (found) {
                return null;
            }
            long pause = before == null ? PAUSE_MIN.toNanos() : Math.min(2 * before.pauseNanos(), pauseMaxNanos);
            long wait = untilNextMs.isPresent()
                    ? Math.min(pause, Duration.ofMillis(untilNextMs.getAsLong()).toNanos())
                    : pause;
            return new Look(nowNanos + wait, pause);
        });
    }
}
