package dev.hotstate.metrics.live;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The last hour of a policy.
 *
 * @param denied refused by it; of one in the shadow: it would have
 * @param near allowed, with less than a fifth left
 * @param wouldDeny of one in the shadow: refused by it, and the request went on
 * @param wouldAllow of one in the shadow: allowed by it, and the request was refused by another
 * @param withoutRedis decided by the fail mode
 * @param callers those who asked most, about
 */
@Schema(name = "PolicyHour")
record PolicyHourView(
        String policy,
        long allowed,
        long denied,
        long near,
        long wouldDeny,
        long wouldAllow,
        long withoutRedis,
        List<OfCaller> callers,
        SeriesView minutes) {

    /** @param caller as it stands in Redis, hashed unless the policy says otherwise */
    @Schema(name = "HotCaller")
    record OfCaller(String caller, long asked, long denied) {}

    @Schema(name = "PolicyHours")
    record All(Instant asOf, List<PolicyHourView> items) {}
}
