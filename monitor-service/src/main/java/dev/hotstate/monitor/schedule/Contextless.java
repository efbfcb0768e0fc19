package dev.hotstate.monitor.schedule;

import io.smallrye.context.SmallRyeThreadContext;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.AbstractUni;
import io.smallrye.mutiny.operators.uni.UniOperatorProcessor;
import io.smallrye.mutiny.subscription.UniSubscriber;
import org.eclipse.microprofile.context.ThreadContext;

/**
 * What follows on the item of another, without the contexts of a request: a check belongs to none, and each reactive step would
 * look for them, which took about a sixth of the time in Java (ADR 0187).
 */
final class Contextless<T> extends AbstractUni<T> {

    private static final SmallRyeThreadContext NONE = SmallRyeThreadContext.builder()
            .propagated(ThreadContext.NONE)
            .cleared(ThreadContext.NONE)
            .unchanged(ThreadContext.ALL_REMAINING)
            .build();

    private final Uni<? extends T> upstream;

    Contextless(Uni<? extends T> upstream) {
        this.upstream = upstream;
    }

    @Override
    public void subscribe(UniSubscriber<? super T> subscriber) {
        AbstractUni.subscribe(upstream, new UniOperatorProcessor<T, T>(subscriber) {
            @Override
            public void onItem(T item) {
                SmallRyeThreadContext.withThreadContext(NONE, () -> super.onItem(item));
            }

            @Override
            public void onFailure(Throwable failure) {
                SmallRyeThreadContext.withThreadContext(NONE, () -> super.onFailure(failure));
            }
        });
    }
}
