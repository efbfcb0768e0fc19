package dev.hotstate.bench.stage;

import dev.hotstate.kit.backends.host.Programs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * While it is open, nothing else on this machine takes a core away from some processes: what they do then takes as long as it
 * takes, however busy the machine is. Real-time priority by {@code chrt} of util-linux, which only root may give.
 */
public final class Precedence implements AutoCloseable {

    private static final List<String> FIRST_COME = List.of("-f", "-R", "-p", "1");
    private static final List<String> AS_ANY_OTHER = List.of("-o", "-p", "0");

    private final List<Long> pids;

    private Precedence(List<Long> pids) {
        this.pids = pids;
    }

    /** Whether it can be had here. */
    public static boolean isGranted(long pid) {
        if (Programs.onPath("chrt").isEmpty() || !schedule(FIRST_COME, pid)) {
            return false;
        }
        return schedule(AS_ANY_OTHER, pid);
    }

    /** @throws IllegalStateException where {@link #isGranted} says no */
    public static Precedence of(List<Long> pids) {
        var precedence = new Precedence(List.copyOf(pids));
        precedence.scheduleAll(FIRST_COME);
        return precedence;
    }

    @Override
    public void close() {
        scheduleAll(AS_ANY_OTHER);
    }

    private void scheduleAll(List<String> how) {
        for (long pid : pids) {
            if (!schedule(how, pid)) {
                throw new IllegalStateException("Process " + pid + " was not scheduled as asked");
            }
        }
    }

    private static boolean schedule(List<String> how, long pid) {
        var command = new ArrayList<>(List.of("chrt", "--all-tasks"));
        command.addAll(how);
        command.add(Long.toString(pid));
        return Programs.run(command, Map.of()).exitCode() == 0;
    }
}
