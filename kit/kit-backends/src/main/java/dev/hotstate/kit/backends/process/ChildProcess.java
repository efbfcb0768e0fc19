package dev.hotstate.kit.backends.process;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.Programs;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An operating system process that never outlives its {@link Owner}, even one killed with -9.
 *
 * <p>A few lines of shell start a watcher in the background and then <em>become</em> the command, so that its pid is
 * ours. The watcher reads a pipe whose other end only this JVM holds: end of file means that the JVM is gone. For
 * another owner it looks once a second whether that process is still there.
 *
 * <p>Each child leads a process group of its own (where {@code setsid} exists). Ctrl-C in a terminal therefore reaches
 * only the owner, which can stop its children in good order; and since the watcher is a member of that group, the kernel
 * can't give the child's number to a stranger before the watcher has used it. The watcher ends the whole group: what the
 * child started itself does not stay behind, either.
 */
public final class ChildProcess implements AutoCloseable {

    private static final String DIE_WITH_PIPE = """
            exec 3<&0 </dev/null
            (read -r _ <&3; kill -9 -$$; kill -9 $$) >/dev/null 2>&1 &
            exec "$@" 3<&-
            """;

    /** A zombie counts as dead: where nobody reaps, it would stay for ever. */
    private static final String DIE_WITH_OWNER = """
            owner=$1; shift
            alive() {
              if [ -r /proc/self/stat ]; then read -r _ _ state _ <"/proc/$1/stat" && [ "$state" != Z ]; else kill -0 "$1"; fi
            }
            (while alive "$owner" && alive $$; do sleep 1; done; kill -9 -$$; kill -9 $$) </dev/null >/dev/null 2>&1 &
            exec "$@" </dev/null
            """;

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
    private static final int TAIL_BYTES_MAX = 16_384;
    private static final int LINES_READ = 400;

    /** A Process that is garbage collected closes its pipe, which would kill the child. */
    private static final Set<ChildProcess> RUNNING = ConcurrentHashMap.newKeySet();

    private final ChildCommand command;
    private final Process process;

    private ChildProcess(ChildCommand command, Process process) {
        this.command = command;
        this.process = process;
    }

    /** @throws BackendFailure if the program can't be started at all; a program that ends at once shows in {@link #isAlive} */
    public static ChildProcess start(ChildCommand command) {
        try {
            Files.createDirectories(command.folder());
            Files.createDirectories(command.log().toAbsolutePath().getParent());
            var builder = new ProcessBuilder(watched(command))
                    .directory(command.folder().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(command.log().toFile()));
            if (command.owner() instanceof Owner.Other) {
                builder.redirectInput(new File("/dev/null"));
            }
            builder.environment().keySet().removeAll(command.withheld());
            builder.environment().putAll(command.environment());
            var child = new ChildProcess(command, builder.start());
            RUNNING.add(child);
            child.process.onExit().thenRun(() -> RUNNING.remove(child));
            return child;
        } catch (IOException e) {
            throw new BackendFailure("Cannot start " + command.name() + ": " + e.getMessage(), e);
        }
    }

    private static List<String> watched(ChildCommand command) {
        List<String> words = new ArrayList<>();
        Programs.onPath("setsid").ifPresent(setsid -> words.add(setsid.toString()));
        switch (command.owner()) {
            case Owner.ThisJvm jvm -> words.addAll(List.of("/bin/sh", "-c", DIE_WITH_PIPE, command.name()));
            case Owner.Other other ->
                words.addAll(List.of("/bin/sh", "-c", DIE_WITH_OWNER, command.name(), Long.toString(other.pid())));
        }
        words.addAll(command.command());
        return words;
    }

    public String name() {
        return command.name();
    }

    public long pid() {
        return process.pid();
    }

    public Path log() {
        return command.log();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes with the exit code. */
    public CompletableFuture<Integer> onExit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Freezes the process: it keeps its connections and answers nothing. */
    public void pause() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    /** Kill -9; returns when the process is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitExit(STOP_PATIENCE);
    }

    /** Asks the process to end and returns at once; {@link #stop} then waits. */
    public void requestStop() {
        signal(command.stopSignal());
        resume();
    }

    /** The stop signal, then -9 if it takes more than ten seconds; returns when the process is gone. */
    public void stop() {
        stop(STOP_PATIENCE);
    }

    /** The stop signal, then -9 if it takes longer than that; returns when the process is gone. */
    public void stop(Duration patience) {
        requestStop();
        if (!awaitExit(patience)) {
            kill();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** The last lines of the log: what the process said before it died. */
    public List<String> logTail(int linesMax) {
        try (var file = Files.newByteChannel(command.log())) {
            long from = Math.max(0, file.size() - TAIL_BYTES_MAX);
            var bytes = ByteBuffer.allocate((int) (file.size() - from));
            file.position(from);
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                // reads until the buffer is full
            }
            var lines = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.subList(Math.max(0, lines.size() - linesMax), lines.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Why it died, as far as it said so: the end of its log without the frames of stack traces. */
    public List<String> lastWords(int linesMax) {
        return LastWords.of(logTail(LINES_READ), linesMax);
    }

    /** "redis-7001 ended with code 1: Address already in use (log file ...)". */
    public BackendFailure unexpectedEnd() {
        var last = lastWords(3);
        return new BackendFailure("%s ended with code %s: %s (log %s)"
                .formatted(
                        name(),
                        process.isAlive() ? "none" : process.exitValue(),
                        last.isEmpty() ? silence() : String.join(" | ", last),
                        log()));
    }

    /** A full disk swallows even the complaint about itself. */
    private String silence() {
        try {
            boolean full =
                    Files.getFileStore(log().toAbsolutePath().getParent()).getUsableSpace() < TAIL_BYTES_MAX;
            return full ? "no space left on device" : "it said nothing";
        } catch (IOException e) {
            return "it said nothing";
        }
    }

    private void signal(String name) {
        if (!process.isAlive()) {
            return;
        }
        // A builtin of every shell; the kill program itself is missing in small images.
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new BackendFailure("Cannot signal " + name() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackendFailure("Interrupted while signalling " + name(), e);
        }
    }

    private boolean awaitExit(Duration atMost) {
        try {
            process.onExit().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return name() + " (pid " + pid() + ")";
    }
}
