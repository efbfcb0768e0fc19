package dev.hotstate.monitor.read;

import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** One of the last results of a monitor. */
@Schema(name = "RecentResult")
public record RecentResult(Instant at, Verdict verdict, long latencyMs, int statusCode, Reason reason) {

    /** Reads an entry of {@code MonitorKeys.recent}. */
    static RecentResult read(String entry) {
        var parts = entry.split(":");
        return new RecentResult(
                Instant.ofEpochSecond(Long.parseLong(parts[0])),
                switch (parts[1].charAt(0)) {
                    case 'u' -> Verdict.UP;
                    case 'd' -> Verdict.DOWN;
                    default -> Verdict.UNKNOWN;
                },
                Long.parseLong(parts[1], 1, parts[1].length(), 10),
                Integer.parseInt(parts[2]),
                parts.length > 3 ? Reason.ofWire(parts[3]) : Reason.OK);
    }

    /** Of an entry only the letter and the latency, without reading the rest: a page has thousands of entries. */
    static String compact(byte[] entry) {
        int from = after(entry, 0);
        return new String(entry, from, after(entry, from) - 1 - from, StandardCharsets.US_ASCII);
    }

    private static int after(byte[] entry, int from) {
        for (int i = from; i < entry.length; i++) {
            if (entry[i] == ':') {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("an entry of recent results lacks a part");
    }
}
