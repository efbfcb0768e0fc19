package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import dev.hotstate.faults.Balancer.Answer;
import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Those who use one service. They know what was acknowledged to them, and so what must be there in the end. */
abstract class Users {

    /** For what has to come back by itself; a crowded machine takes its time. */
    static final Duration PATIENCE = Duration.ofSeconds(45);

    /** Steady load, not as much as possible. */
    private static final Duration THINKING = Duration.ofMillis(60);

    final World world;
    final String app;
    final Balancer service;
    final Sight sight = new Sight();
    private Duration patience = PATIENCE;
    private final Queue<String> found = new ConcurrentLinkedQueue<>();

    Users(World world, String app) {
        this.world = world;
        this.app = app;
        this.service = new Balancer(world.instancesOf(app));
    }

    /** Once: makes what they use. */
    abstract void begin() throws Exception;

    /** What they do all the time. */
    abstract void work(Scenario scenario);

    /** Who expects to find something need not wait for long. */
    void beImpatient(Duration atMost) {
        patience = atMost;
    }

    final Duration patience() {
        return patience;
    }

    /** Before each fault. */
    void expect(Fault fault) {
        sight.clear();
        found.clear();
    }

    /** Looks at what is there before anybody writes again. */
    void compare(Fault fault) throws Exception {}

    /** Returns when both instances do everything again. */
    abstract void awaitWell() throws Exception;

    /** Compares what is there with what was acknowledged. */
    abstract void check(Fault fault) throws Exception;

    /** What the service had acknowledged and is gone, as its documents say that it may; {@code nothing} if nothing is. */
    abstract String lost();

    final void violation(String sentence) {
        found.add(app + ": " + sentence);
    }

    /** Those that it has not told of yet. */
    final List<String> takeViolations() {
        var taken = List.copyOf(found);
        found.removeAll(taken);
        return taken;
    }

    @FunctionalInterface
    interface Request {
        Answer send() throws IOException;
    }

    /** One request as its sender sees it, after a moment of thinking. */
    final Seen ask(Request request) {
        return ask(request, answer -> false);
    }

    /** The same, of an answer that may say of itself that it is a substitute. */
    final Seen ask(Request request, Predicate<Answer> isSubstitute) {
        think();
        long begun = System.nanoTime();
        var asked = Instant.now();
        try {
            var answer = request.send();
            var kind = answer.isTrouble()
                    ? Sight.Kind.REFUSED
                    : isSubstitute.test(answer) ? Sight.Kind.SUBSTITUTE : Sight.Kind.GOOD;
            sight.note(kind, begun);
            return new Seen(answer, outcome(answer), new Span(asked, Instant.now()));
        } catch (IOException nobody) {
            sight.note(Sight.Kind.NO_ANSWER, begun);
            return new Seen(null, Outcome.UNKNOWN, new Span(asked, Instant.now()));
        }
    }

    /** Of trouble nobody knows whether it came before or after the work was done. */
    private static Outcome outcome(Answer answer) {
        if (answer.isTrouble()) {
            return Outcome.UNKNOWN;
        }
        return answer.isGood() ? Outcome.ACKED : Outcome.REFUSED;
    }

    /** What somebody must know, or have made, before it goes on; whoever asks twice is told that it is there already. */
    final Answer insist(Request request) {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(request::send, answer -> answer.isGood() || answer.status() == 409);
    }

    /** An answer, if there was one, what it proves, and when it was asked for and came. */
    record Seen(Answer answer, Outcome outcome, Span span) {

        boolean isAcked() {
            return outcome == Outcome.ACKED;
        }

        /** Not even a refusal came: whatever was asked for may still be under way. */
        boolean isUnanswered() {
            return answer == null;
        }
    }

    private static void think() {
        try {
            Thread.sleep(THINKING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
