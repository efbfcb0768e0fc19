package dev.hotstate.bench.race;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The CPU time that a process has used so far, all its threads and the children it has outlived included, as the Linux
 * kernel counts it. It depends far less on what else the machine does at the moment than elapsed time.
 */
public record ProcessCpu(Duration user, Duration system) {

    public static final ProcessCpu NONE = new ProcessCpu(Duration.ZERO, Duration.ZERO);

    /** The unit of /proc/pid/stat, USER_HZ, is 100 on every architecture that Java runs on. One tick bounds the resolution. */
    private static final Duration TICK = Duration.ofMillis(10);

    /** Positions of utime, stime, cutime and cstime counted from the field after the command name. */
    private static final int USER_FIELD = 11;

    private static final int SYSTEM_FIELD = 12;
    private static final int CHILDREN_USER_FIELD = 13;
    private static final int CHILDREN_SYSTEM_FIELD = 14;

    public static ProcessCpu of(long pid) {
        try {
            return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (NoSuchFileException gone) {
            throw new IllegalStateException("Process " + pid + " has ended, or this is not Linux", gone);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With all its living descendants: Postgres serves each connection by a child. */
    public static ProcessCpu ofTree(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)
                .flatMap(child -> ifAlive(child).stream())
                .reduce(of(pid), ProcessCpu::plus);
    }

    /** What a child used that ends just now is found in its parent a moment later. */
    private static Optional<ProcessCpu> ifAlive(long pid) {
        try {
            return Optional.of(of(pid));
        } catch (IllegalStateException ended) {
            return Optional.empty();
        }
    }

    /** The command name stands in parentheses and may itself contain blanks and parentheses. */
    static ProcessCpu parse(String stat) {
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new ProcessCpu(
                ticks(fields, USER_FIELD, CHILDREN_USER_FIELD), ticks(fields, SYSTEM_FIELD, CHILDREN_SYSTEM_FIELD));
    }

    private static Duration ticks(String[] fields, int own, int children) {
        return TICK.multipliedBy(Long.parseLong(fields[own]) + Long.parseLong(fields[children]));
    }

    public Duration total() {
        return user.plus(system);
    }

    ProcessCpu plus(ProcessCpu other) {
        return new ProcessCpu(user.plus(other.user), system.plus(other.system));
    }

    ProcessCpu minus(ProcessCpu earlier) {
        return new ProcessCpu(user.minus(earlier.user), system.minus(earlier.system));
    }
}
