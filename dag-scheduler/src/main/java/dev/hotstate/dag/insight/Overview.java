package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.OverviewView.RecentJob;
import dev.hotstate.dag.insight.QueueInsight.Depth;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.task.TaskStatus;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Takes one look at everything. */
@Singleton
class Overview {

    private static final int RECENT_MAX = 200;
    private static final double RATE_SECONDS = 10;

    private final InsightStore store;
    private final JobTallies tallies;
    private final QueueInsight queues;
    private final QueueNames names;
    private final QueueGauges gauges;
    private final RedisRouter redis;
    private final DagKeys keys;
    private final Partitions partitions;
    private final Clock clock;

    Overview(
            InsightStore store,
            JobTallies tallies,
            QueueInsight queues,
            QueueNames names,
            QueueGauges gauges,
            RedisRouter redis,
            DagKeys keys,
            Partitions partitions,
            Clock clock) {
        this.store = store;
        this.tallies = tallies;
        this.queues = queues;
        this.names = names;
        this.gauges = gauges;
        this.redis = redis;
        this.keys = keys;
        this.partitions = partitions;
        this.clock = clock;
    }

    /** Tasks in the hands of workers, delayed, parked: over all partitions. */
    private record Active(Total running, Total delayed, Total parked) {

        boolean incomplete() {
            return running.incomplete() || delayed.incomplete() || parked.incomplete();
        }
    }

    private record Total(long count, boolean incomplete) {}

    private record Queued(Map<String, Depth> depths, Map<String, Map<String, Instant>> workers) {

        List<String> deserted() {
            return depths.entrySet().stream()
                    .filter(queue -> queue.getValue().ready() > 0
                            && workers.containsKey(queue.getKey())
                            && workers.get(queue.getKey()).isEmpty())
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /** What the page is told, and how deep each queue is. */
    record Look(OverviewView view, Map<String, Depth> depths) {}

    Uni<Look> look() {
        return queued().flatMap(queued -> active().flatMap(active -> store.jobsByStatus()
                .flatMap(jobs -> store.completedLately()
                        .flatMap(completed -> recent().map(recent ->
                                new Look(view(queued, active, jobs, completed, recent), queued.depths()))))));
    }

    private OverviewView view(
            Queued queued, Active active, Map<String, Long> jobs, long completed, List<RecentJob> recent) {
        var workers = new HashSet<String>();
        queued.workers().values().forEach(alive -> workers.addAll(alive.keySet()));
        return new OverviewView(
                clock.instant(),
                active.incomplete(),
                jobs,
                recent.stream()
                        .filter(job -> job.finishedAt() == null && job.paused())
                        .count(),
                queued.depths().values().stream().mapToLong(Depth::ready).sum(),
                queued.depths().values().stream()
                        .map(Depth::oldestReadyMs)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                active.running().count(),
                active.delayed().count(),
                active.parked().count(),
                workers.size(),
                completed / RATE_SECONDS,
                queued.deserted(),
                recent);
    }

    private Uni<Queued> queued() {
        return store.queues()
                .flatMap(names::all)
                .flatMap(all -> queues.depths(all)
                        .invoke(gauges::update)
                        .flatMap(depths -> queues.alive(all).map(workers -> new Queued(depths, workers))));
    }

    private Uni<Active> active() {
        return total(partition -> Command.of("HLEN").key(keys.running(partition)))
                .flatMap(running -> total(partition -> Command.of("ZCARD").key(keys.delay(partition)))
                        .flatMap(delayed -> total(
                                        partition -> Command.of("ZCARD").key(keys.parked(partition)))
                                .map(parked -> new Active(running, delayed, parked))));
    }

    private Uni<Total> total(Function<Partition, Command> count) {
        return redis.sendAll(partitions.all().stream().map(count).toList()).map(outcomes -> {
            var replies = Replies.of(outcomes);
            return new Total(
                    replies.stream().mapToLong(reply -> reply.integer()).sum(), replies.size() < outcomes.size());
        });
    }

    private Uni<List<RecentJob>> recent() {
        return store.recent(RECENT_MAX).flatMap(jobs -> tallies.of(jobs).map(counted -> rows(jobs, counted)));
    }

    private static List<RecentJob> rows(List<JobFacts> jobs, Map<String, Map<TaskStatus, Long>> counted) {
        var rows = new ArrayList<RecentJob>(jobs.size());
        for (var job : jobs) {
            rows.add(new RecentJob(
                    job.id(),
                    job.name(),
                    job.createdBy(),
                    job.status(),
                    job.paused(),
                    job.tasks(),
                    counted.getOrDefault(job.id(), Map.of()),
                    job.createdAt(),
                    job.startedAt(),
                    job.finishedAt()));
        }
        return rows;
    }
}
