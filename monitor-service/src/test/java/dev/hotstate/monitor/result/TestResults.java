package dev.hotstate.monitor.result;

import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;

/** Results as probes give them. */
public final class TestResults {

    public static final long LATENCY_MICROS = 12_000;

    private TestResults() {}

    public static ProbeResult up() {
        return new ProbeResult(Verdict.UP, Reason.OK, 200, LATENCY_MICROS, Phases.NONE, null, "");
    }

    public static ProbeResult down() {
        return new ProbeResult(Verdict.DOWN, Reason.CONNECT_REFUSED, 0, 900, Phases.NONE, null, "refused");
    }

    public static ProbeResult unknown() {
        return new ProbeResult(Verdict.UNKNOWN, Reason.SELF_FAULT, 0, 0, Phases.NONE, null, "no sockets left");
    }
}
