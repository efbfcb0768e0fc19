package dev.hotstate.monitor.recovery;

import static java.util.stream.Collectors.toSet;

import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.monitor.incident.OpenIncidents;
import dev.hotstate.monitor.result.Outage;
import dev.hotstate.monitor.result.RepeatOutcome;
import dev.hotstate.monitor.result.ResultStore;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Tells again of outages that go on in Redis and that Postgres takes for over. A new master may lack the end that its
 * predecessor had already told of; for it the monitor is down all the time, and so its next failure is no news.
 *
 * <p>What failed only before that end waits for its next result, which either ends it here, too, or makes it an outage to tell
 * of. One look is not enough: the beginning of an outage is on its way to Postgres for a moment.
 */
@Singleton
class UntoldOutages {

    private final ResultStore redis;
    private final OpenIncidents postgres;
    private final Map<Partition, Set<String>> suspected = new ConcurrentHashMap<>();

    UntoldOutages(ResultStore redis, OpenIncidents postgres) {
        this.redis = redis;
        this.postgres = postgres;
    }

    /**
     * Gives how many were told again.
     *
     * @param monitors of that partition
     */
    Uni<Long> tell(Partition partition, Collection<String> monitors) {
        return redis.outages(List.copyOf(monitors))
                .chain(outages -> outages.isEmpty() ? Uni.createFrom().item(List.<Outage>of()) : untold(outages))
                .map(untold -> seenBefore(partition, untold))
                .chain(this::repeat);
    }

    private Uni<List<Outage>> untold(List<Outage> outages) {
        return postgres.missingOf(outages.stream().map(Outage::monitor).toList())
                .map(ends -> outages.stream()
                        .filter(outage -> isUntold(outage, ends))
                        .toList());
    }

    private static boolean isUntold(Outage outage, Map<String, Instant> ends) {
        var end = ends.get(outage.monitor());
        return end != null && outage.lastFailureAt().isAfter(end);
    }

    private List<Outage> seenBefore(Partition partition, List<Outage> untold) {
        var incidents = untold.stream().map(Outage::incident).collect(toSet());
        var before = suspected.put(partition, incidents);
        return before == null
                ? List.of()
                : untold.stream()
                        .filter(outage -> before.contains(outage.incident()))
                        .toList();
    }

    private Uni<Long> repeat(List<Outage> outages) {
        return Multi.createFrom()
                .iterable(outages)
                .onItem()
                .transformToUniAndConcatenate(redis::repeat)
                .filter(outcome -> outcome == RepeatOutcome.REPEATED)
                .collect()
                .with(Collectors.counting());
    }
}
