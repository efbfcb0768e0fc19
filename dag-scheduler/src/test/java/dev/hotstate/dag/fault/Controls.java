package dev.hotstate.dag.fault;

import static java.time.Duration.ofMillis;

import dev.hotstate.dag.fault.Note.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** People who hold jobs, let them go on and stop them, at any moment and not knowing of each other. */
final class Controls implements AutoCloseable {

    private static final int HOLDERS = 3;
    private static final int STOPPERS = 2;

    private final Instances service;
    private final Supplier<List<String>> jobs;
    private final Predicate<String> isHeldForGood;
    private final Queue<Hold> holds = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> stoppedAt = new ConcurrentHashMap<>();
    private final List<String> broken = new CopyOnWriteArrayList<>();
    private final AtomicInteger done = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /** From the answer that a job is held until it was asked to go on, nothing of it may be handed out. */
    private record Hold(String job, long from, long to) {

        boolean forbids(Note taken) {
            return from < taken.from() && taken.to() < to && job.equals(jobOf(taken));
        }
    }

    /** @param jobs that run at the moment, or did not long ago */
    Controls(Instances service, Supplier<List<String>> jobs, Random seeds) {
        this(service, jobs, job -> true, seeds);
    }

    /** @param isHeldForGood whether one that is held, as was answered, must be so until it is let go on: asked once, and may wait */
    Controls(Instances service, Supplier<List<String>> jobs, Predicate<String> isHeldForGood, Random seeds) {
        this.service = service;
        this.jobs = jobs;
        this.isHeldForGood = isHeldForGood;
        for (int i = 0; i < HOLDERS; i++) {
            int share = i;
            var random = new Random(seeds.nextLong());
            start(() -> hold(share, random));
        }
        for (int i = 0; i < STOPPERS; i++) {
            var random = new Random(seeds.nextLong());
            start(() -> stop(random));
        }
    }

    /** How often something was accepted. */
    int done() {
        return done.get();
    }

    Set<String> stopped() {
        return stoppedAt.keySet();
    }

    List<String> violations(Collection<Note> notes) {
        var violations = new ArrayList<>(broken);
        notes.stream().filter(note -> note.kind() == Kind.TAKEN).forEach(taken -> {
            if (stoppedAt.getOrDefault(jobOf(taken), Long.MAX_VALUE) < taken.from()) {
                violations.add("handed out after its job was stopped: " + taken);
            }
            if (holds.stream().anyMatch(hold -> hold.forbids(taken))) {
                violations.add("handed out while its job was held: " + taken);
            }
        });
        return violations;
    }

    private static String jobOf(Note note) {
        return note.task().substring(0, note.task().indexOf('.'));
    }

    /** Each holder has jobs of its own, so that it knows which of them are held. */
    private void hold(int share, Random random) {
        var heldSince = new HashMap<String, Long>();
        while (!closed) {
            pick(random)
                    .filter(job -> Math.floorMod(job.hashCode(), HOLDERS) == share)
                    .ifPresent(job -> {
                        if (heldSince.containsKey(job)) {
                            letGo(job, heldSince.remove(job));
                        } else if (ask(job, "pause") && isHeldForGood.test(job)) {
                            heldSince.put(job, System.nanoTime());
                        }
                    });
        }
        heldSince.forEach(this::letGo);
    }

    private void letGo(String job, long since) {
        holds.add(new Hold(job, since, System.nanoTime()));
        ask(job, "resume");
    }

    private void stop(Random random) {
        while (!closed) {
            pick(random).filter(job -> random.nextInt(8) == 0).ifPresent(job -> {
                if (ask(job, "cancel")) {
                    stoppedAt.putIfAbsent(job, System.nanoTime());
                }
            });
        }
    }

    private Optional<String> pick(Random random) {
        LockSupport.parkNanos(ofMillis(random.nextInt(20)).toNanos());
        var known = jobs.get();
        return known.isEmpty() ? Optional.empty() : Optional.of(known.get(random.nextInt(known.size())));
    }

    /** False if the job had ended, or is not in Redis yet. */
    private boolean ask(String job, String what) {
        try {
            var answer = service.post("/jobs/" + job + "/" + what, "");
            boolean isOnItsWay = what.equals("pause") && answer.status() == 503;
            if (answer.status() == 409 || isOnItsWay) {
                return false;
            }
            if (answer.status() / 100 != 2) {
                throw new AssertionError("unforeseen: " + answer);
            }
            done.incrementAndGet();
            return true;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void start(Runnable work) {
        threads.add(Thread.ofPlatform()
                .name("controls-" + threads.size())
                .daemon()
                .uncaughtExceptionHandler((thread, failure) -> broken.add(thread.getName() + ": " + failure))
                .start(work));
    }

    /** Lets all go on that are held. */
    @Override
    public void close() {
        closed = true;
        for (var thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
