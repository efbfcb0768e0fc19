package dev.hotstate.monitor.definition;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** What must be told to those who run checks when a definition changes. Its user owns it, the schedule implements it. */
public interface MonitorSchedule {

    /** What became of the wish to check a monitor now. */
    enum Hastening {
        HASTENED,
        /** It is being checked at this moment. */
        RUNNING,
        /** It is not scheduled: disabled, or Redis has just lost its memory. */
        NOT_SCHEDULED
    }

    /**
     * Runs enabled monitors as they are defined now. Older versions than the one in effect change nothing.
     *
     * @param atOnce check new and changed ones now; otherwise at the next point of their grid, which spreads a large number
     */
    Uni<Void> enroll(List<Monitor> monitors, boolean atOnce);

    /**
     * Stops to run a monitor, forgets its state and ends its incident.
     *
     * @param version of the definition that says so
     */
    Uni<Void> withdraw(String monitor, int version, String why);

    Uni<Hastening> hasten(String monitor);
}
