package dev.hotstate.kit.testing.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The plan of a scenario. Built once, run once:
 *
 * <pre>{@code
 * var counters = CounterChecker.reading(store::value);
 * Scenario.named("counters live through slot moves")
 *         .lasting(Duration.ofSeconds(10))
 *         .clients(8)
 *         .operation("increment", 9, random -> counters.increment(key(random), key -> store.increment(key), FAILURES))
 *         .strike("move a slot", random -> cluster.moveSlot(...))
 *         .checker(counters)
 *         .run();
 * }</pre>
 */
public final class Scenario {

    private static final String SEED_PROPERTY = "hotstate.seed";
    private static final int VIOLATIONS_MAX = 50;

    private final String name;
    private final List<Choice> operations = new ArrayList<>();
    private final List<Named<Strike>> strikes = new ArrayList<>();
    private final List<Checker> checkers = new ArrayList<>();
    private long seed = Optional.ofNullable(Long.getLong(SEED_PROPERTY))
            .orElseGet(() -> new SplittableRandom().nextLong(1, 1_000_000_000));
    private int clients = 4;
    private long operationsPerClientMax = Long.MAX_VALUE;
    private Duration duration = Duration.ofSeconds(5);
    private Duration pauseBetweenStrikes = Duration.ofMillis(500);
    private Duration patience = Duration.ofSeconds(10);
    private Healing healing = () -> {};

    private Scenario(String name) {
        this.name = name;
    }

    /** Brings everything back that strikes took away; it returns when the system can be read again. */
    @FunctionalInterface
    public interface Healing {
        void heal() throws Exception;
    }

    record Named<T>(String name, T value) {}

    record Choice(String name, int weight, Operation operation) {}

    public static Scenario named(String name) {
        return new Scenario(name);
    }

    /** A fixed seed; without it {@code -Dhotstate.seed}, else a fresh one, which is printed. */
    public Scenario seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** How long the clients work; faults that take longer are waited for. */
    public Scenario lasting(Duration duration) {
        this.duration = duration;
        return this;
    }

    /** How many clients work at the same time, each in a closed loop. */
    public Scenario clients(int clients) {
        this.clients = clients;
        return this;
    }

    /** Ends each client after that many operations, if time did not end it before. */
    public Scenario operationsPerClientMax(long count) {
        this.operationsPerClientMax = count;
        return this;
    }

    /** How long an operation, or healing, may go on after the end before it counts as hanging. */
    public Scenario patience(Duration patience) {
        this.patience = patience;
        return this;
    }

    /** Adds an operation; the weights say how often each one is chosen. */
    public Scenario operation(String name, int weight, Operation operation) {
        if (weight < 1) {
            throw new IllegalArgumentException("a weight is at least 1: " + name);
        }
        operations.add(new Choice(name, weight, operation));
        return this;
    }

    public Scenario strike(String name, Strike strike) {
        strikes.add(new Named<>(name, strike));
        return this;
    }

    /** The mean pause before each strike; the seed varies it between half and one and a half of it. */
    public Scenario pauseBetweenStrikes(Duration pause) {
        this.pauseBetweenStrikes = pause;
        return this;
    }

    public Scenario healing(Healing healing) {
        this.healing = healing;
        return this;
    }

    public Scenario checker(Checker checker) {
        checkers.add(checker);
        return this;
    }

    /** Runs it and fails, with the seed, on the first violation found by the runner or a checker. */
    public ScenarioReport run() {
        var report = explore();
        if (!report.violations().isEmpty()) {
            throw new AssertionError(report.toString());
        }
        return report;
    }

    /** Runs it and returns what happened, violations included. */
    public ScenarioReport explore() {
        if (operations.isEmpty()) {
            throw new IllegalStateException("a scenario without operations tests nothing: " + name);
        }
        System.out.printf("scenario \"%s\": seed %d (repeat with -D%s=%d)%n", name, seed, SEED_PROPERTY, seed);
        var report = new ScenarioRun(this).play();
        System.out.println(report);
        return report;
    }

    String name() {
        return name;
    }

    long seed() {
        return seed;
    }

    int clients() {
        return clients;
    }

    long operationsPerClientMax() {
        return operationsPerClientMax;
    }

    Duration duration() {
        return duration;
    }

    Duration patience() {
        return patience;
    }

    Duration pauseBetweenStrikes() {
        return pauseBetweenStrikes;
    }

    List<Choice> operations() {
        return operations;
    }

    List<Named<Strike>> strikes() {
        return strikes;
    }

    List<Checker> checkers() {
        return checkers;
    }

    Healing healing() {
        return healing;
    }

    int violationsMax() {
        return VIOLATIONS_MAX;
    }
}
