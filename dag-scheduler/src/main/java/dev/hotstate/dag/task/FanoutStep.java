package dev.hotstate.dag.task;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Tells the children that a long fan-out left over, chunk by chunk. */
@Singleton
final class FanoutStep implements StepHandler {

    static final String KIND = "fanout";

    private final TaskStore store;
    private final FollowUps followUps;

    FanoutStep(TaskStore store, FollowUps followUps) {
        this.store = store;
        this.followUps = followUps;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Uni<Void> run(String job) {
        return Multi.createBy()
                .repeating()
                .uni(() -> store.continueFanout(job).invoke(this::follow))
                .whilst(told -> !told.isEmpty())
                .onItem()
                .ignoreAsUni();
    }

    /** That there is more is what this step knows already. */
    private void follow(List<Aftermath> told) {
        told.forEach(aftermath -> followUps.of(aftermath.withoutMore()));
    }
}
