package dev.hotstate.kit.redis.worker;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was found by a reading that is repeated all the time, and at once after a change. Readings may overtake each other: one that began
 * before another never takes back what that one found, so whoever has changed something finds it changed.
 */
public final class NewestReading<T extends @Nullable Object> {

    private final Supplier<Uni<T>> reading;
    private final AtomicLong begun = new AtomicLong();
    private volatile Found<T> newest;

    /** @param number in the order in which readings begin */
    private record Found<T extends @Nullable Object>(long number, T what) {}

    /** @param before until the first reading has ended */
    public NewestReading(T before, Supplier<Uni<T>> reading) {
        this.newest = new Found<>(0, before);
        this.reading = reading;
    }

    public T get() {
        return newest.what();
    }

    public Uni<Void> read() {
        return Uni.createFrom().deferred(() -> {
            long number = begun.incrementAndGet();
            return reading.get().invoke(what -> take(new Found<>(number, what))).replaceWithVoid();
        });
    }

    private synchronized void take(Found<T> found) {
        if (found.number() > newest.number()) {
            newest = found;
        }
    }
}
