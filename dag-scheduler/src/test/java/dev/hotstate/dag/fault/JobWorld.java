package dev.hotstate.dag.fault;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.fault.Note.Kind;
import dev.hotstate.dag.task.RandomJobs;
import dev.hotstate.dag.task.RandomJobs.PlannedJob;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Random jobs that are ordered one after the other, workers that run them, and a record of what was acknowledged. Whatever
 * happens meanwhile, in the end each job must have ended as its plan says.
 */
final class JobWorld implements AutoCloseable {

    private static final Set<String> ENDS = Set.of("COMPLETED", "FAILED", "SKIPPED", "CANCELLED");
    private static final int TASKS_MAX = 14;
    /** More are not ordered until some of them have ended. */
    private static final int UNFINISHED_MAX = 40;

    private static final Duration LOOK_PERIOD = ofMillis(200);
    private static final Duration PATIENCE = ofSeconds(90);

    private final Instances service;
    private final Truth truth;
    private final String name;
    private final Random random;
    private final Map<String, PlannedJob> jobs = new ConcurrentHashMap<>();
    private final Queue<Note> notes = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> durableSince = new ConcurrentHashMap<>();
    private final List<String> broken = new CopyOnWriteArrayList<>();
    private final List<PlannedWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile List<String> unfinished = List.of();
    private volatile boolean ordering = true;
    private volatile boolean looking = true;
    private Supplier<List<Note>> notesFromElsewhere = List::of;

    /** @param name of the queue, and the beginning of the ids of all jobs */
    JobWorld(Instances service, Truth.Source postgres, String name, long seed) {
        this.service = service;
        this.truth = new Truth(postgres, name + "-");
        this.name = name;
        this.random = new Random(seed);
    }

    JobWorld work(int count) {
        start("orders", this::order);
        start("look", this::look);
        for (int i = 0; i < count; i++) {
            var worker = new PlannedWorker(service, name, "w" + i, random.nextLong(), notes::add);
            workers.add(worker);
            start("w" + i, worker);
        }
        return this;
    }

    /** Of workers that are other processes. */
    JobWorld alsoReading(Supplier<List<Note>> others) {
        notesFromElsewhere = others;
        return this;
    }

    /** Returns when that many further completions were accepted, with a job that still runs. */
    String awaitProgress(int completions) {
        long wanted = completed() + completions;
        return await().atMost(PATIENCE)
                .pollInterval(ofMillis(20))
                .until(
                        () -> {
                            requireSound();
                            return completed() >= wanted ? unfinished : List.<String>of();
                        },
                        running -> !running.isEmpty())
                .getLast();
    }

    /** Takes no further orders and returns when all jobs have ended. */
    void awaitAllEnded() throws SQLException {
        ordering = false;
        join("orders");
        try {
            await().atMost(PATIENCE)
                    .pollInterval(ofMillis(100))
                    .ignoreExceptions()
                    .until(() -> truth.unfinishedJobs().isEmpty());
        } catch (org.awaitility.core.ConditionTimeoutException late) {
            throw new AssertionError("not ended: " + truth.unfinishedTasks(), late);
        }
    }

    /** How many were drawn; the last one may not have been ordered yet. */
    int jobs() {
        return jobs.size();
    }

    /** Not all of them may have been stored yet, and some may have ended just now. */
    List<String> unfinished() {
        return unfinished;
    }

    List<Note> notes() {
        return allNotes();
    }

    void assertHolds(boolean redisKeepsAll) throws SQLException {
        assertHolds(redisKeepsAll, Set.of());
    }

    /**
     * @param redisKeepsAll whether nothing happened that may cost Redis what it had acknowledged
     * @param stopped jobs that were cancelled
     */
    void assertHolds(boolean redisKeepsAll, Set<String> stopped) throws SQLException {
        close();
        var violations = new ArrayList<>(broken);
        var statuses = truth.statuses();
        var wanted = new HashMap<String, String>();
        jobs.values()
                .forEach(job -> DrawnJobs.ends(job)
                        .forEach((task, end) -> wanted.put(
                                job.id() + "." + task,
                                stopped.contains(job.id()) ? endOfStopped(statuses, job.id() + "." + task) : end)));
        assertThat(Set.copyOf(truth.stoppedJobs())).isEqualTo(stopped);
        violations.addAll(new Ledger(jobs, allNotes(), durableSince, redisKeepsAll).violations());
        if (redisKeepsAll) {
            truth.acceptedTwice().forEach(task -> violations.add("Postgres has two accepted completions of " + task));
        }
        System.out.printf(
                "%s: %d jobs, %d tasks, %d handed out, %d completions accepted, %d duplicates, %d stale%n",
                name,
                jobs.size(),
                wanted.size(),
                count(Kind.TAKEN),
                count(Kind.COMPLETED),
                count(Kind.DUPLICATE),
                count(Kind.STALE));
        assertThat(violations).isEmpty();
        assertThat(differences(wanted, statuses)).isEmpty();
    }

    /** Thousands of tasks are compared: only what differs is worth showing. */
    private static List<String> differences(Map<String, String> wanted, Map<String, String> found) {
        var tasks = new TreeSet<>(wanted.keySet());
        tasks.addAll(found.keySet());
        return tasks.stream()
                .filter(task -> !Objects.equals(wanted.get(task), found.get(task)))
                .map(task -> "%s is %s and should be %s".formatted(task, found.get(task), wanted.get(task)))
                .toList();
    }

    /** What a client did not foresee ends the test at once. */
    private void requireSound() {
        if (!broken.isEmpty()) {
            throw new AssertionError(broken.toString());
        }
    }

    /** Any end will do for a task that was stopped in mid-run. */
    private static String endOfStopped(Map<String, String> statuses, String task) {
        var status = statuses.getOrDefault(task, "absent");
        return ENDS.contains(status) ? status : "any of " + ENDS;
    }

    private long completed() {
        return count(Kind.COMPLETED);
    }

    private long count(Kind kind) {
        return allNotes().stream().filter(note -> note.kind() == kind).count();
    }

    private List<Note> allNotes() {
        var all = new ArrayList<>(notes);
        all.addAll(notesFromElsewhere.get());
        return all;
    }

    // ---- what goes on -----------------------------------------------------------------------------------------------

    private void order() {
        try {
            for (int number = 0; ordering; number++) {
                var job = RandomJobs.draw(name + "-" + number, random, TASKS_MAX);
                // Before it is ordered: its first task may be run before the answer is here.
                jobs.put(job.id(), job);
                var answer = service.post("/jobs", DrawnJobs.order(job, name));
                if (answer.status() != 201 && answer.status() != 200) {
                    throw new AssertionError("order refused: " + answer);
                }
                do {
                    LockSupport.parkNanos(ofMillis(10).toNanos());
                } while (ordering && unfinished.size() > UNFINISHED_MAX);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        while (looking) {
            try {
                var ended = truth.endedTasks();
                long now = System.nanoTime();
                ended.forEach(task -> durableSince.putIfAbsent(task, now));
                unfinished = truth.unfinishedJobs();
            } catch (SQLException failure) {
                if (!Truth.isAway(failure)) {
                    throw new AssertionError(failure);
                }
            }
            LockSupport.parkNanos(LOOK_PERIOD.toNanos());
        }
    }

    private void start(String what, Runnable work) {
        threads.add(Thread.ofPlatform()
                .name(name + "-" + what)
                .daemon()
                .uncaughtExceptionHandler((thread, failure) -> broken.add(thread.getName() + ": " + failure))
                .start(work));
    }

    private void join(String what) {
        threads.stream().filter(thread -> thread.getName().endsWith("-" + what)).forEach(JobWorld::join);
    }

    private static void join(Thread thread) {
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ordering = false;
        looking = false;
        workers.forEach(PlannedWorker::stop);
        threads.forEach(JobWorld::join);
    }
}
