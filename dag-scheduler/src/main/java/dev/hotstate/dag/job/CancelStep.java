package dev.hotstate.dag.job;

import dev.hotstate.dag.job.ControlStore.Stopped;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.dag.task.PermitStore;
import dev.hotstate.dag.task.StepHandler;
import dev.hotstate.dag.task.TaskMetrics;
import dev.hotstate.dag.task.TaskViews;
import dev.hotstate.dag.task.WakeUps;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.stream.Collectors;

/** Ends all tasks of a job that is being stopped, some at a time. Begun again, it finds what is left. */
@Singleton
final class CancelStep implements StepHandler {

    static final String KIND = "cancel";

    private final ControlStore store;
    private final PermitStore permits;
    private final TaskViews views;
    private final WakeUps wakeUps;
    private final TaskMetrics metrics;
    private final DagKeys keys;

    CancelStep(
            ControlStore store,
            PermitStore permits,
            TaskViews views,
            WakeUps wakeUps,
            TaskMetrics metrics,
            DagKeys keys) {
        this.store = store;
        this.permits = permits;
        this.views = views;
        this.wakeUps = wakeUps;
        this.metrics = metrics;
        this.keys = keys;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Uni<Void> run(String job) {
        return store.stopAll(job)
                .onItem()
                .transformToUniAndConcatenate(stopped -> follow(job, stopped))
                .onItem()
                .ignoreAsUni();
    }

    /** Permits go back at once, whoever waits for them may have them; what is lost here lapses with its lease. */
    private Uni<Void> follow(String job, Stopped stopped) {
        stopped.tasks().forEach(task -> views.touch(new TaskId(job, task)));
        if (!stopped.jobEnded().isEmpty()) {
            metrics.jobEnded(stopped.jobEnded());
        }
        var freed = stopped.permits().stream()
                .filter(permit -> !permit.equals(NextClaim.NO_PERMIT))
                .map(PermitStore::queueOf)
                .collect(Collectors.toSet());
        return permits.giveBack(stopped.permits())
                .onFailure()
                .recoverWithNull()
                .invoke(() -> wakeUps.ready(keys.partitionOf(job), freed));
    }
}
