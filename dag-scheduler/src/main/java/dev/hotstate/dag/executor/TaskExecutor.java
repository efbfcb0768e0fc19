package dev.hotstate.dag.executor;

import dev.hotstate.dag.worker.Delivery;
import io.smallrye.mutiny.Uni;

/** Runs the tasks of one queue. */
interface TaskExecutor {

    String queue();

    /** How many at once on this instance. */
    int concurrencyMax();

    /** Must not block. A failure of the Uni is one that another try may mend. Cancelled when the task is taken away. */
    Uni<ExecutionOutcome> execute(Delivery task);
}
