package dev.hotstate.kit.redis.worker;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Calls something again and again until closed. A tick that still runs when the next is due is not overtaken: the next
 * one is skipped. A failing tick is logged when the trouble begins and when it ends, not each time.
 */
public final class Ticker implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Ticker.class);
    private static final int REASONS_MAX = 3;

    private final String name;
    private final Supplier<Uni<?>> tick;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final Runnable cancelTimer;
    private volatile boolean closed;

    private Ticker(Vertx vertx, Duration period, String name, Supplier<Uni<?>> tick) {
        this.name = name;
        this.tick = tick;
        long timer = vertx.setPeriodic(1, period.toMillis(), id -> tickUnlessUnderWay());
        this.cancelTimer = () -> vertx.cancelTimer(timer);
    }

    /**
     * Begins at once, on an event loop: the tick must not block.
     *
     * @param name for the log: what does not work when a tick fails
     */
    public static Ticker every(Vertx vertx, Duration period, String name, Supplier<Uni<?>> tick) {
        return new Ticker(vertx, period, name, tick);
    }

    private void tickUnlessUnderWay() {
        if (closed || !underWay.compareAndSet(false, true)) {
            return;
        }
        Uni.createFrom()
                .deferred(() -> tick.get().replaceWithVoid())
                .onTermination()
                .invoke(() -> underWay.set(false))
                .subscribe()
                .with(done -> succeeded(), this::failed);
    }

    private void succeeded() {
        if (failing.getAndSet(false)) {
            LOG.infof("%s works again", name);
        }
    }

    private void failed(Throwable failure) {
        if (!failing.getAndSet(true)) {
            LOG.warnf("%s fails: %s", name, reason(failure));
        }
    }

    /** Each reason once: where many commands fail, they fail alike. */
    static String reason(Throwable failure) {
        return failure instanceof CompositeException several
                ? several.getCauses().stream()
                        .map(Throwable::getMessage)
                        .distinct()
                        .limit(REASONS_MAX)
                        .collect(Collectors.joining("; "))
                : String.valueOf(failure.getMessage());
    }

    /** No tick begins after this; one that is under way may still end. */
    @Override
    public void close() {
        closed = true;
        cancelTimer.run();
    }
}
