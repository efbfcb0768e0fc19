package dev.hotstate.monitor.read;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Where the time of one of the last checks went. */
@Schema(name = "PhasesOfResult")
public record PhasesOfResult(Instant at, PhaseTimes phases) {

    /** Reads an entry of {@code MonitorKeys.phases}. */
    static PhasesOfResult read(String entry) {
        int colon = entry.indexOf(':');
        return new PhasesOfResult(
                Instant.ofEpochSecond(Long.parseLong(entry, 0, colon, 10)),
                PhaseTimes.read(entry.substring(colon + 1)));
    }
}
