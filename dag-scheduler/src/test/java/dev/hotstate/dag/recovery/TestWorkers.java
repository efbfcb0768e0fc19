package dev.hotstate.dag.recovery;

import static java.time.Duration.ofSeconds;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.AnswerOutcome;
import dev.hotstate.dag.task.ClaimOutcome;
import dev.hotstate.dag.task.ClaimedTask;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.dag.task.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Workers of the queue that bears the name of the job; they note what runs, and whether its parents had been accepted. */
final class TestWorkers implements AutoCloseable {

    private static final int COUNT = 4;

    private final TaskStore tasks;
    private final DagKeys keys;
    private final String job;
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final Map<String, List<String>> parents = new HashMap<>();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final List<String> tooEarly = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile Duration pause = Duration.ofMillis(1);
    private volatile boolean held;
    private volatile boolean closed;

    TestWorkers(TaskStore tasks, DagKeys keys, String job) {
        this.tasks = tasks;
        this.keys = keys;
        this.job = job;
    }

    void expect(List<String> ids, List<String> parentLists) {
        for (int i = 0; i < ids.size(); i++) {
            var list = parentLists.get(i);
            parents.put(ids.get(i), list.isEmpty() ? List.of() : List.of(list.split(",")));
        }
    }

    /** How long a task takes. */
    TestWorkers pause(Duration time) {
        pause = time;
        return this;
    }

    void start() {
        for (int i = 0; i < COUNT; i++) {
            var worker = "w" + i;
            threads.add(Thread.ofPlatform().daemon().start(() -> work(worker)));
        }
    }

    /** Lets no task begin. */
    void hold() {
        held = true;
    }

    void release() {
        held = false;
    }

    Set<String> accepted() {
        return Set.copyOf(accepted);
    }

    List<String> tooEarly() {
        return tooEarly;
    }

    Collection<Integer> timesRun() {
        return runs.values().stream().map(AtomicInteger::get).toList();
    }

    List<Integer> runOf(Collection<String> names) {
        return names.stream().map(name -> runs.get(name).get()).toList();
    }

    private void work(String worker) {
        while (!closed) {
            if (held || !claimAndRun(worker)) {
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }
        }
    }

    /** Trouble is what these tests make: a worker goes on. */
    private boolean claimAndRun(String worker) {
        try {
            var outcome = tasks.claim(keys.partitionOf(job), NextClaim.unlimited(job, worker, 1))
                    .await()
                    .atMost(ofSeconds(3));
            if (outcome instanceof ClaimOutcome.Some some) {
                some.tasks().forEach(this::run);
                return true;
            }
        } catch (RuntimeException trouble) {
            // Not now.
        }
        return false;
    }

    private void run(ClaimedTask claimed) {
        var id = claimed.ticket().id();
        runs.computeIfAbsent(id.task(), name -> new AtomicInteger()).incrementAndGet();
        if (!accepted.containsAll(parents.getOrDefault(id.task(), List.of()))) {
            tooEarly.add(id.task());
        }
        LockSupport.parkNanos(pause.toNanos());
        complete(id, claimed.attempt());
    }

    private void complete(TaskId id, String attempt) {
        for (int tries = 0; tries < 20 && !closed; tries++) {
            try {
                // Before the answer: a child may be claimed before it is here.
                accepted.add(id.task());
                var outcome = tasks.complete(id, attempt, "", NextClaim.nothing(job, "w"))
                        .await()
                        .atMost(ofSeconds(3));
                if (!(outcome instanceof AnswerOutcome.Accepted || outcome instanceof AnswerOutcome.Duplicate)) {
                    accepted.remove(id.task());
                }
                return;
            } catch (RuntimeException unknown) {
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(thread -> {
            try {
                thread.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
