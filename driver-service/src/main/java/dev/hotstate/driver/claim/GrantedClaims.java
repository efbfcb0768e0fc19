package dev.hotstate.driver.claim;

import dev.hotstate.driver.mirror.LastClaims;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;

/** Says of drivers that Redis has forgotten whether somebody has them, and of others whether nobody does any more. */
@Singleton
class GrantedClaims implements LastClaims {

    private final AssignmentStore assignments;

    GrantedClaims(AssignmentStore assignments) {
        this.assignments = assignments;
    }

    @Override
    public Uni<Map<Long, String>> of(Collection<Long> drivers) {
        return assignments.lastGrips(drivers);
    }
}
