package dev.hotstate.dag.executor;

import dev.hotstate.dag.worker.Delivery;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Completes at once: a task that only joins or names others. Its payload, if any, is its output. */
@Singleton
final class NoopExecutor implements TaskExecutor {

    private static final int AT_ONCE = 100;

    @Override
    public String queue() {
        return "noop";
    }

    @Override
    public int concurrencyMax() {
        return AT_ONCE;
    }

    @Override
    public Uni<ExecutionOutcome> execute(Delivery task) {
        var output = task.payload() == null ? "" : task.payload();
        return Uni.createFrom().item(new ExecutionOutcome.Completed(output));
    }
}
