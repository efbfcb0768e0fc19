package dev.hotstate.kit.testing.process;

import static java.util.stream.Collectors.joining;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process and its descendants, seen at one moment. The picture is taken while they live, because an orphan is adopted
 * by process 1 and can't be traced to its parent afterwards.
 */
public final class ProcessTree {

    private final List<ProcessHandle> members;

    private ProcessTree(List<ProcessHandle> members) {
        this.members = members;
    }

    public static ProcessTree of(ProcessHandle root) {
        return new ProcessTree(
                Stream.concat(Stream.of(root), root.descendants()).toList());
    }

    /** What this JVM has started, directly or not. */
    public static ProcessTree startedHere() {
        return new ProcessTree(ProcessHandle.current().descendants().toList());
    }

    /** What was started since an earlier picture. */
    public ProcessTree since(ProcessTree earlier) {
        return new ProcessTree(members.stream()
                .filter(member -> !earlier.members.contains(member))
                .toList());
    }

    public List<ProcessHandle> members() {
        return members;
    }

    public List<ProcessHandle> alive() {
        return members.stream().filter(ProcessTree::isRunning).toList();
    }

    /** Fails, naming the survivors, unless all of them end within that time. */
    public void assertGoneWithin(Duration patience) {
        try {
            Patience.await("the end of all processes", patience, () -> {
                var survivors = alive();
                return survivors.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                survivors.stream().map(ProcessTree::describe).collect(joining("; ")));
            });
        } catch (BackendFailure e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** A zombie has ended; where process 1 reaps nobody it stays in the table for ever. */
    private static boolean isRunning(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException e) {
            // No /proc on this system, or the process ended just now.
            return process.isAlive();
        }
    }

    private static String describe(ProcessHandle process) {
        var info = process.info();
        return process.pid() + " " + info.commandLine().or(info::command).orElse("(command not readable)");
    }
}
