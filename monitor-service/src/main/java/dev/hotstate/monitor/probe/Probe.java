package dev.hotstate.monitor.probe;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Checks a target once. */
public interface Probe {

    /**
     * Never fails: what goes wrong is in the result, and what goes wrong on our side is {@link Verdict#UNKNOWN}.
     *
     * @param secrets what must not stand in the definition; {@link ProbeSecrets#NONE} if there are none
     * @param timeout of the whole check
     */
    Uni<ProbeResult> run(ProbeTarget target, ProbeSecrets secrets, Duration timeout);
}
