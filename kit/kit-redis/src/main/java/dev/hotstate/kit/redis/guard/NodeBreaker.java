package dev.hotstate.kit.redis.guard;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.logging.Logger;

/**
 * The circuit breaker of one node address.
 *
 * <p>SmallRye Fault Tolerance keeps the state: closed, open after five failures in a row, half-open after 30 s and some
 * jitter, closed again by one success. Commands do not run inside its guard, that would double their cost (ADR 0004).
 * They look at a copy of the state, and report here how they went; a report that cannot change the state (a success
 * after a success) ends at one volatile read.
 */
final class NodeBreaker implements NodeGuard {

    private static final Logger LOG = Logger.getLogger(NodeBreaker.class);

    private static final int FAILURES = 5;
    /** A trial without an outcome by then has none: its caller left, or it was never sent. Another may try. */
    private static final long TRIAL_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Supplier<Boolean> SUCCESS = () -> true;
    private static final Supplier<Boolean> FAILURE = () -> {
        throw Trouble.INSTANCE;
    };

    /** What the guard is fed with to count a failure. */
    private static final class Trouble extends RuntimeException {
        static final Trouble INSTANCE = new Trouble();

        private Trouble() {
            super("Redis trouble", null, false, false);
        }
    }

    /** What the last failure was. It says what goes on while the breaker is open, and what proves that the node is well. */
    private enum Kind {
        SILENCE,
        /** Reads may pass. It answers, so a PING proves nothing; but it is worth a trial, by a write. */
        REFUSED_WRITES,
        /** The same, and any command is a trial. */
        NOT_READY
    }

    /** State and its beginning change together. */
    private record Phase(State state, Instant since) {}

    private final NodeAddress node;
    private final BreakerTiming timing;
    private final Clock clock;
    private final Consumer<State> onChange;
    private final AtomicReference<Phase> phase;
    private final AtomicLong nextTrialAt = new AtomicLong();
    private volatile TypedGuard<Boolean> breaker;
    private volatile Runnable onClose = () -> {};
    private volatile boolean spotless = true;

    private volatile Kind trouble = Kind.SILENCE;

    NodeBreaker(NodeAddress node, BreakerTiming timing, Clock clock, Consumer<State> onChange) {
        this.node = node;
        this.timing = timing;
        this.clock = clock;
        this.onChange = onChange;
        this.phase = new AtomicReference<>(new Phase(State.CLOSED, clock.instant()));
        this.breaker = newBreaker();
    }

    @Override
    public boolean admits(Command command) {
        return switch (state()) {
            case CLOSED -> true;
            case OPEN -> passesAlways(command);
            case HALF_OPEN -> passesAlways(command) || takesTrial();
        };
    }

    private boolean passesAlways(Command command) {
        return trouble == Kind.REFUSED_WRITES && command.isRead();
    }

    private boolean takesTrial() {
        long now = System.nanoTime();
        long due = nextTrialAt.get();
        return now - due >= 0 && nextTrialAt.compareAndSet(due, now + TRIAL_NANOS);
    }

    @Override
    public void succeeded(Command command) {
        if (!spotless && state() != State.OPEN && provesHealth(command)) {
            if (trouble != Kind.SILENCE && state() == State.HALF_OPEN) {
                startOver();
            } else {
                report(SUCCESS);
            }
            spotless = state() == State.CLOSED;
        }
    }

    /** While only writes fail, a read that succeeds says nothing. */
    private boolean provesHealth(Command command) {
        return trouble != Kind.REFUSED_WRITES || !command.isRead();
    }

    @Override
    public void failed() {
        failed(Kind.SILENCE);
    }

    @Override
    public void refusedWrite() {
        failed(Kind.REFUSED_WRITES);
    }

    @Override
    public void notReady() {
        failed(Kind.NOT_READY);
    }

    private void failed(Kind kind) {
        trouble = kind;
        spotless = false;
        report(FAILURE);
    }

    /**
     * A silent node answers again: there is nothing left to try out. One that was not ready, or refused writes, has answered all
     * the time: it gets one command at a time until one of them is served.
     */
    @Override
    public void answered() {
        if (state() == State.CLOSED) {
            return;
        }
        switch (trouble) {
            case SILENCE -> startOver();
            case NOT_READY, REFUSED_WRITES -> {
                if (state() == State.OPEN) {
                    enter(State.HALF_OPEN);
                }
            }
        }
    }

    private void startOver() {
        breaker = newBreaker();
        enter(State.CLOSED);
    }

    @Override
    public State state() {
        return phase.get().state();
    }

    @Override
    public Instant since() {
        return phase.get().since();
    }

    void onClose(Runnable onClose) {
        this.onClose = onClose;
    }

    @Override
    public void close() {
        onClose.run();
    }

    private void report(Supplier<Boolean> outcome) {
        try {
            breaker.get(outcome);
        } catch (Trouble | CircuitBreakerOpenException counted) {
            // The breaker has seen it, or is open already.
        }
    }

    private TypedGuard<Boolean> newBreaker() {
        AtomicReference<TypedGuard<Boolean>> self = new AtomicReference<>();
        long jitter = ThreadLocalRandom.current().nextLong(timing.jitter().toMillis() + 1);
        TypedGuard<Boolean> fresh = TypedGuard.create(Boolean.class)
                .withDescription("redis " + node)
                .withCircuitBreaker()
                .requestVolumeThreshold(FAILURES)
                .failureRatio(1.0)
                .successThreshold(1)
                .delay(timing.halfOpenAfter().toMillis() + jitter, ChronoUnit.MILLIS)
                .onStateChange(state -> {
                    if (self.get() == breaker) {
                        enter(translate(state));
                    }
                })
                .done()
                .build();
        self.set(fresh);
        return fresh;
    }

    /** Half-open may come twice: because the node answers, and in due time. */
    private void enter(State state) {
        if (state() == state) {
            return;
        }
        nextTrialAt.set(System.nanoTime());
        State before = phase.getAndSet(new Phase(state, clock.instant())).state();
        onChange.accept(state);
        if (state == State.OPEN && before == State.CLOSED) {
            LOG.warnf(
                    "Redis node %s %s: its breaker opened",
                    node, trouble == Kind.REFUSED_WRITES ? "refuses writes" : "is in trouble");
        } else if (state == State.CLOSED) {
            LOG.infof("Redis node %s is well again: its breaker closed", node);
        }
    }

    private static State translate(CircuitBreakerState state) {
        return switch (state) {
            case CLOSED -> State.CLOSED;
            case OPEN -> State.OPEN;
            case HALF_OPEN -> State.HALF_OPEN;
        };
    }
}
