package dev.hotstate.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps logs from filling the disk: one that has grown too long is copied beside itself, over the copy before, and begins anew.
 *
 * <p>It is copied and emptied, not renamed: the process that writes it has it open, for appending, and goes on at its new end. What it
 * writes between the two is lost.
 */
final class LogBounds implements AutoCloseable {

    private static final long BYTES_MAX = 10_000_000;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final long bytesMax;
    private final PrintStream out;
    private final Set<Path> logs = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread keeper;

    private LogBounds(long bytesMax, Duration lookEvery, PrintStream out) {
        this.bytesMax = bytesMax;
        this.out = out;
        this.keeper = Thread.ofVirtual().name("log-bounds").unstarted(() -> keep(lookEvery));
    }

    static LogBounds start(PrintStream out) {
        return start(BYTES_MAX, LOOK_EVERY, out);
    }

    static LogBounds start(long bytesMax, Duration lookEvery, PrintStream out) {
        var bounds = new LogBounds(bytesMax, lookEvery, out);
        bounds.keeper.start();
        return bounds;
    }

    void watch(Path log) {
        logs.add(log);
    }

    /** Where the earlier part of a log is, or the whole log of the run before. */
    static Path previous(Path log) {
        return log.resolveSibling(log.getFileName() + ".previous");
    }

    private void keep(Duration lookEvery) {
        try {
            while (!closed.await(lookEvery.toMillis(), TimeUnit.MILLISECONDS)) {
                logs.forEach(this::bound);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void bound(Path log) {
        try (var file = FileChannel.open(log, StandardOpenOption.WRITE)) {
            if (file.size() > bytesMax) {
                Files.copy(log, previous(log), StandardCopyOption.REPLACE_EXISTING);
                file.truncate(0);
            }
        } catch (NoSuchFileException notYet) {
            // nothing has been said so far
        } catch (IOException e) {
            // Once for each log: the next look would fail likewise.
            logs.remove(log);
            out.println("The log " + log + " may grow without bounds: " + e.getMessage());
        }
    }

    /** Returns when no log is being copied any more. */
    @Override
    public void close() {
        closed.countDown();
        try {
            keeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
