package dev.hotstate.driver.claim;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/**
 * Tells Redis what Postgres decided. As often as necessary, in any order: tokens tell which word is later. It is told when Redis
 * has taken it, or knows something later. Not when Redis does not know the driver: somebody may be about to bring it back as it
 * was before, so that is believed the second time only. Nor while a later claim holds a driver that Postgres has given to this
 * one: that claim will be refused, or end.
 */
@Singleton
class Telling {

    private static final long NO_RIVAL = 0;

    private final GripStore grips;
    private final AssignmentStore assignments;

    Telling(GripStore grips, AssignmentStore assignments) {
        this.grips = grips;
        this.assignments = assignments;
    }

    /** By whoever made a change. What does not arrive is told again by {@link AssignmentWorker}: it counts already. */
    Uni<Void> tellSoon(Assignment assignment) {
        return tell(assignment, false);
    }

    /** What was not told in time. */
    Uni<Void> tellAgain(Assignment assignment) {
        return tell(assignment, true);
    }

    private Uni<Void> tell(Assignment assignment, boolean again) {
        var taken = assignment.state().isActive()
                ? grips.hold(assignment.driver(), assignment.grip(), NO_RIVAL).map(word -> switch (word) {
                    case HELD, ENDED -> true;
                    case UNKNOWN -> again;
                    case OUTDATED -> false;
                })
                : grips.release(assignment.driver(), assignment.grip()).map(word -> switch (word) {
                    case RELEASED, NOTED, OUTDATED -> true;
                    case UNKNOWN -> again;
                });
        return taken.chain(told ->
                        told ? assignments.told(assignment) : Uni.createFrom().voidItem())
                .onFailure()
                .recoverWithNull();
    }
}
