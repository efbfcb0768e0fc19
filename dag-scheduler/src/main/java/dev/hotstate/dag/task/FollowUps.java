package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import jakarta.inject.Singleton;

/** Sees to what a transition left to be done, on the instance that made it. Nothing here is lost if this process ends. */
@Singleton
public class FollowUps {

    private final DagKeys keys;
    private final TaskViews views;
    private final WakeUps wakeUps;
    private final Steps steps;
    private final DuePlan plan;
    private final TaskMetrics metrics;

    FollowUps(DagKeys keys, TaskViews views, WakeUps wakeUps, Steps steps, DuePlan plan, TaskMetrics metrics) {
        this.keys = keys;
        this.views = views;
        this.wakeUps = wakeUps;
        this.steps = steps;
        this.plan = plan;
        this.metrics = metrics;
    }

    public void of(Aftermath aftermath) {
        var job = aftermath.job();
        aftermath.reached().forEach(task -> views.touch(new TaskId(job, task)));
        plan.expect(keys.partitionOf(job));
        wakeUps.ready(keys.partitionOf(job), aftermath.queues());
        if (aftermath.jobEnded()) {
            metrics.jobEnded(aftermath.ended());
        }
        if (aftermath.more()) {
            steps.begin(FanoutStep.KIND, job);
        }
        aftermath.checks().forEach(task -> steps.begin(CheckStep.KIND, new TaskId(job, task).toString()));
    }
}
