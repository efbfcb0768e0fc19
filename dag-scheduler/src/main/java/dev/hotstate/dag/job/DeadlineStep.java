package dev.hotstate.dag.job;

import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.task.StepHandler;
import dev.hotstate.dag.task.Steps;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Stops a job whose deadline has passed. */
@Singleton
final class DeadlineStep implements StepHandler {

    private final ControlStore store;
    private final Steps steps;

    DeadlineStep(ControlStore store, Steps steps) {
        this.store = store;
        this.steps = steps;
    }

    @Override
    public String kind() {
        return "deadline";
    }

    @Override
    public Uni<Void> run(String job) {
        return store.cancelIfCompared(job, new Stopping("FAILED", "its deadline passed"))
                .invoke(reply -> {
                    if (reply.is(JobWords.Cancel.REBUILDING)) {
                        throw new PartitionRebuilding();
                    }
                    steps.begin(CancelStep.KIND, job);
                })
                .replaceWithVoid();
    }
}
