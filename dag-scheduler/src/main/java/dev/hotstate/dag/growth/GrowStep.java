package dev.hotstate.dag.growth;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.StepHandler;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** Writes the parts of an addition that whoever asked for it has not written: {@code grow|<job>.<task>/<request>}. */
@Singleton
final class GrowStep implements StepHandler {

    private final Growth growth;

    GrowStep(Growth growth) {
        this.growth = growth;
    }

    @Override
    public String kind() {
        return "grow";
    }

    @Override
    public Uni<Void> run(String subject) {
        int slash = subject.indexOf('/');
        var adder = TaskId.parse(subject.substring(0, slash)).orElseThrow();
        return growth.goOn(adder, subject.substring(slash + 1));
    }
}
