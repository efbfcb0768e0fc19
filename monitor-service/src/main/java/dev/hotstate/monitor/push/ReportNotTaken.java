package dev.hotstate.monitor.push;

import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.KitProblem;

/** Redis has lost the monitor and is being rebuilt. */
final class ReportNotTaken extends DomainFailure {

    ReportNotTaken() {
        super(KitProblem.REDIS_UNAVAILABLE, "The schedule is being rebuilt. The report was not taken; send it again.");
    }
}
