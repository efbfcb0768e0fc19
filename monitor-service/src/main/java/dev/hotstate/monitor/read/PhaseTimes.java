package dev.hotstate.monitor.read;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Where the time of a check went, in microseconds. */
@Schema(name = "PhaseTimes")
public record PhaseTimes(long dns, long connect, long tls, long firstByte, long transfer) {

    private static final int PARTS = 5;

    /** Reads what the script that commits results was told: five numbers, separated by commas. A page has hundreds of them. */
    static PhaseTimes read(String packed) {
        var micros = new long[PARTS];
        int part = 0;
        for (int i = 0; i < packed.length(); i++) {
            char c = packed.charAt(i);
            if (c == ',' && part + 1 < PARTS) {
                part++;
            } else if (c >= '0' && c <= '9') {
                micros[part] = 10 * micros[part] + c - '0';
            } else {
                throw new IllegalArgumentException("times of phases are five numbers");
            }
        }
        return new PhaseTimes(micros[0], micros[1], micros[2], micros[3], micros[4]);
    }
}
