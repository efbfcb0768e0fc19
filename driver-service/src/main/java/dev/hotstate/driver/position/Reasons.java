package dev.hotstate.driver.position;

import java.util.Set;
import java.util.regex.Pattern;

/** Why a driver is busy or offline, where nobody said so: words that people can't use as their reasons. */
public final class Reasons {

    /** Nothing was heard of it for too long. */
    public static final String HEARTBEAT = "heartbeat";

    /** Somebody claimed it, and has not confirmed yet. */
    public static final String CLAIMED = "claimed";

    /** A claim of it was confirmed. */
    public static final String ASSIGNED = "assigned";

    /** What people may write: something short that every store can keep. */
    public static final String PATTERN = "\\P{Cntrl}{0,80}";

    private static final Pattern WRITTEN = Pattern.compile(PATTERN);

    private static final Set<String> AUTOMATIC = Set.of(HEARTBEAT, CLAIMED, ASSIGNED);

    private Reasons() {}

    /** @param claim as the record of a driver says it: token, end of the lease or - or, if it is over, x; request; or empty */
    public static boolean isHeld(String claim) {
        return !claim.isEmpty() && !claim.contains(" x ");
    }

    /** @param claim as the record of the driver says it: token, end of the lease or -, request */
    public static String ofClaim(String claim) {
        return claim.contains(" - ") ? ASSIGNED : CLAIMED;
    }

    /** Whether somebody may say this. */
    public static boolean isAcceptable(String reason) {
        return WRITTEN.matcher(reason).matches() && !isAutomatic(reason);
    }

    public static boolean isAutomatic(String reason) {
        return AUTOMATIC.contains(reason);
    }
}
