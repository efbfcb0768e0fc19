package dev.hotstate.kit.redis.connection;

import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import io.vertx.core.impl.ContextInternal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A command whose reply goes to one subscriber. */
final class SingleCall extends Call implements UniSubscription {

    private final UniSubscriber<? super Reply> subscriber;
    private final CommandTracer.@Nullable Trace trace;

    private SingleCall(
            Command command,
            CommandTracer tracer,
            CallHandler handler,
            long deadlineNanos,
            UniSubscriber<? super Reply> subscriber) {
        super(command, handler, System.nanoTime(), deadlineNanos, ContextInternal.current());
        this.subscriber = subscriber;
        this.trace = tracer.begin(command);
    }

    static SingleCall begin(
            Command command,
            CommandTracer tracer,
            CallHandler handler,
            long deadlineNanos,
            UniSubscriber<? super Reply> subscriber) {
        SingleCall call = new SingleCall(command, tracer, handler, deadlineNanos, subscriber);
        subscriber.onSubscribe(call);
        return call;
    }

    @Override
    void deliver(@Nullable Reply reply, @Nullable RedisFailure failure) {
        endTrace(failure);
        if (failure == null) {
            subscriber.onItem(Objects.requireNonNull(reply));
        } else {
            subscriber.onFailure(failure);
        }
    }

    @Override
    public void cancel() {
        abandon();
        endTrace(null);
    }

    private void endTrace(@Nullable RedisFailure failure) {
        if (trace != null) {
            Node last = node;
            trace.end(last == null ? null : last.address(), failure);
        }
    }
}
