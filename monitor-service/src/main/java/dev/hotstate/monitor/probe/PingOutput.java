package dev.hotstate.monitor.probe;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What ping said; that of iputils, BusyBox and the BSDs. */
record PingOutput(int exitCode, String text) {

    static final PingOutput NO_REPLY = new PingOutput(1, "");

    private static final Pattern HOP_LIMIT = Pattern.compile("(?i)\\b(?:ttl|hlim)=(\\d{1,3})\\b");
    private static final Pattern TIME = Pattern.compile("time[=<]\\s*(\\d+(?:\\.\\d+)?)\\s*ms");

    /** Empty if there was a reply. */
    Optional<FailurePolicy.Named> failure() {
        var said = text.toLowerCase(Locale.ROOT);
        if (exitCode == 0 && TIME.matcher(said).find()) {
            return Optional.empty();
        }
        if (said.contains("not permitted")
                || said.contains("permission denied")
                || said.contains("lacking privilege")) {
            return Optional.of(new FailurePolicy.Named(
                    Reason.SELF_FAULT,
                    "ping is not permitted here: allow it by net.ipv4.ping_group_range, or give it CAP_NET_RAW"));
        }
        if (said.contains("unreachable")) {
            return Optional.of(new FailurePolicy.Named(Reason.UNREACHABLE, "The host is unreachable"));
        }
        if (exitCode == 1) {
            return Optional.of(new FailurePolicy.Named(Reason.TIMEOUT_FIRST_BYTE, "No echo reply in time"));
        }
        return Optional.of(new FailurePolicy.Named(Reason.SELF_FAULT, "ping failed with exit code " + exitCode));
    }

    /** What the reply had left of the hops that it could have made. */
    OptionalInt hopLimit() {
        var limit = HOP_LIMIT.matcher(text);
        return limit.find() ? OptionalInt.of(Integer.parseInt(limit.group(1))) : OptionalInt.empty();
    }

    /** As ping measured it, without the start of its process. */
    OptionalLong roundTripNanos() {
        var time = TIME.matcher(text);
        return time.find()
                ? OptionalLong.of((long) (Double.parseDouble(time.group(1)) * 1_000_000))
                : OptionalLong.empty();
    }
}
