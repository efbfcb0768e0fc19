package dev.hotstate.monitor.schedule;

import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.Probe;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.ProbeTarget;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Asks nobody and says up, in so many words: with it the schedule alone is measured, with more monitors than there are targets. */
final class DryRun implements Probe {

    private static final ProbeResult RESULT =
            new ProbeResult(Verdict.UP, Reason.OK, 0, 0, Phases.NONE, null, "Dry run: the target was not asked.");

    @Override
    public Uni<ProbeResult> run(ProbeTarget target, ProbeSecrets secrets, Duration timeout) {
        return Uni.createFrom().item(RESULT);
    }
}
