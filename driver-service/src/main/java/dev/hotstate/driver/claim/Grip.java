package dev.hotstate.driver.claim;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a driver.
 *
 * @param token    of this claim; those of a driver only grow
 * @param leaseEnd by the clock of Redis; absent once it was confirmed
 * @param request  the number of the request that asked for it
 */
record Grip(long token, @Nullable Instant leaseEnd, long request) {

    private static final String NO_END = "-";
    private static final String OVER = "x";

    /** When it ends, as scripts want it. */
    String leaseEndText() {
        return leaseEnd == null ? NO_END : Long.toString(leaseEnd.toEpochMilli());
    }

    /** As the record of the driver says it. */
    String text() {
        return token + " " + leaseEndText() + " " + request;
    }

    /** As the record of the driver says that nobody holds it any more, under this token or an earlier one. */
    String textWhenOver() {
        return token + " " + OVER + " " + request;
    }
}
