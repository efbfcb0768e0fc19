package dev.hotstate.dag.task;

import io.smallrye.mutiny.Uni;

/** Does one kind of what stands in {@code todo}: {@code <kind>|<subject>}. The step that ends the work takes it out of there. */
public interface StepHandler {

    String kind();

    /** Must be harmless when it runs twice, late, or on two instances at once. */
    Uni<Void> run(String subject);
}
