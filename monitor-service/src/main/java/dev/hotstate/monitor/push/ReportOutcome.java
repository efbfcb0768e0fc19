package dev.hotstate.monitor.push;

import dev.hotstate.monitor.result.MonitorState;
import java.util.Optional;

/** What became of a report. */
sealed interface ReportOutcome {

    /** @param latencyMillis how long the job took, as reported or since its start */
    record Recorded(MonitorState state, Optional<String> transition, long latencyMillis) implements ReportOutcome {}

    record Started() implements ReportOutcome {}

    /** The monitor is disabled, or not rebuilt yet. */
    record Gone() implements ReportOutcome {}

    static Recorded recorded(String state, String transition, long latencyMillis) {
        return new Recorded(
                MonitorState.ofWire(state), Optional.of(transition).filter(text -> !text.isEmpty()), latencyMillis);
    }
}
