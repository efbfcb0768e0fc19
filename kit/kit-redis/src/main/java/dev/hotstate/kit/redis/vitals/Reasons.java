package dev.hotstate.kit.redis.vitals;

import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Remembers since when each finding holds, and logs when one begins and ends. Only touched by the tick.
 *
 * <p>What is found once and not again in the next tick stays out of the log: one poll without an answer, as a machine
 * that stalls for a second makes it, is nothing that somebody has to be woken for.
 */
final class Reasons {

    private static final Logger LOG = Logger.getLogger(Reasons.class);

    private record Held(Finding finding, Instant since, boolean isLogged) {
        Reason asReason() {
            return new Reason(finding.code(), finding.message(), since);
        }
    }

    private List<Held> held = List.of();

    List<Reason> update(List<Finding> findings, Instant now) {
        var before = held;
        var after = new ArrayList<Held>();
        for (var finding : findings) {
            var earlier = before.stream()
                    .filter(candidate -> candidate.finding().isAbout(finding))
                    .findFirst();
            if (earlier.isPresent() && !earlier.get().isLogged()) {
                LOG.log(finding.level(), finding.message());
            }
            after.add(new Held(finding, earlier.map(Held::since).orElse(now), earlier.isPresent()));
        }
        before.stream()
                .filter(Held::isLogged)
                .map(Held::finding)
                .filter(earlier -> findings.stream().noneMatch(earlier::isAbout))
                .forEach(Reasons::logEnd);
        held = List.copyOf(after);
        return held.stream().map(Held::asReason).toList();
    }

    private static void logEnd(Finding over) {
        var level = over.level() == Logger.Level.DEBUG ? Logger.Level.DEBUG : Logger.Level.INFO;
        LOG.logf(level, "Over: %s", over.message());
    }
}
