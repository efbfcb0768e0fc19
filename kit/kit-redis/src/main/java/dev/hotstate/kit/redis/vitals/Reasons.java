package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/** Remembers since when each finding holds, and logs when one begins and ends. Only touched by the tick. */
final class Reasons {

    private static final Logger LOG = Logger.getLogger(Reasons.class);

    private record Held(Finding finding, Instant since) {
        Reason asReason() {
            return new Reason(finding.code(), finding.message(), since);
        }
    }

    private List<Held> held = List.of();

    List<Reason> update(List<Finding> findings, Instant now) {
        var before = held;
        var after = new ArrayList<Held>();
        for (var finding : findings) {
            var since = before.stream()
                    .filter(earlier -> earlier.finding().isAbout(finding))
                    .map(Held::since)
                    .findFirst();
            if (since.isEmpty()) {
                LOG.log(finding.level(), finding.message());
            }
            after.add(new Held(finding, since.orElse(now)));
        }
        before.stream()
                .filter(earlier -> findings.stream().noneMatch(earlier.finding()::isAbout))
                .map(Held::finding)
                .forEach(Reasons::logEnd);
        held = List.copyOf(after);
        return held.stream().map(Held::asReason).toList();
    }

    private static void logEnd(Finding over) {
        var level = over.level() == Logger.Level.DEBUG ? Logger.Level.DEBUG : Logger.Level.INFO;
        LOG.logf(level, "Over: %s", over.message());
    }
}
