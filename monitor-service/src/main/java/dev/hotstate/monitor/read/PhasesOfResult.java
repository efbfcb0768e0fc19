package dev.hotstate.monitor.read;

import java.time.Instant;
import java.util.Arrays;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Where the time of one of the last checks went. */
@Schema(name = "PhasesOfResult")
public record PhasesOfResult(Instant at, PhaseTimes phases) {

    /** Reads an entry of {@code MonitorKeys.phases}. */
    static PhasesOfResult read(String entry) {
        int colon = entry.indexOf(':');
        var micros = Arrays.stream(entry.substring(colon + 1).split(","))
                .mapToLong(Long::parseLong)
                .toArray();
        return new PhasesOfResult(
                Instant.ofEpochSecond(Long.parseLong(entry, 0, colon, 10)),
                new PhaseTimes(micros[0], micros[1], micros[2], micros[3], micros[4]));
    }
}
