package dev.hotstate.kit.redis.worker;

import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Calls something again and again until closed. A tick that still runs when the next is due is not overtaken: the next
 * one is skipped. A failing tick is logged when the trouble begins and when it ends, not each time.
 */
public final class Ticker implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Ticker.class);
    private static final int REASONS_MAX = 3;

    private final String name;
    private final Supplier<Uni<?>> tick;

    /** The end of the tick that is under way. */
    private final AtomicReference<@Nullable CompletableFuture<Void>> underWay = new AtomicReference<>();

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
        var end = new CompletableFuture<Void>();
        if (closed || !underWay.compareAndSet(null, end)) {
            return;
        }
        // Whoever closes it meanwhile sees this tick, or is seen here.
        if (closed) {
            ended(end);
            return;
        }
        Uni.createFrom()
                .deferred(() -> tick.get().replaceWithVoid())
                .onTermination()
                .invoke(() -> ended(end))
                .subscribe()
                .with(done -> succeeded(), this::failed);
    }

    private void ended(CompletableFuture<Void> end) {
        underWay.set(null);
        end.complete(null);
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

    /** Closes it, and has an item once no tick is under way any more, however that one ended. */
    public Uni<Void> closeAndAwait() {
        close();
        var end = underWay.get();
        return end == null ? Uni.createFrom().voidItem() : Uni.createFrom().completionStage(end);
    }
}
