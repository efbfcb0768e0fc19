package dev.hotstate.kit.backends.host;

import java.time.Instant;
import java.util.regex.Pattern;

/** A name that no other process of this machine ever has: its number, which is used again, and when it began. */
public final class ProcessName {

    private static final Pattern NAME = Pattern.compile("(?<pid>\\d{1,18})-\\d+");

    private ProcessName() {}

    public static String of(ProcessHandle process) {
        return process.pid() + "-"
                + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** False also of a text that names no process. */
    public static boolean hasEnded(String name) {
        var parts = NAME.matcher(name);
        return parts.matches()
                && ProcessHandle.of(Long.parseLong(parts.group("pid")))
                        .filter(process -> of(process).equals(name))
                        .isEmpty();
    }
}
