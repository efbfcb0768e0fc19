package dev.hotstate.dag.insight;

import dev.hotstate.dag.insight.RunningTasks.RunningTask;
import dev.hotstate.dag.insight.WorkerView.HeldTask;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.task.TaskSpec;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How queues and workers are doing, put together from all partitions. */
@Singleton
class QueueInsight {

    static final Paging QUEUES = new Paging("queues", 100, 1_000);
    static final Paging WORKERS = new Paging("workers", 100, 1_000);

    private static final int WORKERS_MAX = 1000;
    private static final int HELD_MAX = 100;

    private final InsightStore store;
    private final QueueNames names;
    private final RunningTasks running;
    private final RedisRouter redis;
    private final DagKeys keys;
    private final Partitions partitions;
    private final Clock clock;

    QueueInsight(
            InsightStore store,
            QueueNames names,
            RunningTasks running,
            RedisRouter redis,
            DagKeys keys,
            Partitions partitions,
            Clock clock) {
        this.store = store;
        this.names = names;
        this.running = running;
        this.redis = redis;
        this.keys = keys;
        this.partitions = partitions;
        this.clock = clock;
    }

    /**
     * How much waits in a queue.
     *
     * @param incomplete whether a part of Redis could not be asked
     */
    record Depth(long ready, @Nullable Long oldestReadyMs, boolean incomplete) {

        Depth(long ready, @Nullable Long oldestReadyMs) {
            this(ready, oldestReadyMs, false);
        }
    }

    Uni<List<QueueView>> queues() {
        return store.queues().flatMap(configured -> names.all(configured).flatMap(all -> views(configured, all)));
    }

    /**
     * By name; Redis is asked about those of the page only.
     *
     * @param text part of their names
     */
    Uni<Page<QueueView>> queues(PageRequest request, @Nullable String text) {
        return store.queues()
                .flatMap(configured -> names.all(configured)
                        .map(all -> QUEUES.page(
                                request, named(all, Function.identity(), request, text), name -> Position.of(name)))
                        .flatMap(page ->
                                views(configured, page.items()).map(views -> new Page<>(views, page.nextCursor()))));
    }

    /** Of what is sorted by name as much as a page takes. */
    private static <T> List<T> named(
            Collection<T> all, Function<T, String> name, PageRequest request, @Nullable String text) {
        var after = request.after().map(position -> position.text(0)).orElse("");
        var part = text == null ? "" : text.toLowerCase(Locale.ROOT);
        return all.stream()
                .filter(one -> name.apply(one).compareTo(after) > 0)
                .filter(one -> name.apply(one).toLowerCase(Locale.ROOT).contains(part))
                .limit(request.fetch())
                .toList();
    }

    private Uni<List<QueueView>> views(List<QueueSettings> configured, Collection<String> queues) {
        return running.all()
                .flatMap(tasks -> alive(queues)
                        .flatMap(workers -> depths(queues)
                                .map(depths -> queues.stream()
                                        .map(name -> view(name, configured, tasks, workers, depths))
                                        .toList())));
    }

    private static QueueView view(
            String name,
            List<QueueSettings> configured,
            List<RunningTask> tasks,
            Map<String, Map<String, Instant>> workers,
            Map<String, Depth> depths) {
        var settings = configured.stream()
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElseGet(() -> QueueSettings.usual(name));
        var depth = depths.getOrDefault(name, new Depth(0, null));
        return new QueueView(
                name,
                settings.paused(),
                settings.concurrencyMax(),
                depth.incomplete(),
                depth.ready(),
                depth.oldestReadyMs(),
                tasks.stream().filter(task -> task.queue().equals(name)).count(),
                workers.getOrDefault(name, Map.of()).size());
    }

    /**
     * By name.
     *
     * @param queue whose tasks they run or ask for
     * @param text part of their names
     */
    Uni<Page<WorkerView>> workers(PageRequest request, @Nullable String queue, @Nullable String text) {
        return allWorkers()
                .map(all -> all.stream()
                        .filter(worker -> queue == null || worker.queues().contains(queue))
                        .toList())
                .map(those -> WORKERS.page(
                        request, named(those, WorkerView::name, request, text), worker -> Position.of(worker.name())));
    }

    private Uni<List<WorkerView>> allWorkers() {
        return store.queues()
                .flatMap(names::all)
                .flatMap(queues -> alive(queues).flatMap(alive -> running.all().map(tasks -> workers(alive, tasks))));
    }

    private static List<WorkerView> workers(Map<String, Map<String, Instant>> alive, List<RunningTask> tasks) {
        var queuesOf = new TreeMap<String, TreeSet<String>>();
        var until = new HashMap<String, Instant>();
        alive.forEach((queue, workers) -> workers.forEach((worker, end) -> {
            queuesOf.computeIfAbsent(worker, name -> new TreeSet<>()).add(queue);
            until.merge(worker, end, (one, other) -> one.isAfter(other) ? one : other);
        }));
        tasks.forEach(task ->
                queuesOf.computeIfAbsent(task.worker(), name -> new TreeSet<>()).add(task.queue()));
        var held = tasks.stream().collect(Collectors.groupingBy(RunningTask::worker));
        return queuesOf.entrySet().stream()
                .map(worker -> new WorkerView(
                        worker.getKey(),
                        List.copyOf(worker.getValue()),
                        until.get(worker.getKey()),
                        held.getOrDefault(worker.getKey(), List.of()).stream()
                                .limit(HELD_MAX)
                                .map(task -> new HeldTask(task.id(), task.attempt(), task.startedAt()))
                                .toList()))
                .toList();
    }

    /** For each queue that could be asked its live workers, at most a thousand, and until when they count as alive. */
    Uni<Map<String, Map<String, Instant>>> alive(Collection<String> queues) {
        var asked = List.copyOf(queues);
        long now = clock.millis();
        var commands = asked.stream()
                .map(queue -> Command.of("ZRANGEBYSCORE")
                        .key(keys.workers(queue))
                        .arg(now)
                        .arg("+inf")
                        .arg("WITHSCORES")
                        .arg("LIMIT")
                        .arg(0)
                        .arg(WORKERS_MAX))
                .toList();
        return redis.sendAll(commands).map(outcomes -> byQueue(asked, outcomes, QueueInsight::lives));
    }

    private static Map<String, Instant> lives(Outcome outcome) {
        var flat = outcome.orThrow().list();
        var lives = new TreeMap<String, Instant>();
        for (int at = 0; at + 1 < flat.size(); at += 2) {
            lives.put(flat.get(at).text(), Instant.ofEpochMilli((long)
                    Double.parseDouble(flat.get(at + 1).text())));
        }
        return lives;
    }

    private static <T> Map<String, T> byQueue(
            List<String> queues, List<Outcome> outcomes, Function<Outcome, T> decode) {
        var found = new TreeMap<String, T>();
        for (int at = 0; at < queues.size(); at++) {
            if (outcomes.get(at) instanceof Outcome.Replied replied) {
                found.put(queues.get(at), decode.apply(replied));
            }
        }
        return found;
    }

    /** First how many, then only where there are any, since when: the first of each priority. */
    Uni<Map<String, Depth>> depths(Collection<String> queues) {
        var places = queues.stream()
                .flatMap(queue -> partitions.all().stream().map(partition -> new Place(queue, partition)))
                .toList();
        return redis.sendAll(places.stream()
                        .map(place -> Command.of("ZCARD").key(keys.ready(place.partition(), place.queue())))
                        .toList())
                .flatMap(counts -> {
                    Replies.of(counts);
                    var silent = new HashSet<String>();
                    var filled = new ArrayList<Place>();
                    var ready = new HashMap<String, Long>();
                    for (int at = 0; at < places.size(); at++) {
                        var queue = places.get(at).queue();
                        long count = counts.get(at) instanceof Outcome.Replied replied
                                ? replied.reply().integer()
                                : 0;
                        if (counts.get(at) instanceof Outcome.Failed) {
                            silent.add(queue);
                        }
                        ready.merge(queue, count, Long::sum);
                        if (count > 0) {
                            filled.add(places.get(at));
                        }
                    }
                    return oldest(filled).map(oldest -> depths(ready, oldest, silent));
                });
    }

    private record Place(String queue, Partition partition) {}

    private Map<String, Depth> depths(Map<String, Long> ready, Map<String, Long> oldest, Set<String> silent) {
        var depths = new TreeMap<String, Depth>();
        long now = clock.millis();
        ready.forEach((queue, count) -> depths.put(
                queue,
                new Depth(
                        count,
                        Optional.ofNullable(oldest.get(queue))
                                .map(since -> Math.max(0, now - since))
                                .orElse(null),
                        silent.contains(queue))));
        return depths;
    }

    private Uni<Map<String, Long>> oldest(List<Place> filled) {
        var commands = new ArrayList<Command>();
        for (var place : filled) {
            for (int priority = 0; priority <= TaskSpec.PRIORITY_MAX; priority++) {
                commands.add(Command.of("ZRANGEBYSCORE")
                        .key(keys.ready(place.partition(), place.queue()))
                        .arg(ReadyScore.first(priority))
                        .arg("(" + ReadyScore.first(priority - 1))
                        .arg("WITHSCORES")
                        .arg("LIMIT")
                        .arg(0)
                        .arg(1));
            }
        }
        return redis.sendAll(commands).map(outcomes -> oldest(filled, outcomes));
    }

    private static Map<String, Long> oldest(List<Place> filled, List<Outcome> outcomes) {
        var oldest = new HashMap<String, Long>();
        for (int at = 0; at < outcomes.size(); at++) {
            var queue = filled.get(at / (TaskSpec.PRIORITY_MAX + 1)).queue();
            since(outcomes.get(at)).ifPresent(since -> oldest.merge(queue, since, Math::min));
        }
        return oldest;
    }

    private static OptionalLong since(Outcome outcome) {
        var found = outcome instanceof Outcome.Replied replied ? replied.reply().list() : List.<Reply>of();
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        ReadyScore.readyMs(Double.parseDouble(found.get(1).text())));
    }
}
