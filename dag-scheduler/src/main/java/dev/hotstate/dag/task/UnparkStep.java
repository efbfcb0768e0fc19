package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Lets the parked tasks of a resumed job back into their queues. */
@Singleton
final class UnparkStep implements StepHandler {

    private final TaskStore store;
    private final JobQueues queues;
    private final DagKeys keys;
    private final WakeUps wakeUps;

    UnparkStep(TaskStore store, JobQueues queues, DagKeys keys, WakeUps wakeUps) {
        this.store = store;
        this.queues = queues;
        this.keys = keys;
        this.wakeUps = wakeUps;
    }

    @Override
    public String kind() {
        return "unpark";
    }

    @Override
    public Uni<Void> run(String job) {
        return Multi.createBy()
                .repeating()
                .uni(() -> store.unpark(job))
                .whilst(more -> more)
                .onItem()
                .ignoreAsUni()
                .chain(() -> queues.of(job))
                .invoke(names -> wakeUps.ready(keys.partitionOf(job), List.of(names.split(","))))
                .replaceWithVoid();
    }
}
