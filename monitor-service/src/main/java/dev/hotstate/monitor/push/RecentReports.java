package dev.hotstate.monitor.push;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;

/**
 * The last report of each job that was confirmed here a moment ago. Another process of Redis may lack it, and its job, which was told
 * that it was heard, would not say it again until its next run.
 */
final class RecentReports {

    /** Longer than a master is away that is restarted in its place and reads a long log first. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private static final int JOBS_MAX = 50_000;

    private final Cache<String, TakenReport> last =
            Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(JOBS_MAX).build();

    void add(TakenReport report) {
        last.put(report.monitor(), report);
    }

    List<TakenReport> all() {
        return List.copyOf(last.asMap().values());
    }
}
