package dev.hotstate.driver.claim;

import dev.hotstate.driver.mirror.ActiveAssignments;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;

/** Says of drivers that Redis has forgotten whether somebody has them. */
@Singleton
class AssignedDrivers implements ActiveAssignments {

    private final AssignmentStore assignments;

    AssignedDrivers(AssignmentStore assignments) {
        this.assignments = assignments;
    }

    @Override
    public Uni<Map<Long, String>> of(Collection<Long> drivers) {
        return assignments.active(drivers);
    }
}
