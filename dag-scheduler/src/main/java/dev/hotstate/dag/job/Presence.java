package dev.hotstate.dag.job;

import dev.hotstate.dag.platform.DagFailure.JobEnded;
import dev.hotstate.dag.platform.DagFailure.JobNotFound;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.platform.DagFailure.TaskNotFound;
import dev.hotstate.dag.platform.TaskId;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Says why Redis does not have a job or a task: it ended long ago, or is being rebuilt, or never was. */
@Singleton
public class Presence {

    private final JobStore store;

    Presence(JobStore store) {
        this.store = store;
    }

    /** Fails in any case: of what is on its way, with PartitionRebuilding. */
    public <T> Uni<T> explain(TaskId task) {
        return this.<T>explain(task.job())
                .onFailure(PartitionRebuilding.class)
                .recoverWithUni(rebuilding -> store.hasTask(task)
                        .chain(found ->
                                Uni.createFrom().failure(found ? rebuilding : new TaskNotFound(task.toString()))));
    }

    /** Fails in any case. */
    public <T> Uni<T> explain(String job) {
        return store.ended(job).chain(found -> {
            if (found.isEmpty()) {
                return Uni.createFrom().failure(new JobNotFound(job));
            }
            return Uni.createFrom()
                    .failure(found.get().isEmpty() ? new PartitionRebuilding() : new JobEnded(job, found.get()));
        });
    }
}
