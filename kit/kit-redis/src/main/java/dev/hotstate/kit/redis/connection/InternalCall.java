package dev.hotstate.kit.redis.connection;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A command that the router sends for itself; its outcome is told wherever it is learnt. */
final class InternalCall extends Call {

    private final BiConsumer<@Nullable Reply, @Nullable RedisFailure> outcome;

    InternalCall(Command command, long deadlineNanos, BiConsumer<@Nullable Reply, @Nullable RedisFailure> outcome) {
        super(command, CallHandler.DIRECT, System.nanoTime(), deadlineNanos, null);
        this.outcome = outcome;
    }

    /** Holds the place of a reply that nobody waits for. */
    static InternalCall ignored(Command command, long deadlineNanos) {
        return new InternalCall(command, deadlineNanos, (reply, failure) -> {});
    }

    @Override
    void deliver(@Nullable Reply reply, @Nullable RedisFailure failure) {
        outcome.accept(reply, failure);
    }
}
