package dev.hotstate.kit.testing.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * One run of a {@link Scenario}. Every client, and the one that strikes, draws from a generator split from the seed in a
 * fixed order: what it does next never depends on the others.
 */
final class ScenarioRun {

    private final Scenario plan;
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final List<String> strikes = new ArrayList<>();
    private final Map<String, Map<Outcome, LongAdder>> counts = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean abandoned;

    ScenarioRun(Scenario plan) {
        this.plan = plan;
    }

    ScenarioReport play() {
        var began = System.nanoTime();
        var seed = new SplittableRandom(plan.seed());
        var clients = new ArrayList<Thread>();
        var striker = strikerThread(seed.split());
        for (int i = 0; i < plan.clients(); i++) {
            var random = seed.split();
            clients.add(Thread.ofVirtual().name("scenario-client-" + i).start(() -> work(random)));
        }
        striker.start();

        awaitEnd(clients);
        over.countDown();
        join(striker);
        attempt("healing", plan.healing()::heal);
        joinOrReport(clients);
        for (var checker : plan.checkers()) {
            attempt("checker", () -> checker.violations().forEach(this::report));
        }
        return new ScenarioReport(
                plan.name(),
                plan.seed(),
                Duration.ofNanos(System.nanoTime() - began),
                summary(),
                strikes,
                List.copyOf(violations));
    }

    private void work(SplittableRandom random) {
        for (long n = 0; n < plan.operationsPerClientMax() && !isOver(); n++) {
            var choice = choose(random);
            try {
                var outcome = choice.operation().perform(random.split());
                counts.computeIfAbsent(choice.name(), name -> new ConcurrentHashMap<>())
                        .computeIfAbsent(outcome, o -> new LongAdder())
                        .increment();
            } catch (Exception | AssertionError e) {
                if (abandoned) {
                    return;
                }
                report("operation \"" + choice.name() + "\" failed in a way that it does not foresee: " + e);
            }
        }
    }

    private Scenario.Choice choose(RandomGenerator random) {
        int total = plan.operations().stream().mapToInt(Scenario.Choice::weight).sum();
        int drawn = random.nextInt(total);
        for (var choice : plan.operations()) {
            drawn -= choice.weight();
            if (drawn < 0) {
                return choice;
            }
        }
        throw new AssertionError("weights sum up to " + total);
    }

    private Thread strikerThread(SplittableRandom random) {
        return Thread.ofVirtual().name("scenario-strikes").unstarted(() -> {
            while (!plan.strikes().isEmpty() && !endsWithin(pause(random))) {
                var strike = plan.strikes().get(random.nextInt(plan.strikes().size()));
                strikes.add(strike.name());
                var dice = random.split();
                attempt("strike \"" + strike.name() + "\"", () -> strike.value().inflict(dice));
            }
        });
    }

    private long pause(RandomGenerator random) {
        var mean = Math.max(2, plan.pauseBetweenStrikes().toMillis());
        return mean / 2 + random.nextLong(mean);
    }

    private void awaitEnd(List<Thread> clients) {
        var deadline = System.nanoTime() + plan.duration().toNanos();
        try {
            for (var client : clients) {
                client.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void joinOrReport(List<Thread> clients) {
        var deadline = System.nanoTime() + plan.patience().toNanos();
        for (var client : clients) {
            try {
                if (!client.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                    report(client.getName() + " hangs: " + List.of(client.getStackTrace()));
                    abandoned = true;
                    client.interrupt();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt(String what, Scenario.Healing step) {
        try {
            step.heal();
        } catch (Exception | AssertionError e) {
            report(what + " failed: " + e);
        }
    }

    private void report(String violation) {
        if (violations.size() < plan.violationsMax()) {
            violations.add(violation);
        }
    }

    private boolean isOver() {
        return over.getCount() == 0;
    }

    private boolean endsWithin(long millis) {
        try {
            return over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Map<String, Map<Outcome, Long>> summary() {
        var summary = new TreeMap<String, Map<Outcome, Long>>();
        plan.operations().forEach(choice -> summary.put(choice.name(), new EnumMap<>(Outcome.class)));
        counts.forEach((operation, outcomes) ->
                outcomes.forEach((outcome, count) -> summary.get(operation).put(outcome, count.sum())));
        return summary;
    }
}
