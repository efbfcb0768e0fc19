package dev.hotstate.dag.job;

import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.dag.task.StepHandler;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Gives the keys of an ended job their time to live, the views of some tasks at a time. */
@Singleton
final class ExpireStep implements StepHandler {

    private final ControlStore store;
    private final JobQueues queues;
    private final JobConfig config;

    ExpireStep(ControlStore store, JobQueues queues, JobConfig config) {
        this.store = store;
        this.queues = queues;
        this.config = config;
    }

    @Override
    public String kind() {
        return "expire";
    }

    @Override
    public Uni<Void> run(String job) {
        queues.forget(job);
        return store.names(job)
                .onItem()
                .transformToUniAndConcatenate(
                        some -> store.expire(job, some.names(), config.keptAfterEnd(), some.areLast()))
                .select()
                .first(ended -> ended)
                .onItem()
                .ignoreAsUni();
    }
}
