package dev.hotstate.driver.mirror;

import dev.hotstate.driver.mirror.StateStore.LastStanding;
import dev.hotstate.driver.position.Reasons;
import dev.hotstate.driver.position.Standing;
import dev.hotstate.driver.position.Status;

/** How a driver stands that Redis has forgotten. */
final class StandingPolicy {

    private StandingPolicy() {}

    /**
     * Who is claimed is busy. What somebody said on purpose (busy, logged out) holds; what was so by itself does not: a heartbeat
     * that lapsed is back with the sign of life that asks, and a claim that Postgres does not know is over.
     *
     * @param claim who holds it, or that it is over, or empty
     */
    static Standing of(LastStanding last, String claim) {
        if (Reasons.isHeld(claim)) {
            return new Standing(Status.BUSY, Reasons.ofClaim(claim), claim, last.said());
        }
        return Reasons.isAutomatic(last.reason())
                ? new Standing(Status.AVAILABLE, "", claim, last.said())
                : new Standing(last.status(), last.reason(), claim, last.said());
    }
}
