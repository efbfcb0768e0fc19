package dev.hotstate.kit.redis.connection;

import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import io.vertx.core.impl.ContextInternal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Commands that travel together: one write per node, one outcome each.
 *
 * <p>A long list goes out in chunks, each after the one before is through, so that it neither floods a connection nor
 * makes other callers wait behind all of it. Redirected members travel on alone.
 */
final class Batch implements UniSubscription {

    /** Commands under way at once. */
    static final int CHUNK = 512;

    private final CallRouting routing;
    private final List<Command> commands;
    private final long startedAt = System.nanoTime();
    private final long deadlineNanos;
    private final UniSubscriber<? super List<Outcome>> subscriber;
    private final @Nullable ContextInternal context = ContextInternal.current();
    private final CommandTracer.@Nullable Trace trace;
    private final Outcome[] outcomes;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile boolean abandoned;
    private int next;

    Batch(
            CallRouting routing,
            List<Command> commands,
            CommandTracer tracer,
            long deadlineNanos,
            UniSubscriber<? super List<Outcome>> subscriber) {
        this.routing = routing;
        this.commands = List.copyOf(commands);
        this.deadlineNanos = deadlineNanos;
        this.subscriber = subscriber;
        this.trace = tracer.beginAll(this.commands);
        this.outcomes = new Outcome[commands.size()];
    }

    /** Sends the next chunk, or delivers the outcomes if there is none. */
    void proceed() {
        if (abandoned) {
            return;
        }
        if (next == commands.size()) {
            deliver();
            return;
        }
        int first = next;
        int end = Math.min(first + CHUNK, commands.size());
        next = end;
        pending.set(end - first);
        Map<Connection, List<Call>> byConnection = new IdentityHashMap<>();
        for (int i = first; i < end; i++) {
            Call member = new Member(this, i);
            Connection connection = routing.route(member);
            if (connection != null) {
                byConnection
                        .computeIfAbsent(connection, any -> new ArrayList<>(end - first))
                        .add(member);
            }
        }
        byConnection.forEach(Connection::sendAll);
    }

    private void deliver() {
        List<Outcome> all = List.of(outcomes);
        endTrace();
        if (context == null) {
            subscriber.onItem(all);
        } else {
            context.emit(all, subscriber::onItem);
        }
    }

    @Override
    public void cancel() {
        abandoned = true;
        endTrace();
    }

    /** A pipeline failed as its first failed command did. */
    private void endTrace() {
        if (trace != null) {
            trace.end(null, firstFailure());
        }
    }

    private @Nullable RedisFailure firstFailure() {
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Failed failed) {
                return failed.failure();
            }
        }
        return null;
    }

    private final class Member extends Call {
        private final int index;

        Member(Batch batch, int index) {
            super(batch.commands.get(index), batch.routing, batch.startedAt, batch.deadlineNanos, null);
            this.index = index;
        }

        @Override
        void deliver(@Nullable Reply reply, @Nullable RedisFailure failure) {
            outcomes[index] = reply != null ? new Outcome.Replied(reply) : new Outcome.Failed(failure);
            if (pending.decrementAndGet() == 0) {
                proceed();
            }
        }
    }
}
