package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who listens on a port, in words for an error message; processes of other users may stay unknown. */
public final class PortHolder {

    private static final List<Path> SOCKET_TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String LISTENING = "0A";
    private static final int COMMAND_LENGTH_MAX = 80;

    private PortHolder() {}

    /** For example {@code process 4711 (java -jar shop.jar)}; empty if nobody can be made out. */
    public static Optional<String> describe(int port) {
        return holder(port)
                .flatMap(ProcessHandle::of)
                .map(process -> "process " + process.pid()
                        + commandOf(process)
                                .map(command -> " (" + command + ")")
                                .orElse(""));
    }

    private static Optional<Long> holder(int port) {
        return Files.isReadable(SOCKET_TABLES.get(0)) ? holderByProc(port) : holderByLsof(port);
    }

    /** Linux: the table of sockets gives the inode, one of the open files of some process is that inode. */
    private static Optional<Long> holderByProc(int port) {
        Set<String> sockets = SOCKET_TABLES.stream()
                .flatMap(PortHolder::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 9
                        && fields[1].endsWith(String.format(Locale.ROOT, ":%04X", port))
                        && fields[3].equals(LISTENING))
                .map(fields -> "socket:[" + fields[9] + "]")
                .collect(Collectors.toSet());
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> hasOpen(pid, sockets))
                .findFirst();
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream();
        } catch (IOException absent) {
            return Stream.empty();
        }
    }

    private static boolean hasOpen(long pid, Set<String> sockets) {
        try (var files = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (var file : files) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) {
                    return true;
                }
            }
        } catch (IOException goneOrNotOurs) {
            // A process of somebody else, or one that has just ended.
        }
        return false;
    }

    private static Optional<Long> holderByLsof(int port) {
        return Programs.onPath("lsof")
                .map(lsof ->
                        Programs.run(List.of(lsof.toString(), "-t", "-nP", "-iTCP:" + port, "-sTCP:LISTEN"), Map.of()))
                .flatMap(result -> result.output().lines().findFirst())
                .filter(line -> line.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    private static Optional<String> commandOf(ProcessHandle process) {
        return process.info()
                .commandLine()
                .or(() -> process.info().command())
                .map(line ->
                        line.length() <= COMMAND_LENGTH_MAX ? line : line.substring(0, COMMAND_LENGTH_MAX) + "...");
    }
}
